// Mutated frames through both real links over real sockets. A frame that cannot be read is counted and the link stays; a
// frame that breaks the protocol costs the connection, and the link comes back; what is delivered keeps its promises.
import { expect, it } from 'vitest';
import { isDecimal } from '#main/domain/decimal.ts';
import { createDataLink } from '#main/broker/streams/data-link.ts';
import type { Link } from '#main/broker/streams/link.ts';
import { openWebSocket } from '#main/broker/streams/socket.ts';
import { createTradeLink } from '#main/broker/streams/trade-link.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { createDataCodec, type CodecName } from '#main/wire/data-codec.ts';
import type { DataBatch } from '#main/wire/data-stream.ts';
import type { TradeUpdate } from '#main/wire/trade-stream.ts';
import { until } from '#test/faults/support/desk.ts';
import { rawOf, startFrameServer, type FrameServer } from '#test/campaigns/support/frame-server.ts';
import { createMutator } from '#test/campaigns/support/junk.ts';
import { createDice, repeatFile, SEED, type Dice } from '#test/campaigns/support/seed.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';
import { samples, update } from '#test/unit/wire/frame-samples.ts';

const COUNT = atScale(40_000);
/** Frames that break the protocol end the connection: so many times as often as needed to see the link come back. */
const RAW_SHARE = 0.01;
const FRAGMENT_SHARE = 0.05;
const BLOCK = 50;
const DEAD_LINE_MS = 100;
const COMES_BACK_MS = 20_000;
/** A new attempt comes at once: the waits before it have tests of their own. */
const LIMITS = { aliveMs: 100, busyMs: 100, backoff: { firstMs: 5, capMs: 50 } };

type Stream = {
  name: string;
  server: FrameServer;
  link: Link;
  sample: () => unknown;
  encode(message: unknown): string | Uint8Array;
  /** What was delivered although it should not have been. */
  unsound: string[];
  delivered(): number;
  /** A good frame that can be told from every other. */
  marked(mark: string): unknown;
  heard: Set<string>;
};

async function openPriceStream(codecName: CodecName, dice: Dice): Promise<Stream> {
  const codec = createDataCodec(codecName);
  const server = await startFrameServer((socket) => {
    socket.send(codec.encode([{ T: 'success', msg: 'authenticated' }]));
    return 'ready';
  });
  const unsound: string[] = [];
  const heard = new Set<string>();
  let delivered = 0;
  const link = createDataLink({
    ...shared(server.url),
    codec: codecName,
    onEvents(batches) {
      delivered += batches.length;
      for (const batch of batches) {
        unsound.push(...wrongWith(batch));
        for (const { symbol } of batch.trades) heard.add(symbol);
      }
    },
  });
  // Nothing else is heard.
  const want = (...more: string[]) => link.want({ trades: ['AAPL', ...more], bars: ['AAPL'] });
  want();
  return {
    name: `prices, ${codecName}`,
    server,
    link,
    sample: () =>
      [dice.pick(samples.filter(({ T }) => T !== 'error')), dice.pick(samples.slice(0, 2))].map(
        (message) => timed(message, codecName),
      ),
    encode(message) {
      try {
        return codec.encode(message as object);
      } catch {
        return TOO_DEEP;
      }
    },
    unsound,
    delivered: () => delivered,
    marked(mark) {
      want(mark);
      return [{ ...samples[1], S: mark }];
    },
    heard,
  };
}

async function openOrderStream(): Promise<Stream> {
  const server = await startFrameServer((socket, heard) => {
    const isListen = heard.toString().includes('"listen"');
    socket.send(
      JSON.stringify(
        isListen
          ? { stream: 'listening', data: { streams: ['trade_updates'] } }
          : { stream: 'authorization', data: { status: 'authorized', action: 'authenticate' } },
      ),
    );
    return isListen ? 'ready' : 'wait';
  });
  const unsound: string[] = [];
  const heard = new Set<string>();
  let delivered = 0;
  const link = createTradeLink({
    ...shared(server.url),
    onEvents(updates) {
      delivered += updates.length;
      for (const one of updates) {
        unsound.push(...wrongWithUpdate(one));
        heard.add(one.order.id);
      }
    },
  });
  return {
    name: 'orders',
    server,
    link,
    sample: () => update,
    encode: (message) => JSON.stringify(message) ?? '',
    unsound,
    delivered: () => delivered,
    marked: (mark) => ({
      ...update,
      data: { ...update.data, order: { ...update.data.order, id: mark } },
    }),
    heard,
  };
}

