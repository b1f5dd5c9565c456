// Whatever happens to the streams, the desk shows what the broker has soon afterwards, measured in reopenings of an account
// in the same run, and every hole leaves exactly one GAP record, filled.
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gap } from '#contract/trading.ts';
import { barProblems, quickenMarket } from '#test/faults/support/bars.ts';
import { createRandom } from '#test/faults/support/campaign.ts';
import {
  newIntentId,
  PATIENT_MS,
  until,
  untilArmed,
  type TestAccount,
} from '#test/faults/support/desk.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';
import { reopenMs, gapsOf, inReopenings, lossesMs } from '#test/faults/support/healing.ts';
import { createRig, type Rig } from '#test/faults/support/rig.ts';
import {
  chooseFault,
  ALIVE_MS,
  healingMs,
  isCut,
  isCutForAll,
  isUntelling,
  phaseOf,
  tradeUnderFault,
} from '#test/faults/support/stream-faults.ts';
import { compareWithBroker } from '#test/faults/support/truth.ts';
import { atScale } from '#test/support/scale.ts';

const ROUNDS = atScale(200, 40);
const SEED = Number(process.env['STREAM_SEED'] ?? randomInt(2 ** 31));
/** Not to heal at all. How long it takes is judged by what a reopening takes. */
const HEAL_MS = 20_000;

const isFilled = ({ filledAt }: Gap): boolean => filledAt !== undefined;

describe('the order stream', () => {
  const DESKS = 4;
  const accounts: TestAccount[] = [];
  let rig: Rig;
  beforeAll(async () => {
    rig = await createRig(7);
    for (let count = 0; count < DESKS; count++)
      accounts.push(rig.open(await rig.newSeat(), { mayResend: true, timeoutMs: PATIENT_MS }));
    await Promise.all(accounts.map(untilArmed));
  });
  afterAll(() => rig.stop());

  it(`heals after ${ROUNDS} faults at random (STREAM_SEED=${SEED})`, async () => {
    const random = createRandom(SEED);
    const healed: [kind: string, ms: number][] = [];
    const calm = { mayResend: true, timeoutMs: PATIENT_MS };
    const spare = await rig.newSeat();
    const reopenedMs: number[] = [];
    const cuts = new Map(accounts.map((account) => [account, gapsOf(account, 'orders').length]));
    const cutRounds: { from: number; to: number }[] = [];
    /** What a mute stream did not tell begins with what it told last: before it was given up, or cut in a later round. */
    const isOfCut = (gap: Gap): boolean =>
      cutRounds.some(({ from, to }) => from <= gap.from && gap.from <= to);
    /** One that did not tell something, and nothing after it for a while, is known to be mute, and given up. */
    const untold = new Map(accounts.map((account) => [account, 0]));
    const gapsAreRight = (isDone: (gap: Gap) => boolean): boolean =>
      accounts.every((account) => {
        const gaps = gapsOf(account, 'orders');
        return gaps.length >= (cuts.get(account) ?? 0) && gaps.every(isDone);
      });
    for (let round = 0; round < ROUNDS; round++) {
      const account = accounts[round % DESKS];
      if (!account) continue;
      const kind = chooseFault(account, accounts, random);
      const began = Date.now();
      const since = new Date(began - 1_000).toISOString();
      await tradeUnderFault(rig, account, kind, random);
      if (isUntelling(kind)) untold.set(account, (untold.get(account) ?? 0) + 1);
      for (const cut of isCutForAll(kind) ? accounts : isCut(kind) ? [account] : [])
        cuts.set(cut, (cuts.get(cut) ?? 0) + 1);
      await until('the cut is known', () => gapsAreRight(() => true));
      const ms = await healingMs(account, since, HEAL_MS).catch((error: unknown) => {
        throw new Error(`round ${round}, ${kind}: ${String(error)}`);
      });
      healed.push([kind, ms]);
      await rig.clearFaults();
      await until('gaps are filled', () => gapsAreRight(isFilled), HEAL_MS);
      if (isCut(kind)) cutRounds.push({ from: began, to: Date.now() });
      for (const [one, count] of cuts) {
        const gaps = gapsOf(one, 'orders').length;
        expect(gaps, `after round ${round}, ${kind}`).toBeGreaterThanOrEqual(count);
        expect(gaps, `after round ${round}, ${kind}`).toBeLessThanOrEqual(
          count + (untold.get(one) ?? 0),
        );
      }
      if (round % 4 === 0) reopenedMs.push(await reopenMs(rig, spare, calm));
    }
    const losses = accounts.flatMap((one) => lossesMs(one, 'orders', isOfCut));
    expect(losses.length).toBeGreaterThanOrEqual(0.9 * cutRounds.length);
    const { figures, slow } = inReopenings(
      [
        { name: 'from a cut until all is read', when: 'after a cut', ms: losses },
        timesOf('any', healed),
      ],
      reopenedMs,
    );
    // There are too few of each kind to judge it alone.
    const kinds = [...Map.groupBy(healed, ([kind]) => kind)];
    const each = inReopenings(
      kinds.map(([kind, group]) => timesOf(kind, group)),
      reopenedMs,
    );
    for (const [name, times] of Object.entries({ ...figures, ...each.figures }))
      process.stdout.write(`  ${name}: ${times}\n`);
    expect(slow).toEqual([]);
    expect(healed.some(([kind]) => kind.startsWith('cut'))).toBe(true);
    for (const account of accounts)
      expect((await compareWithBroker(account)).differences).toEqual([]);
    const { problems } = await rig.audit(accounts);
    expect(problems).toEqual([]);
  });

  it('that is mute and answers pings: a fill is found without it', async () => {
    const [account] = accounts;
    if (!account) throw new Error('there is no account');
    const { brokerAccountId: accountId } = account;
    const mute = await rig.fault({ stream: 'trade', accountId }, { kind: 'mute', ms: 5_000 });
    const since = new Date(Date.now() - 1_000).toISOString();
    await account.unit.trading.submit({
      intentId: newIntentId(),
      draft: marketDraft('SPY', '2'),
      confirmations: [],
    });
    // It strikes with the first word about the order: without it the stream itself would have told of the fill.
    await until('it was mute', async () => (await rig.fired(mute)) === 1);
    const ms = await healingMs(account, since, HEAL_MS);
    process.stdout.write(`  the fill on a mute stream was found after ${Math.round(ms)} ms\n`);
    await rig.clearFaults();
  });
});

