"""Which table of a season it is, in facts and in words."""

from games.presentation.table_titles import Fixture, title_within_season
from leagues.models import Division, Table


def fixture_of(table: Table) -> Fixture:
    """Which table it is, to be put in words for each reader."""
    division = table.division
    several = Division.objects.filter(season=division.season_id, number__gt=1).exists()
    return Fixture(
        season=table.round.season.name,
        division=division.number if several else 0,
        division_name=division.name,
        round=table.round.number,
        table=table.number,
    )


def title_of(table: Table) -> str:
    """The table's title on pages of its season."""
    return title_within_season(fixture_of(table))