/** MessagePack has a spelling of its own for times, and the broker uses it. */
const timed = (message: object | undefined, codecName: CodecName): object | undefined =>
  codecName === 'msgpack' && message && 't' in message
    ? { ...message, t: new Date(String(message.t)) }
    : message;

const shared = (url: string) => ({
  url,
  credentials: () => ({ keyId: 'K', secretKey: 'S' }),
  onState: () => undefined,
  openSocket: openWebSocket,
  clock: systemClock,
  delay: systemDelay,
  random: systemRandom,
  log: () => undefined,
  limits: LIMITS,
});

/** In the place of what the encoder itself cannot write: lists in lists, deeper than it could go. */
const TOO_DEEP = Buffer.concat([Buffer.alloc(200_000, 0x91), Buffer.from([0xc0])]);

it(`survives ${COUNT} frames on each stream’s share (BALLAST_FUZZ_SEED=${SEED})`, async () => {
  const watch = watchProcess();
  const dice = createDice(SEED);
  const mutator = createMutator(dice, false);
  const streams = [
    await openPriceStream('json', dice),
    await openPriceStream('msgpack', dice),
    await openOrderStream(),
  ];
  const zero = { notBack: 0, unsound: 0, deaf: 0 };
  const complaints: string[] = [];
  let sent = 0;
  let broken = 0;
  for (const { link } of streams) link.start();

  async function isBack({ name, server, link }: Stream): Promise<void> {
    await until(
      `${name} is back`,
      () => server.ready() !== undefined && link.state().phase === 'live',
      COMES_BACK_MS,
    ).catch((error: unknown) => {
      zero.notBack++;
      complaints.push(`${String(error)} ${JSON.stringify(link.state())}`);
    });
  }

  while (sent < COUNT && complaints.length === 0) {
    const stream = dice.pick(streams);
    await isBack(stream);
    const socket = stream.server.ready();
    if (!socket) continue;
    for (let index = 0; index < BLOCK; index++) {
      sent++;
      const frame = badFrame(dice, stream, mutator);
      // Some of it may say that this client may not listen, which is not what is under test: see wire-orders.
      if (isFarewell(frame)) continue;
      const binary = typeof frame !== 'string';
      const cut = dice.chance(FRAGMENT_SHARE) ? dice.below(frame.length) : undefined;
      if (cut !== undefined) socket.send(frame.slice(0, cut), { binary, fin: false });
      socket.send(cut === undefined ? frame : frame.slice(cut), { binary, fin: true });
    }
    if (dice.chance(RAW_SHARE * BLOCK)) {
      broken++;
      const { attempts } = stream.link.counters();
      rawOf(socket).write(badBytes(dice));
      // Some of it is only the beginning of a frame that never ends: then the line goes dead.
      setTimeout(() => socket.terminate(), DEAD_LINE_MS);
      await until('a new attempt', () => stream.link.counters().attempts > attempts, COMES_BACK_MS);
    } else {
      // The link that got all of it still hears a good one.
      const mark = `MARK${sent}`;
      socket.send(stream.encode(stream.marked(mark)));
      await until('the link hears', () => stream.heard.has(mark), COMES_BACK_MS).catch(() => {
        zero.deaf++;
        complaints.push(`${stream.name} hears nothing: ${JSON.stringify(stream.link.state())}`);
      });
    }
  }
  for (const stream of streams) {
    await isBack(stream);
    zero.unsound += stream.unsound.length;
    complaints.push(...stream.unsound.slice(0, 5));
    stream.link.stop();
    await stream.server.close();
  }
  watch.stop();
  const counters = streams.map(({ link }) => link.counters());
  tellProof({
    part: 'fuzz',
    what: 'wire: mutated frames through both links, JSON and MessagePack',
    count: sent,
    zero: { ...zero, unhandled: watch.unhandled.length },
    figures: {
      'protocol broken': broken,
      'connections made': counters.reduce((sum, { attempts }) => sum + attempts, 0),
      'frames read': counters.reduce((sum, { frames }) => sum + frames, 0),
      'frames refused': counters.reduce((sum, { refused }) => sum + refused, 0),
      delivered: streams.reduce((sum, { delivered }) => sum + delivered(), 0),
    },
    seed: SEED,
    repeat: repeatFile('fuzz-wire-frames.test.ts'),
  });
  expect(complaints).toEqual([]);
  expect(watch.unhandled).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(COUNT);
});

