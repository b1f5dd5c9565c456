// The desk is killed with -9 at every step of its journal, the broker in the middle of its work; what comes back must
// know everything that can be known, keep what was promised, and say 'unknown' about nothing that it could find.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { ProbePoint } from '#main/journal/types.ts';
import { intentsOf } from '#test/faults/support/audit.ts';
import type { Death, Script } from '#test/faults/support/crash-child.ts';
import {
  brokenPromises,
  createMortals,
  untilSettled,
  type Mortals,
  type Obituary,
} from '#test/faults/support/crash.ts';
import { newIntentId, until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import { CANCEL, createRig, LOOKUP, PLACE, type Rig, type Seat } from '#test/faults/support/rig.ts';
import { compareWithBroker } from '#test/faults/support/truth.ts';
import { scaled } from '#test/support/scale.ts';

const ROUNDS = scaled(3);
const SEED = 41;
const HIDDEN_MS = 600;

/** The point, the script that passes it, and how often it may do so. */
const POINTS: [ProbePoint, Script, number][] = [
  ['before-record', 'plain', 4],
  ['within-record', 'plain', 4],
  ['after-record', 'plain', 4],
  ['before-sent', 'plain', 4],
  ['after-sent', 'plain', 4],
  ['before-settle', 'plain', 4],
  ['after-settle', 'plain', 4],
  ['before-save', 'plain', 6],
  ['before-cancel-mark', 'plain', 2],
  ['after-cancel-mark', 'plain', 2],
  ['before-unknown', 'lossy', 4],
  ['after-unknown', 'lossy', 4],
  ['after-cancel-mark', 'lossy', 2],
  ['before-evidence', 'lossy', 3],
  ['after-evidence', 'lossy', 3],
];

let rig: Rig;
let mortals: Mortals;
beforeAll(async () => {
  rig = await createRig(SEED);
  mortals = createMortals(rig);
});
afterAll(async () => {
  mortals.stop();
  await rig.stop();
});

describe('a desk that is killed', () => {
  it.each(POINTS)('at %s (%s) knows afterwards what can be known', async (point, script, times) => {
    let hits = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const death = { point, nth: 1 + (round % times) };
      const seat = await rig.newSeat();
      const obituary = await liveAndDie(seat, script, death);
      // What the stream tells first saves a step: then a later passage does not come, and it dies at the end instead.
      expect([`${point} ${death.nth}`, 'the end of the script']).toContain(obituary.diedAt);
      if (obituary.diedAt === `${point} ${death.nth}`) hits++;
      await expectRecovery(seat, obituary);
    }
    expect(hits).toBeGreaterThanOrEqual(Math.ceil(ROUNDS / times));
  });

  it.each<ProbePoint>(['before-recover', 'after-recover'])(
    'twice, the second time at %s, loses nothing either',
    async (point) => {
      for (let round = 0; round < ROUNDS; round++) {
        const seat = await rig.newSeat();
        const first = await liveAndDie(seat, 'plain', {
          point: 'after-sent',
          nth: 2 + (round % 3),
        });
        const second = await mortals.run(seat, 'recover', { point, nth: 1 });
        expect(second.diedAt).toBe(`${point} 1`);
        await expectRecovery(seat, first);
      }
    },
  );

  it('between sending and the answer finds the order that was taken', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const seat = await rig.newSeat();
      await rig.fault(PLACE, { kind: 'hang', when: 'after' });
      const obituary = await mortals.run(seat, 'single', IN_FLIGHT);
      expect(statesOf(await expectRecovery(seat, obituary))).toEqual(['accepted']);
    }
  });

  it('while its order is still on the way hears of it when it lands, however late', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const seat = await rig.newSeat();
      await rig.fault(PLACE, { kind: 'late', ms: 900, connection: 'open' });
      await mortals.run(seat, 'single', IN_FLIGHT);
      const account = rig.open(seat);
      const stateOf = () => intentsOf(account)[0]?.state;
      await untilArmed(account);
      expect(['unknown', 'accepted']).toContain(stateOf());
      await until('the order has landed', async () => (await ordersOf(seat)).length === 1);
      await until('the desk has adopted it', () => stateOf() === 'accepted', 5_000);
      await expectHonest(account);
      account.unit.stop();
    }
  });

  it('after an order was set aside still cancels it when it lands later', async () => {
    const seat = await rig.newSeat();
    await rig.fault(PLACE, { kind: 'late', ms: 2_500 }, { skip: 1, times: 1 });
    await rig.fault(PLACE, { kind: 'reset', when: 'before' });
    // The second order of the script is the one that is set aside; it lands when nobody is there.
    const obituary = await mortals.run(seat, 'lossy', { point: 'after-unknown', nth: 3 });
    await until('the order has landed', async () => (await ordersOf(seat)).length === 1);
    const intents = await expectRecovery(seat, obituary);
    expect((await ordersOf(seat)).map(({ status }) => status)).toEqual(['canceled']);
    expect(statesOf(intents)).toEqual(['accepted', 'unknown']);
  });
});

