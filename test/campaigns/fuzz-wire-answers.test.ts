// Mutated answers through the real client over real sockets: every exchange ends, in a kind that is known, and nothing
// that was cut or refused is taken for a success.
import { expect, it } from 'vitest';
import type { Result } from '#contract/failure.ts';
import type { ClientDeps } from '#main/broker/client.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import { createReplies, type MutatedReply } from '#test/campaigns/support/raw-replies.ts';
import { startRawServer } from '#test/campaigns/support/raw-server.ts';
import { createDice, repeatFile, SEED, type Dice } from '#test/campaigns/support/seed.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';
import { clientOf, realDelay } from '#test/unit/broker/local-broker.ts';
import { expectTyped, probes } from '#test/unit/broker/probes.ts';

const COUNT = atScale(60_000);
const WORKERS = 6;
/** The client's time runs this much faster: it heeds a Retry-After, and half a minute of that each would be for ever. */
const HASTE = 200;
const TIMEOUT_MS = 60_000;
/** Three tries of a read with their pauses, on a machine that does much else. */
const HANG_MS = 20_000;
const hasty: Pick<ClientDeps, 'clock' | 'delay'> = {
  clock: { wall: () => Date.now(), elapsed: () => performance.now() * HASTE },
  delay: (ms, run) => realDelay(ms / HASTE, run),
};

it(`ends each of ${COUNT} exchanges in a known kind (BALLAST_FUZZ_SEED=${SEED})`, async () => {
  const watch = watchProcess();
  const found: Found = {
    zero: { hung: 0, threw: 0, unknownKinds: 0, falseSuccesses: 0 },
    kinds: {},
    complaints: [],
    longestMs: 0,
    answered: 0,
  };
  await Promise.all(
    Array.from({ length: WORKERS }, (_, worker) =>
      exchange(createDice(SEED + worker), Math.ceil(COUNT / WORKERS), found),
    ),
  );
  watch.stop();
  const { zero, kinds, complaints, longestMs, answered } = found;
  tellProof({
    part: 'fuzz',
    what: 'wire: mutated answers through the real client',
    count: answered,
    zero: { ...zero, unhandled: watch.unhandled.length },
    figures: { exchanges: COUNT, ...kinds, 'longest exchange, ms': Math.round(longestMs) },
    seed: SEED,
    repeat: repeatFile('fuzz-wire-answers.test.ts'),
  });
  expect(complaints).toEqual([]);
  expect(watch.unhandled).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(COUNT);
  for (const kind of ['ok', 'unavailable', 'refused', 'offline', 'lost'])
    expect(kinds[kind] ?? 0).toBeGreaterThan(COUNT / 1_000);
});

type Found = {
  zero: Record<'hung' | 'threw' | 'unknownKinds' | 'falseSuccesses', number>;
  kinds: Record<string, number>;
  complaints: string[];
  longestMs: number;
  answered: number;
};

/** One server and one client at a time, so that it is known which answer belongs to which exchange. */
async function exchange(dice: Dice, count: number, found: Found): Promise<void> {
  const { zero, kinds, complaints } = found;
  const replies = createReplies(dice);
  let reply: MutatedReply;
  const server = await startRawServer(() => reply);
  const open = () => clientOf(server.origin, { timeoutMs: TIMEOUT_MS, ...hasty });
  let client = open();
  for (let index = 0; index < count; index++) {
    const probe = dice.pick(probes);
    reply = replies(probe.json);
    const complain = (what: keyof Found['zero'], told: unknown): void => {
      zero[what]++;
      const { parts, ...rest } = reply;
      const bytes = JSON.stringify(Buffer.concat(parts).toString('latin1').slice(0, 900));
      const asked = `${String(probe.call)}: ${JSON.stringify(rest)} ${bytes}`;
      if (complaints.length < 10) complaints.push(`${what} ${asked} → ${String(told)}`);
    };
    const began = performance.now();
    const outcome = await ended(probe.call(client)).catch((error: unknown) => {
      complain('threw', error);
      return undefined;
    });
    found.longestMs = Math.max(found.longestMs, performance.now() - began);
    if (outcome === 'hung') complain('hung', `${HANG_MS} ms`);
    if (outcome === undefined || outcome === 'hung') continue;
    try {
      expectTyped(outcome);
    } catch (error) {
      complain('unknownKinds', error);
    }
    const { kind, result } = read(outcome);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    const isFalse =
      result?.ok === true &&
      (reply.isCut ||
        (reply.status ?? 200) > 299 ||
        probe.fits?.safeParse(result.value).success === false);
    if (isFalse) complain('falseSuccesses', JSON.stringify(result).slice(0, 300));
    if (reply.isLimiting || kind === 'throttled') {
      client.close();
      client = open();
    }
  }
  client.close();
  found.answered += server.answered();
  await server.close();
}

function read(outcome: Result<unknown> | Sent<unknown>): {
  kind: string;
  result: Result<unknown> | undefined;
} {
  if (!('ok' in outcome) && outcome.kind !== 'answer')
    return { kind: outcome.kind, result: undefined };
  const result = 'ok' in outcome ? outcome : outcome.result;
  return { kind: result.ok ? 'ok' : result.failure.kind, result };
}

type Ended = Result<unknown> | Sent<unknown> | 'hung';

async function ended(work: Promise<Result<unknown> | Sent<unknown>>): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<'hung'>();
  const timer = setTimeout(() => resolve('hung'), HANG_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
