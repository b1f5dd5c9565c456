// The door of order-door.ts as a process of its own, so that a desk at full work does not hold up its clock. Everything
// passes unchanged; requests that place or change an order are noted when their first byte comes, and their last.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { DoorReport } from '#test/faults/support/order-door.ts';

const target = Number(process.argv[2]);
const ORDER = /^(POST|PATCH|PUT) \/v2\/orders/;
const REQUEST = /^(GET|POST|PATCH|PUT|DELETE) \//;

let report: DoorReport = { requests: 0, late: 0, lastByteAt: 0 };
let isMarked = false;

/** Nanoseconds of a clock that all processes of a machine share, in ms. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

function watch(socket: Socket): void {
  let isOrder = false;
  socket.on('data', (chunk: Buffer) => {
    const head = chunk.subarray(0, 32).toString('latin1');
    // One request at a time on a connection, so each begins a chunk.
    if (REQUEST.test(head)) {
      isOrder = ORDER.test(head);
      if (isOrder) report.requests++;
      if (isOrder && isMarked) report.late++;
    }
    if (isOrder) report.lastByteAt = now();
  });
}

const server = createServer((socket) => {
  const onward = connect(target, '127.0.0.1');
  watch(socket);
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
});

// A mark comes over a connection like the requests. What was written before it can be read by the time the mark is, so
// one more round of the loop takes all of it; whatever begins later was written later.
const marks = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.on('data', () =>
    setImmediate(() =>
      setImmediate(() => {
        isMarked = true;
        process.send?.({ kind: 'marked' });
      }),
    ),
  );
});

process.on('message', (what) => {
  if (what === 'report') process.send?.({ kind: 'report', report });
  if (what === 'reset') {
    report = { requests: 0, late: 0, lastByteAt: 0 };
    isMarked = false;
    process.send?.({ kind: 'reset' });
  }
});
process.on('disconnect', () => process.exit(0));

const listening = [server, marks].map(
  (one) =>
    new Promise<number>((resolve) =>
      one.listen(0, '127.0.0.1', () => resolve((one.address() as AddressInfo).port)),
    ),
);
process.send?.({ kind: 'ready', ports: await Promise.all(listening) });
