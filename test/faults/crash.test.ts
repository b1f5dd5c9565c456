// The desk is killed with -9 at every step of its journal, the broker in the middle of its work; what comes back must
// know everything that can be known, keep what was promised, and say 'unknown' about nothing that it could find.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { ProbePoint } from '#main/journal/types.ts';
import { intentsOf } from '#test/faults/support/audit.ts';
import type { Death, Script } from '#test/faults/support/crash-child.ts';
import {
  createMortals,
  untilSettled,
  type Mortals,
  type Obituary,
} from '#test/faults/support/crash.ts';
import { newIntentId, until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import { expectHonest, newTally, reviveDesk, zerosOf } from '#test/faults/support/recovery.ts';
import { CANCEL, createRig, LOOKUP, PLACE, type Rig, type Seat } from '#test/faults/support/rig.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const ROUNDS = atScale(10, 3);
const SEED = 41;
const HIDDEN_MS = 600;
/** Most of a round is waiting, so several go on at once, each with a broker of its own: faults are laid for all. */
const LANES = 3;

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

type Lane = { rig: Rig; mortals: Mortals };

const lanes: Lane[] = [];
const tally = newTally();
let brokerKills = 0;

beforeAll(async () => {
  for (let lane = 0; lane < LANES; lane++) {
    const rig = await createRig(SEED + lane);
    lanes.push({ rig, mortals: createMortals(rig) });
  }
});
afterAll(async () => {
  tellProof({
    part: 'crashes',
    what: `kill -9 of the desk at ${new Set(POINTS.map(([point]) => point)).size + 2} steps of its work, and with orders on their way`,
    count: tally.kills,
    zero: zerosOf(tally),
    figures: { 'kills of the broker': brokerKills },
    seed: SEED,
    repeat: `BALLAST_SCALE=${SCALE} npx vitest run --project faults test/faults/crash.test.ts`,
  });
  for (const { rig, mortals } of lanes) {
    mortals.stop();
    await rig.stop();
  }
});

/** So many rounds, shared by the lanes. */
async function inLanes(rounds: number, run: (lane: Lane, round: number) => Promise<void>) {
  let next = 0;
  const ended = await Promise.allSettled(
    lanes.map(async (lane) => {
      for (let round = next++; round < rounds; round = next++) await run(lane, round);
    }),
  );
  const failed = ended.filter((one) => one.status === 'rejected');
  tally.unfinished += failed.length;
  if (failed[0]) throw failed[0].reason;
}

describe('a desk that is killed', () => {
  it.each(POINTS)('at %s (%s) knows afterwards what can be known', async (point, script, times) => {
    let hits = 0;
    await inLanes(ROUNDS, async (lane, round) => {
      const death = { point, nth: 1 + (round % times) };
      const seat = await lane.rig.newSeat();
      const obituary = await liveAndDie(lane, seat, script, death);
      // What the stream tells first saves a step: then a later passage does not come, and it dies at the end instead.
      expect([`${point} ${death.nth}`, 'the end of the script']).toContain(obituary.diedAt);
      if (obituary.diedAt === `${point} ${death.nth}`) hits++;
      await expectRecovery(lane, seat, obituary);
    });
    expect(hits).toBeGreaterThanOrEqual(Math.floor(ROUNDS / times) || 1);
  });

  it.each<ProbePoint>(['before-recover', 'after-recover'])(
    'twice, the second time at %s, loses nothing either',
    (point) =>
      inLanes(ROUNDS, async (lane, round) => {
        const seat = await lane.rig.newSeat();
        const first = await liveAndDie(lane, seat, 'plain', {
          point: 'after-sent',
          nth: 2 + (round % 3),
        });
        const second = await kill(lane, seat, 'recover', { point, nth: 1 });
        expect(second.diedAt).toBe(`${point} 1`);
        await expectRecovery(lane, seat, first);
      }),
  );

  it('between sending and the answer finds the order that was taken', () =>
    inLanes(ROUNDS, async (lane) => {
      const seat = await lane.rig.newSeat();
      await lane.rig.fault(PLACE, { kind: 'hang', when: 'after' });
      const obituary = await kill(lane, seat, 'single', IN_FLIGHT);
      expect(statesOf(await expectRecovery(lane, seat, obituary))).toEqual(['accepted']);
    }));

  it('while its order is still on the way hears of it when it lands, however late', () =>
    inLanes(ROUNDS, async (lane) => {
      const { rig } = lane;
      const seat = await rig.newSeat();
      await rig.fault(PLACE, { kind: 'late', ms: 900, connection: 'open' });
      await kill(lane, seat, 'single', IN_FLIGHT);
      const account = rig.open(seat);
      const stateNow = () => intentsOf(account)[0]?.state;
      await untilArmed(account);
      expect(['unknown', 'accepted']).toContain(stateNow());
      await until('the order has landed', async () => (await ordersOf(rig, seat)).length === 1);
      await until('the desk has adopted it', () => stateNow() === 'accepted');
      await expectHonest(rig, account, tally);
      account.unit.stop();
    }));

  it('after an order was set aside still cancels it when it lands later', () =>
    inLanes(1, async (lane) => {
      const { rig } = lane;
      const seat = await rig.newSeat();
      await rig.fault(PLACE, { kind: 'late', ms: 2_500 }, { skip: 1, times: 1 });
      await rig.fault(PLACE, { kind: 'reset', when: 'before' });
      // The second order of the script is the one that is set aside; it lands when nobody is there.
      const obituary = await kill(lane, seat, 'lossy', {
        point: 'after-unknown',
        nth: 3,
      });
      await until('the order has landed', async () => (await ordersOf(rig, seat)).length === 1);
      const intents = await expectRecovery(lane, seat, obituary);
      expect((await ordersOf(rig, seat)).map(({ status }) => status)).toEqual(['canceled']);
      expect(statesOf(intents)).toEqual(['accepted', 'unknown']);
    }));
});

it('a broker that is killed in mid-campaign loses no order that it acknowledged, and the desk heals', () =>
  inLanes(LANES, async ({ rig }, lane) => {
    const rounds = Math.ceil((ROUNDS - lane) / LANES);
    const account = rig.open(await rig.newSeat(), { mayResend: true });
    await untilArmed(account);
    for (let round = 0; round < rounds; round++) {
      const ending = new AbortController();
      const worker = async (): Promise<void> => {
        for (let count = 0; !ending.signal.aborted; count++) await placeOne(account, count);
      };
      const workers = [worker(), worker()];
      const before = intentsOf(account).length;
      await until('orders are on their way', () => intentsOf(account).length > before + 8);
      await rig.kill();
      brokerKills++;
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
      await expectHonest(rig, account, tally);
    }
    expect(gapsOf(account).filter(({ stream }) => stream === 'orders')).toHaveLength(rounds);
    account.unit.stop();
  }));

const IN_FLIGHT: Death = { point: 'after-sent', nth: 1, afterMs: 150 };
const isLive = ({ phase }: { phase: string }): boolean => phase === 'live';

async function placeOne({ unit }: TestAccount, count: number): Promise<void> {
  const draft = count % 2 === 0 ? marketDraft('AAPL', '1') : restingDraft('MSFT');
  await unit.trading.submit({ intentId: newIntentId(), draft, confirmations: ['stream-down'] });
}

const ordersOf = async (rig: Rig, { brokerAccountId }: Seat) =>
  (await rig.ledger()).filter((row) => row.account_id === brokerAccountId);

function gapsOf({ unit }: TestAccount) {
  const known = unit.journal.load();
  if (!known.ok) throw new Error(known.failure.message);
  return known.value.gaps;
}

function kill({ mortals }: Lane, seat: Seat, script: Script, death: Death): Promise<Obituary> {
  tally.kills++;
  return mortals.run(seat, script, death);
}

async function liveAndDie(lane: Lane, seat: Seat, script: Script, death: Death): Promise<Obituary> {
  const { rig } = lane;
  // A cancel that is carried out at once needs no mark.
  if (script === 'plain') await rig.fault(CANCEL, { kind: 'status', status: 503, when: 'before' });
  if (script === 'lossy') {
    // The first order is taken and nobody hears of it for a while; the second never arrives.
    await rig.fault(PLACE, { kind: 'lost' });
    await rig.fault(PLACE, { kind: 'reset', when: 'before' }, { skip: 1, times: 1 });
    await rig.fault(LOOKUP, { kind: 'blind', ms: HIDDEN_MS }, {});
    await rig.fault({ stream: 'trade' }, { kind: 'mute', ms: HIDDEN_MS });
  }
  return kill(lane, seat, script, death);
}

const stateOf = ({ unit }: TestAccount, intentId: string): string | undefined => {
  const found = unit.journal.get(intentId);
  return found.ok ? found.value?.state : undefined;
};
const statesOf = (intents: readonly Intent[]): string[] => intents.map(({ state }) => state).sort();

/** The next desk, until everything is settled that can be; then a person deals with the rest. Answers what it knew. */
async function expectRecovery({ rig }: Lane, seat: Seat, obituary: Obituary): Promise<Intent[]> {
  const account = await reviveDesk(rig, seat, [obituary], tally);
  const recovered = intentsOf(account);
  for (const { intentId, state, kind, cancelWhenFound } of recovered) {
    if (state !== 'unknown' || kind !== 'place' || cancelWhenFound) continue;
    const again = await account.unit.trading.sendAgain(intentId, ['stream-down']);
    expect(again).toMatchObject({ ok: true });
    // On a busy machine the answer may come later than a person waits for it; then it is found.
    await until('it is accepted', () => stateOf(account, intentId) === 'accepted');
  }
  await expectHonest(rig, account, tally);
  account.unit.stop();
  return recovered;
}
