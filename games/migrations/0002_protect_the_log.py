"""The log is append-only: the database itself refuses to change or delete an event."""

from django.db import migrations

POSTGRESQL = """
CREATE FUNCTION games_event_is_append_only() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'events are append-only';
END
$$ LANGUAGE plpgsql;
CREATE TRIGGER games_event_append_only BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_is_append_only();
"""
POSTGRESQL_BACK = """
DROP TRIGGER games_event_append_only ON games_event;
DROP FUNCTION games_event_is_append_only();
"""
SQLITE = """
CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
"""
SQLITE_BACK = """
DROP TRIGGER games_event_no_update;
DROP TRIGGER games_event_no_delete;
"""


def run(schema_editor, postgresql, sqlite):
    connection = schema_editor.connection
    if connection.vendor == "postgresql":
        schema_editor.execute(postgresql, params=None)
        return
    with connection.cursor() as cursor:
        for statement in sqlite.split(";\n"):
            # A trigger's body ends in a semicolon of its own.
            if statement.strip():
                cursor.execute(statement if statement.rstrip().endswith("END") else statement + ";")


def protect(apps, schema_editor):
    run(schema_editor, POSTGRESQL, SQLITE)


def unprotect(apps, schema_editor):
    run(schema_editor, POSTGRESQL_BACK, SQLITE_BACK)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_create_games")]
    operations = [migrations.RunPython(protect, unprotect)]
