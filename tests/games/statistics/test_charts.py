"""What charts look like, as far as their SVG tells."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from games.statistics.charts import drawn, height_of
from games.statistics.figures import Chart, FigureTable, Series

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("count", [2, 3])
def test_the_legend_is_within_the_image(count: int) -> None:
    series = [Series(f"Series {number}", [1.0, 2.0]) for number in range(count)]
    chart = Chart(kind="line", labels=["1", "2"], series=series, alt="Two points.")
    sheet = FigureTable(name="course", title="Course", headings=[], rows=[], chart=chart)
    image = ElementTree.fromstring(drawn(sheet, "light"))
    [legend] = [node for node in image.iter(f"{SVG}g") if node.get("class") == "legends"]
    top = float(str(legend.get("transform")).rstrip(")").split(",")[1])
    boxes = list(legend.iter(f"{SVG}rect"))
    assert len(boxes) == count
    for box in boxes:
        assert top + float(box.get("y", 0)) + float(box.get("height", 0)) <= height_of(chart)
