// The desk is killed with -9 at moments that nobody chose, again and again on the same seat, while it trades under
// faults; sometimes the next one is killed too before it has recovered. After each the ledger is held against the journal.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { intentsOf } from '#test/faults/support/audit.ts';
import { createRandom } from '#test/faults/support/campaign.ts';
import { createMortals, type Moment, type Obituary } from '#test/faults/support/crash.ts';
import { newTally, reviveDesk, zerosOf } from '#test/faults/support/recovery.ts';
import { CANCEL, createRig, PLACE, type Rig } from '#test/faults/support/rig.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const KILLS = atScale(400, 12);
const SEED = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31));
/** At once, each with a broker of its own. */
const LANES = 4;
/** On one seat; then another, so that comparing does not take longer than trading. */
const KILLS_PER_SEAT = 25;
const OPENING_MS = 200;
const TRADING_MS = 60;
const MOST_ORDERS = 10;

/** What goes wrong meanwhile, and how often. */
const FAULTS: [match: object, act: object, probability: number][] = [
  [PLACE, { kind: 'lost' }, 0.1],
  [PLACE, { kind: 'reset', when: 'before' }, 0.05],
  [PLACE, { kind: 'status', status: 503, when: 'before' }, 0.05],
  [PLACE, { kind: 'truncate' }, 0.05],
  [PLACE, { kind: 'late', ms: 300 }, 0.1],
  [CANCEL, { kind: 'status', status: 503, when: 'before' }, 0.2],
  [{ stream: 'trade' }, { kind: 'cut' }, 0.02],
  [{ stream: 'trade' }, { kind: 'mute' }, 0.05],
];

it(`killed ${KILLS} times at random the desk loses, doubles and misstates nothing (CRASH_SEED=${SEED})`, async () => {
  const tally = newTally();
  let restarts = 0;
  let orders = 0;
  let unknown = 0;
  let during = 0;

  async function lane(number: number): Promise<void> {
    const random = createRandom(SEED + number);
    for (let left = Math.ceil((KILLS - number) / LANES); left > 0; left -= KILLS_PER_SEAT)
      await seatOfPain(random, Math.min(left, KILLS_PER_SEAT));
  }

  async function seatOfPain(random: () => number, kills: number): Promise<void> {
    const rig = await createRig(Math.floor(random() * 2 ** 31));
    const mortals = createMortals(rig);
    const seat = await rig.newSeat();
    try {
      for (let left = kills; left > 0;) {
        await layFaults(rig, random);
        const obituaries: Obituary[] = [];
        const inARow = random() < 0.3 ? 2 : 1;
        for (let count = 0; count < inARow && left > 0; count++, left--) {
          tally.kills++;
          obituaries.push(await mortals.trade(seat, momentOf(random)));
        }
        during += obituaries.filter(({ told }) => told.some(({ kind }) => kind === 'state')).length;
        const account = await reviveDesk(rig, seat, obituaries, tally);
        restarts++;
        for (const { intentId, state, kind } of intentsOf(account)) {
          if (state !== 'unknown') continue;
          unknown++;
          if (kind === 'place' && random() < 0.5)
            await account.unit.trading.sendAgain(intentId, ['stream-down']);
          else account.unit.trading.setAside(intentId, true);
        }
        if (left <= 0) orders += intentsOf(account).length;
        account.unit.stop();
      }
    } finally {
      mortals.stop();
      await rig.stop();
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: LANES }, (_, n) => lane(n)));
  const failed = ended.filter((one) => one.status === 'rejected');
  tally.unfinished += failed.length;
  const repeat = `CRASH_SEED=${SEED} BALLAST_SCALE=${SCALE} npx vitest run --project campaigns test/campaigns/crashes.test.ts`;
  tellProof({
    part: 'crashes',
    what: 'kill -9 of the desk at random moments, many times on one seat, trading under faults',
    count: tally.kills,
    zero: zerosOf(tally),
    figures: {
      'orders and changes': orders,
      'killed while orders were placed': during,
      'opened again and compared': restarts,
      'left to a person': unknown,
    },
    seed: SEED,
    repeat,
  });
  if (failed[0]) throw new Error(repeat, { cause: failed[0].reason });
  expect(Object.values(zerosOf(tally)).every((count) => count === 0)).toBe(true);
  expect(tally.kills).toBe(KILLS);
  expect(during).toBeGreaterThan(0);
});

/** One in four while it opens and recovers, the others while it trades. */
function momentOf(random: () => number): Moment {
  const seed = Math.floor(random() * 2 ** 31);
  const share = random();
  return random() < 0.25
    ? { lines: 1, ms: Math.floor(share * OPENING_MS), seed }
    : { lines: 2 + Math.floor(random() * MOST_ORDERS), ms: Math.floor(share * TRADING_MS), seed };
}

async function layFaults(rig: Rig, random: () => number): Promise<void> {
  for (const [match, act, probability] of FAULTS)
    await rig.fault(match, act, { probability, seed: Math.floor(random() * 2 ** 31) });
}
