"""Build the image on a bare Debian made here from Debian's packages: see docs/operations.md.

    sudo python3 -m deploy.build_image [--image localhost/napoleon]

It needs buildah and mmdebstrap, but no container service or image registry. The image goes into buildah's storage;
CONTAINERS_STORAGE_CONF may name another.
"""

import argparse
import os
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TOP = Path(__file__).parent.parent
SUITE = "bookworm"
BASE = "localhost/napoleon-base"
NOT_POSSIBLE = 3
# Like Debian's own slim images: no waiting for the disk, no manuals, no translations.
SLIM = [
    "--dpkgopt=force-unsafe-io",
    "--dpkgopt=path-exclude=/usr/share/man/*",
    "--dpkgopt=path-exclude=/usr/share/doc/*",
    "--dpkgopt=path-exclude=/usr/share/locale/*",
    '--aptopt=Acquire::Languages "none"',
]
# A program that needs no library, so that it runs on an empty disk.
ALONE = "/sbin/ldconfig"


def is_possible() -> bool:
    """Whether this machine can run containers at all: some sandboxes forbid the mounts."""
    try:
        with _container("scratch") as container:
            _do("buildah", "mount", container)
            _do("buildah", "copy", "--quiet", container, ALONE, ALONE)
            _do("buildah", "run", "--isolation=chroot", container, ALONE, "--version")
    except subprocess.CalledProcessError as error:
        print(error)
        return False
    return True


def build(image: str) -> None:
    """Make a bare Debian, and build the image on it as the handbook says."""
    begun = time.monotonic()
    with _container("scratch") as container:
        root = _said("buildah", "mount", container)
        words = ["--quiet", "--variant=apt", "--format=directory", *SLIM]
        _do("mmdebstrap", *words, SUITE, root)
        _do("buildah", "commit", "--quiet", container, BASE)
    print(f"a bare Debian: {time.monotonic() - begun:.1f} s", flush=True)
    begun = time.monotonic()
    words = ["--isolation=chroot", "--quiet", "--file", "deploy/Containerfile", "--tag", image]
    _do("buildah", "build", *words, "--build-arg", f"BASE={BASE}", *_secrets(), str(TOP))
    print(f"the image: {time.monotonic() - begun:.1f} s", flush=True)


def _secrets() -> Iterator[str]:
    """Arguments that give the build this machine's certificates and package index."""
    if authorities := ssl.get_default_verify_paths().cafile:
        yield f"--secret=id=authorities,src={authorities}"
    if "PIP_INDEX_URL" in os.environ:
        yield "--secret=id=package_index,env=PIP_INDEX_URL"


@contextmanager
def _container(image: str) -> Iterator[str]:
    container = _said("buildah", "from", image)
    try:
        yield container
    finally:
        _do("buildah", "rm", container)


def _do(*words: str) -> None:
    subprocess.run(words, check=True, cwd=TOP, stdout=subprocess.DEVNULL)


def _said(*words: str) -> str:
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--image", default="localhost/napoleon")
    parser.add_argument("--probe", action="store_true", help="end with 3 if it is not possible here")
    options = parser.parse_args()
    if options.probe:
        raise SystemExit(0 if is_possible() else NOT_POSSIBLE)
    build(options.image)


if __name__ == "__main__":
    main()
