// A Kalooki bot that needs nothing of Kalooki but its .proto files:
//
//   npm install && kalooki bot --any --program "node bot.mjs"
//
// Its node says in KALOOKI_SEAT where the SeatService listens, and in KALOOKI_TOKEN what a client shows there.
// It draws from the stock and throws the first card away that the rules let it; it calls, buys and lays nothing.
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";

const PROTOS = process.env.KALOOKI_PROTOS ?? fileURLToPath(new URL("../../../protos", import.meta.url));
const definition = loader.loadSync("kalooki/wire/v1/seat_service.proto", {
  includeDirs: [PROTOS],
  keepCase: true,
  enums: String,
  longs: String,
  defaults: true,
  arrays: true,
  oneofs: true,
});
const { SeatService } = grpc.loadPackageDefinition(definition).kalooki.wire.v1;
const seat = new SeatService(process.env.KALOOKI_SEAT, grpc.credentials.createInsecure());
const metadata = new grpc.Metadata();
if (process.env.KALOOKI_TOKEN) metadata.set("kalooki-token-bin", Buffer.from(process.env.KALOOKI_TOKEN, "hex"));

const call = (method, request) =>
  new Promise((resolve, reject) =>
    seat[method]({ command_id: randomUUID().replaceAll("-", ""), ...request }, metadata, (error, answer) =>
      error ? reject(error) : resolve(answer.outcome),
    ),
  );

/** What may be tried in this phase, the best first. */
function* actions(view) {
  switch (view.phase) {
    case "VIEW_PHASE_DRAW":
      yield { draw: {} };
      break;
    case "VIEW_PHASE_PLAY":
      for (const shown of view.hand) {
        yield { discard: { shown, count: view.hand.length - 1 } };
        yield { discard: { shown } };
      }
      break;
    case "VIEW_PHASE_BUY_IN":
      yield { decline: {} };
      break;
    case "VIEW_PHASE_CALL":
      yield { pass_call: {} };
      yield { draw: {} };
      break;
    default:
      yield { pass_call: {} };
  }
}

async function answer({ status, view }) {
  const me = status.players.find((player) => player.player === status.me);
  if (status.phase === "pick_seat" && status.waiting_for.includes(status.me)) {
    await call("Act", { move: status.move, action: { pick_seat: { place: 1 } } });
  } else if (status.phase === "playing" && view && me && view.awaited.includes(me.seat) && !view.unopened.length) {
    for (const action of actions(view)) {
      const outcome = await call("Act", { move: status.move, action });
      if (!outcome.code || outcome.code === "stale") return; // done, or the table has moved on
    }
  }
}

let newest = null;
let busy = false;
async function work() {
  if (busy) return;
  busy = true;
  while (newest) {
    const update = newest;
    newest = null;
    await answer(update);
  }
  busy = false;
}

const watch = seat.Watch({}, metadata);
watch.on("data", (response) => {
  if (response.kind !== "update") return;
  newest = response.update;
  work().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
});
watch.on("end", () => process.exit(0));
watch.on("error", () => process.exit(0)); // the node has gone