describe('the price stream', () => {
  const SYMBOLS = ['AAPL', 'MSFT'];
  const SPEED = 300;
  const BARS = { method: 'GET', path: '/v2/stocks/bars' };
  const FAILURE = { kind: 'status', status: 500, when: 'before' };
  let rig: Rig;
  let account: TestAccount;
  let cuts = 0;
  beforeAll(async () => {
    rig = await createRig(8);
    account = rig.open(await rig.newSeat(), { clock: await quickenMarket(rig, SPEED) });
    account.unit.watchSymbols(SYMBOLS);
    await untilArmed(account);
  });
  afterAll(() => rig.stop());

  /** Ascending, none missing, none doubled, each as the broker's history has it. */
  async function expectHistory(withinMs = HEAL_MS): Promise<void> {
    const problems = async (): Promise<string[]> =>
      (await Promise.all(SYMBOLS.map((symbol) => barProblems(rig, account, symbol)))).flat();
    await expect.poll(problems, { timeout: withinMs, interval: 50 }).toEqual([]);
  }
  const untilMinutesPass = async (): Promise<void> => {
    const last = () => account.unit.bars.bars('AAPL').at(-1)?.time ?? 0;
    const start = last();
    await until('minutes have passed', () => last() > start + 4 * 60_000);
  };
  async function expectGaps(): Promise<void> {
    await until('gaps are filled', () => gapsOf(account, 'prices').every(isFilled));
    expect(gapsOf(account, 'prices')).toHaveLength(cuts);
  }
  async function cut(): Promise<void> {
    cuts++;
    await rig.paper().control('POST', '/streams/cut', { stream: 'data' });
    await until('the cut is known', () => phaseOf(account, 'prices') !== 'live');
  }
  const untilLive = (): Promise<void> =>
    until('the stream is live', () => phaseOf(account, 'prices') === 'live');

  it('has the bars of the broker’s history', async () => {
    await untilMinutesPass();
    await expectHistory();
  });

  it('has them again after a cut', async () => {
    let liveAt = 0;
    for (let round = 0; round < Math.max(2, ROUNDS / 20); round++) {
      // Cut again before it has lived a while, it waits longer each time.
      if (round > 1) await until('it has lived', () => performance.now() > liveAt + ALIVE_MS);
      await cut();
      await untilLive();
      liveAt = performance.now();
      await untilMinutesPass();
      await expectHistory();
      await expectGaps();
    }
  });

  it('has them too when the history could not be read at first', async () => {
    const fault = await rig.fault(BARS, FAILURE, { times: 3 });
    await cut();
    await untilLive();
    await until('the history was refused', async () => (await rig.fired(fault)) === 3);
    await untilMinutesPass();
    await expectHistory(5_000);
    await expectGaps();
  });

  it.each([
    ['cut in the middle of a frame', { kind: 'cut' }],
    ['mute for some minutes', { kind: 'mute', ms: 700 }],
    ['garbage', { kind: 'garbage' }],
    ['duplicate', { kind: 'duplicate' }],
    ['reorder', { kind: 'reorder' }],
  ])('has them after %s', async (_name, act) => {
    const fault = await rig.fault({ stream: 'data' }, act);
    await until('it has happened', async () => (await rig.fired(fault)) === 1);
    if (act.kind === 'cut') {
      cuts++;
      await until('the cut is known', () => phaseOf(account, 'prices') !== 'live');
    }
    await untilLive();
    await untilMinutesPass();
    await expectHistory();
    await expectGaps();
  });
});

const timesOf = (kind: string, healed: readonly [kind: string, ms: number][]) => ({
  name: `once live again, ${kind} × ${healed.length}`,
  when: 'after a mute' as const,
  ms: healed.map(([, ms]) => ms),
});
