// The worst that fits into one message, said to a real account: for how long does nothing else run, the stop among it?
import { expect, it } from 'vitest';
import { createDataCodec } from '#main/wire/data-codec.ts';
import { openHostileDesk, reads, type Desk } from '#test/campaigns/support/hostile-desk.ts';
import { hostileTexts } from '#test/campaigns/support/hostile-texts.ts';
import { createDice, repeatFile, SEED } from '#test/campaigns/support/seed.ts';
import { someOf } from '#test/campaigns/support/every-member.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';

const MIB = 1024 * 1024;
/** What a person takes for at once. */
const AIM_MS = 1_000;
/** Collecting what was left behind may fall into any try, and a message that stalls the desk does so every time. */
const TRIES = 3;
const LARGEST_FRAME = 2 * MIB;
const LARGEST_ANSWER = 4 * MIB;
const LARGEST_LIST = 24 * MIB;
const SPARE = 1_000;
const COUNT = atScale(700, 60);

/** What it is made of is made first, outside of what is measured. */
type Message = { what: string; make(): (desk: Desk) => Promise<unknown> };

it(`is never held up by one of ${COUNT} messages (BALLAST_FUZZ_SEED=${SEED})`, async () => {
  const watch = watchProcess();
  const desk = await openHostileDesk();
  try {
    const first = await desk.check();
    expect(first).toEqual([]);
    const { id = '', clientOrderId = '' } = desk.unit().book.openOrders()[0] ?? {};
    const all = everyMessage(id, clientOrderId);
    const chosen = someOf(all, COUNT, createDice(SEED));
    let longest = { ms: 0, what: '' };
    const slow: string[] = [];
    for (const { what, make } of chosen) {
      const say = make();
      let ms = Infinity;
      for (let again = 0; again < TRIES && ms > AIM_MS; again++) {
        await desk.untilLive();
        ms = Math.min(ms, await pauseOf(() => say(desk)));
      }
      if (ms > longest.ms) longest = { ms: Math.round(ms), what };
      if (ms > AIM_MS) slow.push(`${what}: ${Math.round(ms)} ms`);
    }
    desk.unit().wake();
    await desk.untilLive();
    const wrong = await desk.check();
    tellProof({
      part: 'fuzz',
      what: 'wire: the longest pause of main under a single message, up to the largest that is taken',
      count: chosen.length,
      zero: {
        'pauses over 1 s': slow.length,
        'something wrong afterwards': wrong.length,
        unhandled: watch.unhandled.length,
      },
      figures: { 'longest pause': `${longest.ms} ms`, 'under what': longest.what },
      seed: SEED,
      repeat: repeatFile('fuzz-wire-pauses.test.ts'),
    });
    expect(slow).toEqual([]);
    expect(wrong).toEqual([]);
    expect(watch.unhandled).toEqual([]);
  } finally {
    await desk.close();
    watch.stop();
  }
});

const spentMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The longest time in which nothing else could run: of the processor, whatever else the machine does. */
async function pauseOf(work: () => Promise<unknown>): Promise<number> {
  let last = spentMs();
  let longest = 0;
  let isOver = false;
  const look = (): void => {
    const now = spentMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  // What follows from it, such as rows for the journal and news for the page.
  await new Promise((resolve) => setTimeout(resolve, 20));
  isOver = true;
  return longest;
}

function everyMessage(orderId: string, clientOrderId: string): Message[] {
  const frame = (what: string, stream: 'orders' | 'prices', make: () => string | Uint8Array) => ({
    what: `a frame of ${what} on the stream of ${stream}`,
    make() {
      const made = Buffer.from(make());
      return ({ door }: Desk) => door.say(stream, made);
    },
  });
  const orderFrames = hostileTexts(LARGEST_FRAME - SPARE).flatMap(([what, make]) => [
    frame(what, 'orders', make),
    frame(
      `an update with ${what}`,
      'orders',
      () => `{"stream":"trade_updates","data":{"event":"new","order":${make()}}}`,
    ),
  ]);
  const answers = reads(orderId, clientOrderId).flatMap(([name, read]) =>
    hostileTexts((name === 'assets' ? LARGEST_LIST : LARGEST_ANSWER) - SPARE).map(
      ([what, make]): Message => ({
        what: `an answer of ${what} to ${name}`,
        make() {
          const body = Buffer.from(make());
          return async ({ door, unit }) => {
            door.spoil(() => ({ text: body }));
            await read(unit().client);
            door.spoil(undefined);
          };
        },
      }),
    ),
  );
  return [
    ...orderFrames,
    ...priceFrames().map(([what, made]) => frame(what, 'prices', () => made)),
    ...answers,
  ];
}

function priceFrames(): [string, Uint8Array][] {
  const { encode } = createDataCodec('msgpack');
  const t = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const bar = (nth: number) => ({
    T: 'b',
    S: 'AAPL',
    t: new Date(t.getTime() - nth * 60_000),
    o: 1,
    h: 1,
    l: 1,
    c: 1,
    v: 1,
  });
  const trade = (nth: number) => ({ T: 't', S: nth % 2 === 0 ? 'AAPL' : `Z${nth}`, p: 1 + nth, t });
  const many = (count: number, make: (nth: number) => unknown): Uint8Array =>
    Buffer.from(encode(Array.from({ length: count }, (_, nth) => make(nth))));
  return [
    ['bars of one symbol', many(40_000, bar)],
    ['bars of one minute', many(40_000, () => bar(0))],
    ['bars of many symbols', many(40_000, (nth) => ({ ...bar(0), S: `Z${nth}` }))],
    ['trades', many(50_000, trade)],
    ['nothing', many(240_000, () => null)],
    ['records', many(200_000, () => ({}))],
    [
      'names',
      many(1, () => Object.fromEntries(Array.from({ length: 60_000 }, (_, nth) => [`k${nth}`, 1]))),
    ],
    [
      'a subscription',
      many(1, () => ({
        T: 'subscription',
        trades: Array.from({ length: 200_000 }, (_, nth) => `Z${nth}`),
        bars: [],
      })),
    ],
  ];
}
