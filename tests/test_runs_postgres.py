"""Does a ledger in PostgreSQL keep its secrets, and outlive its server?

What holds for a file too is in test_runs_ledger.py and test_runs_export.py.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator

import psycopg
import pytest

from huisu.errors import InputError
from huisu.runs.ledger import LedgerDamaged, LedgerFull, open_ledger
from huisu.runs.plan import Plan, Units
from huisu.runs.postgres import PostgresDatabase
from huisu.runs.row import Row
from huisu.runs.verify import verify
from postgres import Server, server_or_skip

ONE = Row(1, 92, None, 0.5, "host-1", "sweep", "identity")


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """Give a server that a test may stop."""
    with server_or_skip() as found:
        yield found


def told(error: BaseException) -> str:
    """Return all that a traceback says."""
    return "".join(traceback.format_exception(error))


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_every_usual_way_to_write_the_address_is_understood(
    scheme: str, postgres_server: Server
) -> None:
    address = postgres_server.new_database().replace("postgresql", scheme)
    with open_ledger(address, "create") as ledger:
        assert ledger.add_run("{}", 5, "ab", {}).run == 1
        assert ledger.name.startswith("postgresql://postgres:***@127.0.0.1")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("secret", "s3cr3t"), "password authentication failed"),
        (("postgres:secret", "nobody:s3cr3t"), "password authentication failed"),
        (("/ledger", "/none_ledger"), "does not exist"),
        (("127.0.0.1", "127.0.0.2"), "failed"),
    ],
)
def test_what_cannot_be_connected_is_named_without_the_password(
    change: tuple[str, str], reason: str, postgres_server: Server
) -> None:
    address = postgres_server.new_database().replace(*change)
    with pytest.raises(InputError, match=reason) as refused:
        open_ledger(address, "create")
    assert refused.value.key == "error.runs.connect"
    assert "secret" not in told(refused.value)
    assert "s3cr3t" not in told(refused.value)


@pytest.mark.parametrize("port", ["s3cr3t", "99999999"])
def test_an_address_that_cannot_be_read_is_not_repeated(port: str) -> None:
    with pytest.raises(InputError) as refused:
        open_ledger(f"postgresql://me:s3cr3t@127.0.0.1:{port}/a", "read")
    assert "s3cr3t" not in str(refused.value)


def test_a_password_in_the_query_is_hidden_too(postgres_server: Server) -> None:
    address = postgres_server.new_database().replace(":secret", "") + "?password=secret"
    with open_ledger(address, "create") as ledger:
        assert "secret" not in ledger.name


def test_tables_of_others_are_left_alone(postgres_server: Server) -> None:
    address = postgres_server.new_database()
    with psycopg.connect(address) as connection:
        connection.execute("CREATE TABLE results (a int)")
    with pytest.raises(InputError, match="no ledger of huisu"):
        open_ledger(address, "create")


def test_two_schemas_of_a_database_are_two_ledgers(postgres_server: Server) -> None:
    address = postgres_server.new_database()
    with psycopg.connect(address) as connection:
        connection.execute("CREATE SCHEMA other")
    other = f"{address}?options=-csearch_path%3Dother"
    with open_ledger(address, "create") as first, open_ledger(other, "create") as second:
        first.add_run("{}", 5, "ab", {})
        assert second.runs() == []


def test_a_lost_table_is_damage(postgres_server: Server) -> None:
    address = postgres_server.new_database()
    with open_ledger(address, "create") as ledger:
        ledger.add_run("{}", 5, "ab", {})
        with psycopg.connect(address) as connection:
            connection.execute("DROP TABLE results")
        with pytest.raises(LedgerDamaged, match="results"):
            list(ledger.rows(1))


def test_a_changed_row_is_rotten(postgres_server: Server) -> None:
    address = postgres_server.new_database()
    with open_ledger(address, "create") as ledger:
        ledger.add_run("{}", 5, "ab", {})
        ledger.record(1, [ONE, ONE._replace(unit=2)])
        with psycopg.connect(address) as connection:
            connection.execute("UPDATE results SET count = 93 WHERE unit = 1")
        assert [row.unit for row in ledger.rows(1)] == [2]
        assert ledger.rotten == [(1, 0)]


def test_what_the_database_does_not_check_is_not_said_to_be_checked(
    postgres_server: Server,
) -> None:
    plan = Plan("mirror", 4, 1000)
    units = Units(plan, sized=False)
    with open_ledger(postgres_server.new_database(), "create") as ledger:
        ledger.add_run(plan.to_json(), len(units), units.sha256, {})
        states = {check.name: check.state for check in verify(ledger).checks}
    assert (states["storage"], states["rows"]) == ("skipped", "passed")


def test_a_server_that_is_away_loses_nothing_and_is_found_again(own_server: Server) -> None:
    address = own_server.new_database()
    with open_ledger(address, "create") as ledger:
        ledger.add_run("{}", 5, "ab", {})
        ledger.record(1, [ONE])
        own_server.stop()
        for _ in range(2):
            with pytest.raises(LedgerFull, match="does not answer"):
                ledger.record(1, [ONE._replace(unit=2)])
        with pytest.raises(InputError, match="cannot connect"):
            open_ledger(address, "read")
        own_server.start()
        ledger.record(1, [ONE._replace(unit=2)])
        assert [row.unit for row in ledger.rows(1, ordered=True)] == [1, 2]
        with pytest.raises(InputError, match="another coordinator"):
            open_ledger(address, "write")


def test_who_has_lost_the_lock_to_another_writes_no_more(postgres_server: Server) -> None:
    address = postgres_server.new_database()
    with open_ledger(address, "create") as first:
        first.add_run("{}", 5, "ab", {})
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            )
        with open_ledger(address, "write") as second:
            with pytest.raises(InputError, match="another coordinator"):
                first.record(1, [ONE])
            second.record(1, [ONE])
        first.record(1, [ONE])
        assert [row.replica for row in first.rows(1, ordered=True)] == [0, 1]


def test_a_connection_that_was_cut_is_waited_for(postgres_server: Server) -> None:
    address = postgres_server.new_database()
    with open_ledger(address, "create") as ledger, psycopg.connect(address) as cut:
        ledger.add_run("{}", 5, "ab", {})
        number, schema, pid, name = cut.execute(
            "SELECT classid, objid, pid, application_name FROM pg_locks"
            " JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND database ="
            " (SELECT oid FROM pg_database WHERE datname = current_database())"
        ).fetchall()[0]
        cut.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        cut.execute("SELECT set_config('application_name', %s, false)", [name])
        cut.execute("SELECT pg_advisory_lock(%s::int, %s::int)", [number, schema])
        cut.commit()
        with pytest.raises(LedgerFull, match="was cut"):
            ledger.record(1, [ONE])
        cut.close()
        ledger.record(1, [ONE])
        assert len(list(ledger.rows(1))) == 1


def test_a_reader_without_the_right_to_write_can_read(postgres_server: Server) -> None:
    address = postgres_server.new_database()
    with open_ledger(address, "create") as ledger:
        ledger.add_run("{}", 5, "ab", {})
    name = address.rpartition("/")[2]
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name}_reader LOGIN PASSWORD 'secret'".encode())
        connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {name}_reader".encode())
    reading = address.replace("postgres:", f"{name}_reader:")
    with open_ledger(reading, "read") as ledger:
        assert ledger.run().units == 5
    with open_ledger(reading, "write") as ledger, pytest.raises(InputError, match="permission"):
        ledger.record(1, [ONE])


def test_a_full_disk_is_told_from_other_errors() -> None:
    database = PostgresDatabase.__new__(PostgresDatabase)
    database.shown, database.writes = "postgresql://a", True
    full = psycopg.errors.lookup("53100")("could not extend file")
    assert isinstance(database.sentence(full), LedgerFull)
    broken = psycopg.errors.lookup("XX001")("invalid page in block 7")
    assert isinstance(database.sentence(broken), LedgerDamaged)
