#!/usr/bin/env python3
"""Show what a test may not take the time for: a link on which nobody speaks outlives many pings.

gRPC's options are unchecked strings, so only such a run proves them. The other side is a process of its own. After the
silence the link must still carry a packet; then the other side is frozen, and that must be noticed. Exit status 1 if
either fails.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc

from kalooki.shell.channels import SERVER, fetch_certificate, pinned_channel
from kalooki.shell.datadir import DataDir
from kalooki.shell.identity import load_identity, to_pem
from kalooki.wire.v1 import packet_pb2, table_pb2, table_service_pb2_grpc

NOTICED_SECONDS = 12.0
"""A ping every 5 s, answered within 3 s, and patience with a busy computer."""

BEAT = packet_pb2.Packet(heartbeat=packet_pb2.Heartbeat(term=1, last_index=1))


class _Echo(table_service_pb2_grpc.TableServiceServicer):
    """Says nothing on a link but what it is told."""

    async def Link(  # type: ignore[override]  # noqa: N802 - gRPC's name, and it takes a coroutine that writes, too
        self, request_iterator: AsyncIterator[table_pb2.LinkRequest], context: grpc.aio.ServicerContext[Any, Any]
    ) -> None:
        """Send every packet back."""
        await context.send_initial_metadata(())
        async for request in request_iterator:
            await context.write(table_pb2.LinkResponse(packets=request.packets))


async def _serve(home: str) -> int:
    """Be the other side, until killed."""
    folder = DataDir(Path(home))
    identity = load_identity(folder)
    server = grpc.aio.server(options=SERVER)
    table_service_pb2_grpc.add_TableServiceServicer_to_server(
        _Echo(),  # type: ignore[abstract]  # what it lacks, the generated class refuses
        server,
    )
    credentials = grpc.ssl_server_credentials([(identity.tls_key, to_pem(identity.certificate))])
    port = server.add_secure_port("127.0.0.1:0", credentials)
    await server.start()
    print(f"127.0.0.1:{port}", flush=True)
    await server.wait_for_termination()
    return 0


async def _try(minutes: float) -> int:
    """Be quiet on a link for so long, speak on it once, then freeze who answers."""
    with tempfile.TemporaryDirectory() as home:
        other = await asyncio.create_subprocess_exec(
            sys.executable, __file__, "--serve", home, stdout=asyncio.subprocess.PIPE
        )
        try:
            assert other.stdout is not None
            address = (await other.stdout.readline()).decode().strip()
            async with pinned_channel(address, await fetch_certificate(address)) as channel:
                call = table_service_pb2_grpc.TableServiceStub(channel).Link()
                await call.initial_metadata()
                quiet, frozen = await _outlives(call, minutes), await _freezes(call, other.pid)
            return 0 if quiet and frozen else 1
        finally:
            other.kill()
            await other.wait()


async def _outlives(call: "grpc.aio.StreamStreamCall[Any, Any]", minutes: float) -> bool:
    """Whether the link still carries a packet when so many minutes have passed without one."""
    began = time.monotonic()
    try:
        await asyncio.wait((asyncio.ensure_future(call.wait_for_connection()),))
        ended = asyncio.ensure_future(call.code())
        await asyncio.wait((ended,), timeout=60 * minutes)
        if not ended.done():
            ended.cancel()
            await call.write(table_pb2.LinkRequest(packets=[BEAT]))
            await call.read()
            print(f"a link without a word for {minutes:g} minutes stands", flush=True)
            return True
        reason = f"{ended.result().name}: {await call.details()}"
    except grpc.aio.AioRpcError as error:
        reason = f"{error.code().name}: {error.details()}"
    print(f"a link without a word ended after {time.monotonic() - began:.0f} s: {reason}", flush=True)
    return False


async def _freezes(call: "grpc.aio.StreamStreamCall[Any, Any]", pid: int) -> bool:
    """Whether it is noticed soon that the other side answers no more."""
    os.kill(pid, signal.SIGSTOP)
    began = time.monotonic()
    try:
        async with asyncio.timeout(10 * NOTICED_SECONDS):
            await call.read()
    except (grpc.aio.AioRpcError, TimeoutError):
        pass
    seconds = time.monotonic() - began
    print(f"a frozen peer was noticed after {seconds:.1f} s, at most {NOTICED_SECONDS:g} are right", flush=True)
    return seconds <= NOTICED_SECONDS


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10, help="how long nobody speaks")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    return asyncio.run(_serve(options.serve) if options.serve else _try(options.minutes))


if __name__ == "__main__":
    sys.exit(main())
