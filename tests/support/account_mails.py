"""The mails about accounts that django-allauth can send."""

from pathlib import Path

import allauth


def account_mails() -> list[str]:
    """The templates of all mails of the parts of it that are installed."""
    root = Path(allauth.__file__).parent / "templates"
    found = [*root.glob("account/email/*_message.txt"), *root.glob("mfa/email/*_message.txt")]
    return sorted({str(path.relative_to(root)).removesuffix("_message.txt") for path in found} - {"account/email/base"})
