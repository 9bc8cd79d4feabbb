"""The faces of people: what they follow from, that all of them are drawn, and where they are shown."""

import re
from colorsys import hls_to_rgb
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from players.faces import CORES, HUES, MOTIFS, RIMS, Emblem, person_face
from players.models import User
from players.templatetags.players import person_face as drawn
from tests.support.colour_vision import contrast

pytestmark = pytest.mark.django_db
STATIC = Path(__file__).resolve().parents[2] / "static"
SPRITE = (STATIC / "faces.svg").read_text()
SYMBOLS = dict(re.findall(r'<symbol id="([\w-]+)" viewBox="0 0 24 24">(.+)</symbol>', SPRITE))
CSS = (STATIC / "css" / "components.css").read_text()


def test_a_pattern_follows_from_the_number_alone() -> None:
    one = User(pk=7, name="Ai", email="ai@example.org")
    assert one.face == User(pk=7, name="Another", email="", is_guest=True, username="x").face
    assert len({person_face(number) for number in range(100)}) > 95


def test_patterns_stay_what_they_are() -> None:
    assert [person_face(number).symbols for number in (1, 2, 3)] == [
        ("rim-1", "motif-12", "core-5"),
        ("rim-5", "motif-3", "core-4"),
        ("rim-4", "motif-7", "core-5"),
    ]


def test_an_emblem_takes_the_place_of_the_pattern_and_keeps_its_hue() -> None:
    pattern, fox = person_face(7), person_face(7, "fox")
    assert (fox.hue, fox.symbols) == (pattern.hue, ("fox",))


def test_every_face_is_drawn_in_the_colour_of_the_text_alone() -> None:
    parts = {
        f"{part}-{number}" for part, n in (("rim", RIMS), ("motif", MOTIFS), ("core", CORES)) for number in range(n)
    }
    assert set(SYMBOLS) == {*Emblem.values, *parts}
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', SPRITE)) == {"currentColor", "none"}
    assert "style" not in SPRITE


def test_every_hue_has_its_colours() -> None:
    assert re.findall(r'\.face\[data-hue="(\d+)"\] \{ --hue: (\d+); \}', CSS) == [
        (str(hue), str(hue * 30)) for hue in range(HUES)
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_drawings_stand_out_from_their_ground(scheme: str) -> None:
    [rule] = re.findall(r"^\.face \{([^}]+)\}", CSS, re.MULTILINE)
    pairs = re.findall(r"hsl\(var\(--hue\) (\d+)% (\d+)%\), hsl\(var\(--hue\) (\d+)% (\d+)%\)", rule)
    at = 0 if scheme == "light" else 2
    ground, ink = pairs
    for hue in range(HUES):
        assert contrast(hsl(hue, *ground[at : at + 2]), hsl(hue, *ink[at : at + 2])) >= 4.5


def hsl(hue: int, saturation: str, lightness: str) -> str:
    rgb = hls_to_rgb(hue / HUES, int(lightness) / 100, int(saturation) / 100)
    return "#" + "".join(f"{round(value * 255):02x}" for value in rgb)


def test_a_face_is_decorative_and_follows_the_policy_on_styles() -> None:
    html = str(drawn(User(pk=1)))
    assert 'aria-hidden="true"' in html
    assert html.count("<use ") == 3
    assert "style=" not in html
    assert drawn(None) == ""


@pytest.mark.parametrize(
    ("language", "own", "crane"), [("en", "My pattern", "Paper crane"), ("ja", "自分の紋", "折り鶴")]
)
def test_the_choices_have_names(fumis: Client, fumi: User, language: str, own: str, crane: str) -> None:
    with translation.override(language):
        page = fumis.get("/me/", headers={"accept-language": language}).content.decode()
    group = page.split('<div class="keys faces">')[1].split("</fieldset>")[0]
    assert group.count('type="radio"') == group.count('class="vh"') == len(Emblem) + 1
    words = [" ".join(word.split()) for word in re.findall(r'class="vh"\s*>([^<]+)<', group)]
    assert words[0] == own
    assert crane in words
    assert re.search(r'value=""[^>]*checked', group)


def test_an_emblem_is_chosen_shown_and_given_back(fumis: Client, fumi: User) -> None:
    choices = {"name": "Fumi", "time_zone": "UTC", "card_style": "two"}
    profile = f"/u/{fumi.pk}/"
    assert fumis.post("/me/", choices | {"emblem": "fox"}).status_code == 302
    assert "faces.svg#fox" in fumis.get(profile).content.decode()
    assert fumis.post("/me/", choices | {"emblem": "hydra"}).status_code == 422
    assert "faces.svg#fox" in fumis.get(profile).content.decode()
    fumis.post("/me/", choices | {"emblem": ""})
    assert "faces.svg#rim-" in fumis.get(profile).content.decode()
