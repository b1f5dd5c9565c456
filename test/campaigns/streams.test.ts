// A thousand cuts and a thousand mutes, over many accounts of one broker at once: each account has its own troubles at
// its own moments, and afterwards shows what the broker has.
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Gap } from '#contract/trading.ts';
import { barProblems, MINUTE_MS, quickenMarket } from '#test/faults/support/bars.ts';
import { createRandom } from '#test/faults/support/campaign.ts';
import { PATIENT_MS, until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { gapsOf, inReopenings, keepReopening, lossesMs } from '#test/faults/support/healing.ts';
import { createRig, type Rig } from '#test/faults/support/rig.ts';
import { ALIVE_MS, healingMs, phaseOf, tradeABit } from '#test/faults/support/stream-faults.ts';
import { compareWithBroker } from '#test/faults/support/truth.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const SEED = Number(process.env['STREAM_SEED'] ?? randomInt(2 ** 31));
const MUTE_MS = 400;
const CALM = { mayResend: true, timeoutMs: PATIENT_MS };
/** Not to heal at all. How long it takes is judged by what a reopening takes. */
const AT_MOST_MS = 120_000;
const repeat = `STREAM_SEED=${SEED} BALLAST_SCALE=${SCALE} npx vitest run --project campaigns test/campaigns/streams.test.ts`;

const isFilled = ({ filledAt }: Gap): boolean => filledAt !== undefined;

/** Gaps that are too many or too few, and gaps that nobody filled. One that is known to be mute is given up, and leaves one. */
const gapFaults = (
  accounts: readonly TestAccount[],
  stream: 'orders' | 'prices',
  cuts: ReadonlyMap<TestAccount, number>,
  mostMutes = 0,
): { miscounted: number; open: number } => {
  let miscounted = 0;
  let open = 0;
  for (const account of accounts) {
    const gaps = gapsOf(account, stream);
    const over = gaps.length - (cuts.get(account) ?? 0);
    miscounted += over < 0 ? -over : Math.max(0, over - mostMutes);
    open += gaps.filter((gap) => !isFilled(gap)).length;
  }
  return { miscounted, open };
};

/** Everybody at once; what went wrong is told when all are done, so that the row is told too. */
async function forAll<T>(all: readonly T[], run: (one: T, index: number) => Promise<void>) {
  const ended = await Promise.allSettled(all.map(run));
  return ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
}

async function openMany(rig: Rig, count: number, options: Parameters<Rig['open']>[1] = {}) {
  const accounts: TestAccount[] = [];
  for (let n = 0; n < count; n++)
    accounts.push(rig.open(await rig.newSeat(), { ...CALM, ...options }));
  await Promise.all(accounts.map(untilArmed));
  return accounts;
}

/** A stream that is cut again before it has lived a while waits longer each time. */
const untilItHasLived = (account: TestAccount, name: 'orders' | 'prices', elapsed: () => number) =>
  until(`the stream of ${name} has lived a while`, () => elapsed() > ALIVE_MS, 60_000).then(() =>
    until('it is live', () => phaseOf(account, name) === 'live', AT_MOST_MS),
  );

describe('many accounts at once', () => {
  const DESKS = SCALE > 0.1 ? 25 : 10;
  const ROUNDS = Math.ceil(atScale(1_000, 20) / DESKS);

  it(`the order streams heal after ${DESKS * ROUNDS} cuts and as many mutes (STREAM_SEED=${SEED})`, async () => {
    const rig = await createRig(7);
    try {
      const accounts = await openMany(rig, DESKS);
      const cuts = new Map<TestAccount, number>();
      const times = { cut: [] as number[], mute: [] as number[] };
      const losses: number[] = [];
      const spare = await rig.newSeat();
      const since = () => new Date(Date.now() - 1_000).toISOString();

      async function cutOnce(account: TestAccount, random: () => number): Promise<void> {
        const from = since();
        const trading = tradeABit(account, random);
        await new Promise((resolve) => setTimeout(resolve, random() * 60));
        const cutAt = Date.now();
        const ended = await rig.cut('trade', account.brokerAccountId);
        cuts.set(account, (cuts.get(account) ?? 0) + ended);
        const gap = () => gapsOf(account, 'orders').find((one) => isFilled(one) && one.to >= cutAt);
        await trading;
        await until(
          'the cut is known, and its gap is filled',
          () => ended === 0 || gap() !== undefined,
          AT_MOST_MS,
        );
        const { from: lostAt, filledAt } = gap() ?? {};
        if (lostAt !== undefined && filledAt !== undefined) losses.push(filledAt - lostAt);
        times.cut.push(await healingMs(account, from, AT_MOST_MS));
      }

      async function muteOnce(account: TestAccount, random: () => number): Promise<void> {
        const from = since();
        const match = { stream: 'trade', accountId: account.brokerAccountId };
        const faultId = await rig.fault(match, { kind: 'mute', ms: MUTE_MS });
        await tradeABit(account, random);
        await until('it was mute', async () => (await rig.fired(faultId)) === 1, AT_MOST_MS);
        times.mute.push(await healingMs(account, from, AT_MOST_MS));
        await rig.removeFault(faultId);
      }

      const reopening = keepReopening(rig, spare, CALM);
      const problems = await forAll(accounts, async (account, number) => {
        const random = createRandom(SEED + number);
        // Not all in step: everybody begins at another moment.
        await new Promise((resolve) => setTimeout(resolve, random() * 2_000));
        for (let round = 0; round < ROUNDS; round++) {
          const began = performance.now();
          await muteOnce(account, random);
          await untilItHasLived(account, 'orders', () =>
            round === 0 ? Infinity : performance.now() - began,
          );
          await cutOnce(account, random);
        }
      });
      const reopenedMs = await reopening.stop();
      const differences: string[] = [];
      for (const account of accounts)
        differences.push(...(await compareWithBroker(account)).differences);
      const audit = await rig.audit(accounts);
      const { miscounted, open } = gapFaults(accounts, 'orders', cuts, ROUNDS);
      const { figures, slow } = inReopenings(
        [
          { name: 'order stream, from a cut until all is read', when: 'after a cut', ms: losses },
          { name: 'of that, once it is live again', when: 'once live again', ms: times.cut },
          { name: 'order stream, after a mute', when: 'after a mute', ms: times.mute },
        ],
        reopenedMs,
      );
      tellProof({
        part: 'streams',
        what: `order streams of ${DESKS} accounts: cut, and mute with pings answered, while orders are placed and filled`,
        count: times.cut.length + times.mute.length,
        zero: {
          'cuts without exactly one GAP': miscounted,
          'GAPs not filled': open,
          'differences from the broker afterwards': differences.length,
          'lost, duplicated or on the wrong account': audit.problems.length,
          'not healed': problems.length,
          'healed too slowly beside a reopening': slow.length,
        },
        figures: { cuts: times.cut.length, mutes: times.mute.length, ...figures },
        seed: SEED,
        repeat,
      });
      expect(problems.join('\n'), repeat).toBe('');
      expect([times.cut.length, times.mute.length]).toEqual([DESKS * ROUNDS, DESKS * ROUNDS]);
      expect({ miscounted, open }).toEqual({ miscounted: 0, open: 0 });
      expect(differences).toEqual([]);
      expect(audit.problems).toEqual([]);
      expect(slow).toEqual([]);
    } finally {
      await rig.stop();
    }
  });
});

describe('charts of many accounts at once', () => {
  const DESKS = SCALE > 0.1 ? 20 : 5;
  const ROUNDS = Math.ceil(atScale(300, 5) / DESKS);
  /** A minute of the market in a second: more would drown the machine in prints for everybody. */
  const SPEED = 60;
  const SYMBOL = 'AAPL';

  it(`have the broker's bars after ${DESKS * ROUNDS} cuts and as many mutes (STREAM_SEED=${SEED})`, async () => {
    const rig = await createRig(8);
    try {
      const clock = await quickenMarket(rig, SPEED);
      const accounts = await openMany(rig, DESKS, { clock });
      for (const { unit } of accounts) unit.watchSymbols([SYMBOL]);
      const cuts = new Map<TestAccount, number>();
      let mutes = 0;

      const lastBar = ({ unit }: TestAccount): number => unit.bars.bars(SYMBOL).at(-1)?.time ?? 0;
      const untilMinutesPass = async (account: TestAccount): Promise<void> => {
        const start = lastBar(account);
        await until('minutes pass', () => lastBar(account) > start + MINUTE_MS, AT_MOST_MS);
      };
      const untilHistory = (account: TestAccount): Promise<void> =>
        until(
          'the bars are the broker’s',
          async () => (await barProblems(rig, account, SYMBOL)).length === 0,
          AT_MOST_MS,
        );

      const reopening = keepReopening(rig, await rig.newSeat(), { ...CALM, clock });
      const problems = await forAll(accounts, async (account, number) => {
        const random = createRandom(SEED - number);
        const { brokerAccountId: accountId } = account;
        await until('there is a bar', () => lastBar(account) > 0, AT_MOST_MS);
        await new Promise((resolve) => setTimeout(resolve, random() * 2_000));
        for (let round = 0; round < ROUNDS; round++) {
          const began = performance.now();
          const faultId = await rig.fault(
            { stream: 'data', accountId },
            { kind: 'mute', ms: 1_500 + Math.floor(random() * 1_000) },
          );
          await until('it was mute', async () => (await rig.fired(faultId)) === 1, AT_MOST_MS);
          await untilMinutesPass(account);
          await untilHistory(account);
          mutes++;
          await rig.removeFault(faultId);
          await untilItHasLived(account, 'prices', () =>
            round === 0 ? Infinity : performance.now() - began,
          );
          cuts.set(account, (cuts.get(account) ?? 0) + (await rig.cut('data', accountId)));
          await until(
            'the cut is known, and its gap is filled',
            () => gapsOf(account, 'prices').filter(isFilled).length >= (cuts.get(account) ?? 0),
            AT_MOST_MS,
          );
          await untilMinutesPass(account);
          await untilHistory(account);
        }
      });
      const reopenedMs = await reopening.stop();
      const different: string[] = [];
      for (const account of accounts)
        if (problems.length === 0) different.push(...(await barProblems(rig, account, SYMBOL)));
      const { miscounted, open } = gapFaults(accounts, 'prices', cuts);
      // On the market's clock, which is so much faster.
      const healed = accounts
        .flatMap((account) => lossesMs(account, 'prices'))
        .map((ms) => ms / SPEED);
      const { figures, slow } = inReopenings(
        [{ name: 'price stream, from a cut until all is read', when: 'after a cut', ms: healed }],
        reopenedMs,
      );
      tellProof({
        part: 'streams',
        what: `price streams of ${DESKS} charts, a market minute a second: cut, and mute with pings answered`,
        count: healed.length + mutes,
        zero: {
          'cuts without exactly one GAP': miscounted,
          'GAPs not filled': open,
          "bars missing, doubled or unlike the broker's": different.length,
          'not healed': problems.length,
          'healed too slowly beside a reopening': slow.length,
        },
        figures: { cuts: healed.length, mutes, ...figures },
        seed: SEED,
        repeat,
      });
      expect(problems.join('\n'), repeat).toBe('');
      expect([healed.length, mutes]).toEqual([DESKS * ROUNDS, DESKS * ROUNDS]);
      expect({ miscounted, open }).toEqual({ miscounted: 0, open: 0 });
      expect(different).toEqual([]);
      expect(slow).toEqual([]);
    } finally {
      await rig.stop();
    }
  });
});