it('a broker that is killed in mid-campaign loses no order that it acknowledged, and the desk heals', async () => {
  const seat = await rig.newSeat();
  const account = rig.open(seat, { mayResend: true });
  await untilArmed(account);
  for (let round = 0; round < ROUNDS; round++) {
    const ending = new AbortController();
    const worker = async (): Promise<void> => {
      for (let count = 0; !ending.signal.aborted; count++) await placeOne(account, count);
    };
    const workers = [worker(), worker()];
    const before = intentsOf(account).length;
    await until('orders are on their way', () => intentsOf(account).length > before + 8);
    await rig.kill();
    await rig.restart();
    const after = intentsOf(account).length;
    await until('orders go out again', () => intentsOf(account).length > after + 4);
    ending.abort();
    await Promise.all(workers);
    await until(
      'both streams are live again',
      () => account.unit.book.streams().every(isLive),
      40_000,
    );
    await untilSettled(rig, account);
    await expectHonest(account);
  }
  expect(gapsOf(account).filter(({ stream }) => stream === 'orders')).toHaveLength(ROUNDS);
  account.unit.stop();
});

const IN_FLIGHT: Death = { point: 'after-sent', nth: 1, afterMs: 150 };
const isLive = ({ phase }: { phase: string }): boolean => phase === 'live';

async function placeOne({ unit }: TestAccount, count: number): Promise<void> {
  const draft = count % 2 === 0 ? marketDraft('AAPL', '1') : restingDraft('MSFT');
  await unit.trading.submit({ intentId: newIntentId(), draft, confirmations: ['stream-down'] });
}

const ordersOf = async ({ brokerAccountId }: Seat) =>
  (await rig.ledger()).filter((row) => row.account_id === brokerAccountId);

function gapsOf({ unit }: TestAccount) {
  const known = unit.journal.load();
  if (!known.ok) throw new Error(known.failure.message);
  return known.value.gaps;
}

async function liveAndDie(seat: Seat, script: Script, death: Death): Promise<Obituary> {
  // A cancel that is carried out at once needs no mark.
  if (script === 'plain') await rig.fault(CANCEL, { kind: 'status', status: 503, when: 'before' });
  if (script === 'lossy') {
    // The first order is taken and nobody hears of it for a while; the second never arrives.
    await rig.fault(PLACE, { kind: 'lost' });
    await rig.fault(PLACE, { kind: 'reset', when: 'before' }, { skip: 1, times: 1 });
    await rig.fault(LOOKUP, { kind: 'blind', ms: HIDDEN_MS }, {});
    await rig.fault({ stream: 'trade' }, { kind: 'mute', ms: HIDDEN_MS });
  }
  return mortals.run(seat, script, death);
}

const statesOf = (intents: readonly Intent[]): string[] => intents.map(({ state }) => state).sort();

/** The next desk, until everything is settled that can be; then a person deals with the rest. Answers what it knew. */
async function expectRecovery(seat: Seat, obituary: Obituary): Promise<Intent[]> {
  const account = rig.open(seat);
  const atOnce = intentsOf(account);
  await expectNothingFalse(atOnce);
  await untilSettled(rig, account);
  await rig.clearFaults();
  await expectHonest(account);
  expect(await brokenPromises(rig, account, obituary)).toEqual([]);

  const recovered = intentsOf(account);
  for (const { intentId, state, kind, cancelWhenFound } of recovered) {
    if (state !== 'unknown' || kind !== 'place' || cancelWhenFound) continue;
    const again = await account.unit.trading.sendAgain(intentId, ['stream-down']);
    expect(again).toMatchObject({ ok: true, value: { state: 'accepted' } });
  }
  await expectHonest(account);
  account.unit.stop();
  return recovered;
}

/** What the journal says for certain before anybody was asked is so already. */
async function expectNothingFalse(intents: readonly Intent[]): Promise<void> {
  const rows = new Set((await rig.ledger()).map((row) => row.client_order_id));
  const isFalse = ({ intentId, state }: Intent): boolean =>
    state === 'accepted'
      ? !rows.has(intentId)
      : (state === 'refused' || state === 'not-sent') && rows.has(intentId);
  expect(intents.filter(isFalse)).toEqual([]);
}

/** Nothing lost, nothing doubled, nothing false, and the book shows what the broker has. */
async function expectHonest(account: TestAccount): Promise<void> {
  const { problems, lost, duplicated, wrongAccount } = await rig.audit([account]);
  expect(problems).toEqual([]);
  expect({ lost, duplicated, wrongAccount }).toEqual({ lost: 0, duplicated: 0, wrongAccount: 0 });
  await expect
    .poll(async () => (await compareWithBroker(account)).differences, { timeout: 5_000 })
    .toEqual([]);
}
