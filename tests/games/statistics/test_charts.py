"""What charts look like, as far as their SVG tells."""

from xml.etree import ElementTree

import pytest

from games.statistics.charts import drawn, height_of
from games.statistics.figure_table import Chart, FigureTable, Series

SVG = "{http://www.w3.org/2000/svg}"


def sheet_of(*series: Series) -> FigureTable:
    """A line for each series, of two values."""
    chart = Chart(kind="line", labels=["1", "2"], series=list(series), alt="Two points.")
    return FigureTable(name="course", title="Course", headings=[], rows=[], chart=chart)


@pytest.mark.parametrize(
    ("values", "marks"),
    [
        ([12.0, 16.0], ["12", "13", "14", "15", "16"]),
        ([-1.0, 0.5], ["−1", "−0.8", "−0.6", "−0.4", "−0.2", "0", "0.2", "0.4"]),
    ],
)
def test_the_axis_has_no_more_decimals_than_it_needs(values: list[float], marks: list[str]) -> None:
    image = ElementTree.fromstring(drawn(sheet_of(Series("Pictures", values)), "light"))
    [axis] = [node for node in image.iter(f"{SVG}g") if str(node.get("class")).startswith("axis y")]
    assert [node.text for node in axis.iter(f"{SVG}text")] == marks


@pytest.mark.parametrize("count", [2, 3])
def test_the_legend_is_within_the_image(count: int) -> None:
    sheet = sheet_of(*(Series(f"Series {number}", [1.0, 2.0]) for number in range(count)))
    image = ElementTree.fromstring(drawn(sheet, "light"))
    [legend] = [node for node in image.iter(f"{SVG}g") if node.get("class") == "legends"]
    top = float(str(legend.get("transform")).rstrip(")").split(",")[1])
    boxes = list(legend.iter(f"{SVG}rect"))
    assert len(boxes) == count
    for box in boxes:
        assert top + float(box.get("y", 0)) + float(box.get("height", 0)) <= height_of(sheet.chart)
