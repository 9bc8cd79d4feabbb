"""Charts as SVG images with their own style and without scripts."""

from typing import Any, Final
from xml.etree.ElementTree import Element

import pygal
from pygal.style import Style

from games.statistics.figure_table import Chart, FigureTable

# The colours of static/css/tokens.css, and the colours of stacked bars for trumps.
_LIGHT: Final = "--paper:#fffdf6;--ink:#22262b;--soft:#5f5b51;--line:#d9d0bb;"
_DARK: Final = "--paper:#1e252e;--ink:#ece6d8;--soft:#a8adb2;--line:#33404e;"
_LIGHT_BARS: Final = ("#1f3f66", "#b8341c", "#9f7829", "#35614a", "#8a8577")
_DARK_BARS: Final = ("#8fb5e2", "#f0866d", "#dcb965", "#8cc3a0", "#8b929a")
_PLOT: Final = ("var(--bar-0)", "var(--bar-1)", "var(--bar-2)", "var(--bar-3)", "var(--bar-4)")
_KINDS: Final = {"bars": pygal.Bar, "stacked": pygal.StackedBar, "rows": pygal.HorizontalBar, "line": pygal.Line}
WIDTH: Final = 480
"""The width of a chart; it shrinks on narrow screens."""
_SANS: Final = "'Hiragino Sans','Noto Sans JP','Noto Sans CJK JP',system-ui,sans-serif"


def height_of(chart: Chart) -> int:
    if chart.kind == "stacked":
        return 330
    return 70 + 30 * len(chart.labels) if chart.kind == "rows" else 300


def drawn(sheet: FigureTable, theme: str) -> bytes:
    """The chart of a table; ``theme`` is the reader's choice, empty to follow their device."""
    chart = sheet.chart
    graph = _KINDS[chart.kind](**_options(chart, theme))
    graph.add_xml_filter(lambda root: _plain(root, sheet))
    # The library draws the first row lowest.
    step = -1 if chart.kind == "rows" else 1
    graph.x_labels = chart.labels[::step]
    if ends := _ends(chart):
        graph.range = ends
    for series in chart.series:
        graph.add(series.name, [_value(series, n) for n in range(len(series.values))][::step])
    return bytes(graph.render())


def _value(series: Any, number: int) -> Any:
    value, span = series.values[number], series.spans[number] if series.spans else None
    if span is None:
        return value
    return {"value": value, "ci": {"low": span[0], "high": span[1]}}


def _ends(chart: Chart) -> tuple[float, float] | None:
    """The range of the axis if values have intervals; the library ignores them by itself."""
    spans = [span for series in chart.series for span in series.spans if span is not None]
    if not spans:
        return None
    values = [value for series in chart.series for value in series.values if value is not None]
    return min(0, *values, *(low for low, _ in spans)), max(0, *values, *(up for _, up in spans))


def _options(chart: Chart, theme: str) -> dict[str, Any]:
    values = [value or 0 for series in chart.series for value in series.values]
    is_whole = all(float(value).is_integer() for value in values) and chart.kind != "line"
    return {
        "width": WIDTH,
        "height": height_of(chart),
        "explicit_size": True,
        "js": [],
        "no_prefix": True,
        "css": ["file://style.css", "file://graph.css", f"inline:{_css(theme)}"],
        "style": _style(chart),
        "show_legend": len(chart.series) > 1,
        "legend_at_bottom": True,
        # The library cuts a legend of fewer series than columns.
        "legend_at_bottom_columns": min(3, len(chart.series)),
        "truncate_label": -1,
        "truncate_legend": -1,
        "x_label_rotation": 30 if chart.kind != "rows" and _is_crowded(chart) else 0,
        "margin": 10,
        "margin_right": 35 if chart.kind == "line" else 10,
        # Room for the second row of a legend and for slanted labels.
        "margin_bottom": 35 if chart.kind == "stacked" or _is_crowded(chart) else 10,
        "margin_left": 10 + (_wide(chart) if chart.kind == "rows" else 0),
        "include_x_axis": chart.kind != "line",
        "value_formatter": _whole if is_whole else _decimal,
        "min_scale": 3,
        "max_scale": 4 if chart.kind == "rows" else 8,
        "dots_size": 4,
    }


def _wide(chart: Chart) -> int:
    """The extra room that Japanese labels need, which the library underestimates."""
    return max((9 * sum(ord(c) > 0x2FFF for c in label) for label in chart.labels), default=0)


def _is_crowded(chart: Chart) -> bool:
    return sum(2 if ord(c) > 0x2FFF else 1 for label in chart.labels for c in label) > 45


def _whole(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else ""


def _decimal(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-", "−")


def _style(chart: Chart) -> Style:
    return Style(
        background="transparent",
        plot_background="transparent",
        foreground="var(--soft)",
        foreground_strong="var(--ink)",
        foreground_subtle="var(--line)",
        guide_stroke_color="var(--line)",
        major_guide_stroke_color="var(--line)",
        font_family=_SANS,
        label_font_size=15,
        major_label_font_size=15,
        value_font_size=14,
        legend_font_size=15,
        # The interval shows through the bar.
        opacity=".5" if _ends(chart) else "1",
        stroke_opacity="1",
        stroke_width="2",
        transition="0s",
        colors=_PLOT[-1:] + _PLOT[:-1] if chart.kind == "stacked" else _PLOT,
        value_colors=("var(--ink)",) * len(_PLOT),
        ci_colors=("var(--ink)",) * len(_PLOT),
    )


def _css(theme: str) -> str:
    light, dark = _variables(_LIGHT, _LIGHT_BARS), _variables(_DARK, _DARK_BARS)
    if theme:
        return f"svg{{{dark if theme == 'dark' else light}}}"
    return f"svg{{{light}}} @media (prefers-color-scheme: dark) {{ svg{{{dark}}} }}"


def _variables(colours: str, bars: tuple[str, ...]) -> str:
    return colours + "".join(f"--bar-{n}:{bar};" for n, bar in enumerate(bars))


def _plain(root: Element, sheet: FigureTable) -> Element:
    """The image without scripts and their data, and with our title."""
    for parent in list(root.iter()):
        for child in list(parent):
            classes = str(child.get("class", "")).split()
            if child.tag == "script" or "tooltip" in classes or "tooltip-overlay" in classes or child.tag == "desc":
                parent.remove(child)
            elif child.tag == "title" and parent is root:
                child.text = sheet.title
    root.set("role", "img")
    root.set("aria-label", sheet.chart.alt)
    return root