function badFrame(
  dice: Dice,
  stream: Stream,
  { junk, mutate }: ReturnType<typeof createMutator>,
): string | Uint8Array {
  const { below, chance, pick } = dice;
  const good = stream.encode(stream.sample());
  const kind = below(8);
  if (kind < 4) return stream.encode(mutate(stream.sample()));
  if (kind === 4)
    return stream.encode(chance(0.5) ? [junk()] : { stream: 'trade_updates', data: junk() });
  if (kind === 5) return Uint8Array.from({ length: below(200) }, () => below(256));
  if (kind === 6) return good.slice(0, below(good.length));
  const bytes = Uint8Array.from(typeof good === 'string' ? Buffer.from(good) : good);
  for (let times = 1 + below(8); times > 0; times--) bytes[below(bytes.length)] = below(256);
  return pick([bytes, new TextDecoder().decode(bytes)]);
}

/** What the broker says before it hangs up for good. */
const isFarewell = (frame: string | Uint8Array): boolean =>
  /"T":"error"|unauthorized|"listening"|"authorization"/.test(
    typeof frame === 'string' ? frame : Buffer.from(frame).toString('latin1'),
  );

/** Bytes that no end of this protocol may send. */
function badBytes({ pick, below }: Dice): Buffer {
  return pick([
    Buffer.from([0x83, 0x01, 0x41]), // an opcode that is not given out
    Buffer.from([0xf1, 0x01, 0x41]), // reserved bits
    Buffer.from([0x81, 0x82, 1, 2, 3, 4, 5, 6]), // masked, as only a client may
    Buffer.from([0x80, 0x01, 0x41]), // goes on with nothing
    Buffer.from([0x09, 0x01, 0x41]), // a ping in fragments
    Buffer.from([0x82, 0x7f, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), // longer than anything
    Buffer.from([0x82, 0x7f, 0, 0, 0, 0, 0x10, 0, 0, 0]), // 256 MiB
    Buffer.from([0x81, 0x02, 0xc0, 0x80]), // text that is no UTF-8
    Buffer.from([0x88, 0x01, 0x41]), // a farewell of one byte
    Buffer.from([0x88, 0x02, 0x00, 0x00]), // a farewell for no reason
    Buffer.from(Array.from({ length: 20 + below(200) }, () => below(256))),
  ]);
}

function wrongWith({ trades, bars }: DataBatch): string[] {
  const badTrades = trades.filter(
    ({ symbol, price, tradedAt }) =>
      typeof symbol !== 'string' || !isDecimal(price) || !Number.isFinite(tradedAt),
  );
  const badBars = bars.filter(
    ({ symbol, ...numbers }) =>
      typeof symbol !== 'string' || !Object.values(numbers).every(Number.isFinite),
  );
  return [...badTrades, ...badBars].map((one) => JSON.stringify(one));
}

function wrongWithUpdate({ event, order, fill }: TradeUpdate): string[] {
  const isSound =
    [event, order.id, order.clientOrderId, order.status, order.symbol].every(
      (text) => typeof text === 'string',
    ) &&
    isDecimal(order.filledQty) &&
    (fill === undefined || (isDecimal(fill.qty) && isDecimal(fill.price)));
  return isSound ? [] : [JSON.stringify({ event, order, fill })];
}
