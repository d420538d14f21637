"""`kalooki id`: one's own key, and those that this computer has met."""

import click

DATA_DIR = click.option("--data-dir", type=click.Path(file_okay=False), help="Where keys and records are kept.")
WHO = click.argument("who", metavar="NAME|KEY")


@click.group(name="id", invoke_without_command=True)
@DATA_DIR
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
@click.pass_context
def command(ctx: click.Context, *, data_dir: str | None, as_json: bool) -> None:
    """Show your key, as others see it, and the keys of those you have played with.

    A key is met with its name at a table. When a name comes with another key, the client says so.

    Exit codes: 0 done, 1 nobody is known so or the data folder fails, 2 the arguments are wrong.
    """
    ctx.obj = data_dir
    if ctx.invoked_subcommand is not None:
        return

    import json

    from kalooki.shell.acquaintances import Acquaintances, own_identity
    from kalooki.shell.identity import fingerprint_label
    from kalooki_cli.commands import _common, _network
    from kalooki_cli.messages import people

    home = _common.home(data_dir)

    async def show() -> int:
        key, known = own_identity(home), Acquaintances(home).everybody()
        if as_json:
            own = None if key is None else {"label": fingerprint_label(key), "key": key.hex()}
            rows = [
                {
                    "name": one.name,
                    "label": one.label,
                    "key": one.identity.hex(),
                    "blocked": one.blocked,
                    "earlier": one.earlier,
                }
                for one in known
            ]
            click.echo(json.dumps({"own": own, "known": rows}))
        else:
            mine = [people.NO_IDENTITY] if key is None else people.own(fingerprint_label(key), key.hex())
            _network.show([*mine, *people.known((one.name, one.label, one.blocked, one.earlier) for one in known)])
        return 0

    _common.run(show())


@command.command()
@WHO
@DATA_DIR
@click.pass_obj
def forget(outer: str | None, *, who: str, data_dir: str | None) -> None:
    """Forget somebody: the next key that comes with the name is new."""
    from kalooki.shell.acquaintances import Acquaintances
    from kalooki_cli.commands import _common
    from kalooki_cli.messages import people

    async def change() -> int:
        found = Acquaintances(_common.home(data_dir or outer)).forget(who)
        click.echo(people.forgotten(found.name, found.label))
        return 0

    _common.run(change())


@command.command()
@WHO
@DATA_DIR
@click.pass_obj
def block(outer: str | None, *, who: str, data_dir: str | None) -> None:
    """Let a key come to none of the tables that you host."""
    _bar(who, data_dir or outer, blocked=True)


@command.command()
@WHO
@DATA_DIR
@click.pass_obj
def unblock(outer: str | None, *, who: str, data_dir: str | None) -> None:
    """Let a blocked key come again."""
    _bar(who, data_dir or outer, blocked=False)


def _bar(who: str, data_dir: str | None, *, blocked: bool) -> None:
    from kalooki.shell.acquaintances import Acquaintances
    from kalooki_cli.commands import _common
    from kalooki_cli.messages import people

    async def change() -> int:
        found = Acquaintances(_common.home(data_dir)).block(who, blocked=blocked)
        click.echo(people.barred(found.name, found.label, blocked=blocked))
        return 0

    _common.run(change())
