// A broker that has every member of every record wrong, one after the other, in answers and on both streams, against a
// real account: it lives, an order afterwards is placed and recorded, and what was echoed of its key is nowhere.
import { expect, it } from 'vitest';
import { parseJson } from '#main/tools/json.ts';
import { createDataCodec } from '#main/wire/data-codec.ts';
import {
  mutated,
  mutatedValue,
  mutationsOf,
  someOf,
  type Mutation,
} from '#test/campaigns/support/every-member.ts';
import { KEY, openHostileDesk, reads, type Desk } from '#test/campaigns/support/hostile-desk.ts';
import type { Stream } from '#test/campaigns/support/hostile-door.ts';
import { createDice, repeatFile, SEED } from '#test/campaigns/support/seed.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';
import { newIntentId, until } from '#test/faults/support/desk.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';
import { samples } from '#test/unit/wire/frame-samples.ts';

const COUNT = atScale(12_000, 1_000);
const BETWEEN_CHECKS = 125;
const codec = createDataCodec('msgpack');

type Try = { what: string; run(desk: Desk): Promise<unknown> };

it(`lives through ${COUNT} spoiled records (BALLAST_FUZZ_SEED=${SEED})`, async () => {
  const watch = watchProcess();
  const dice = createDice(SEED);
  const desk = await openHostileDesk();
  try {
    const tries = await everyTry(desk);
    const chosen = someOf(tries, COUNT, dice);
    const complaints: string[] = [];
    let done = 0;
    const check = async (what: string): Promise<void> => {
      desk.unit().wake();
      await desk.untilLive();
      for (const wrong of await desk.check()) complaints.push(`after ${what}: ${wrong}`);
    };
    for (const { what, run } of chosen) {
      await run(desk).catch((error: unknown) => complaints.push(`${what}: ${String(error)}`));
      if (++done % BETWEEN_CHECKS === 0) await check(what);
      if (complaints.length > 5) break;
    }
    // Then everything at once, with the desk reading for itself.
    desk.door.spoil((_path, text) => {
      const json = parseJson(text);
      return json === undefined ? undefined : { text: mutated(json, dice.pick(mutationsOf(json))) };
    });
    for (let index = 0; index < 3; index++) {
      desk.unit().wake();
      await Promise.all(reads('o', 'c').map(([, read]) => read(desk.unit().client)));
    }
    await check('everything at once');
    await desk.restart();
    await check('a restart');
    const leaks = desk.leaks();
    tellProof({
      part: 'fuzz',
      what: 'wire: every member of every record wrong, in answers and on both streams, against a real account',
      count: done,
      zero: {
        'something wrong afterwards': complaints.length,
        'secrets found': leaks.length,
        unhandled: watch.unhandled.length,
      },
      figures: { 'ways there are': tries.length },
      seed: SEED,
      repeat: repeatFile('fuzz-wire-desk.test.ts'),
    });
    expect(complaints).toEqual([]);
    expect(leaks).toEqual([]);
    expect(watch.unhandled).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(done).toBe(chosen.length);
  } finally {
    await desk.close();
    watch.stop();
  }
});

async function everyTry(desk: Desk): Promise<Try[]> {
  const { door } = desk;
  const intentId = newIntentId();
  const draft = restingDraft('MSFT', '3');
  await desk.unit().trading.submit({ intentId, draft, confirmations: [] });
  await until('the order is told of', () => door.lastSaid('orders')?.includes(intentId) === true);
  const update = parseJson(door.lastSaid('orders')?.toString() ?? '');
  const orderId = desk.unit().book.openOrders()[0]?.id ?? '';

  const answers: Try[] = [];
  for (const [name, read] of reads(orderId, intentId)) {
    let sample: unknown;
    door.spoil((_path, text) => {
      sample ??= parseJson(text);
      return undefined;
    });
    await read(desk.unit().client);
    for (const mutation of mutationsOf(sample))
      answers.push({
        what: words(name, mutation),
        async run({ unit }) {
          const text = mutated(sample, mutation);
          door.spoil(() => ({ text, requestId: `r ${KEY.secretKey} ${text.length}` }));
          await read(unit().client);
          door.spoil(undefined);
        },
      });
  }
  door.spoil(undefined);
  const said = (stream: Stream, sample: unknown, encode: Encode): Try[] =>
    mutationsOf(sample).map((mutation) => ({
      what: words(stream, mutation),
      async run({ untilLive }) {
        await untilLive();
        await door.say(stream, encode(sample, mutation));
      },
    }));
  return [
    ...answers,
    ...said('orders', update, mutated),
    // An error of the price stream may ask the client to go away for half a minute.
    ...samples
      .filter(({ T }) => T !== 'error')
      .flatMap((sample) => said('prices', [sample], packed)),
  ];
}

type Encode = (sample: unknown, mutation: Mutation) => string | Uint8Array;
const packed: Encode = (sample, mutation) => codec.encode(mutatedValue(sample, mutation) as object);

const words = (name: string, { path, how }: Mutation): string =>
  `${name} ${path.join('.')}: ${how}`;
