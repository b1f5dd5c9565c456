// The desk is killed with -9 while it closes half of a position or protects one. The next desk goes on when it is told to:
// half is half once, and what is held is protected once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProbePoint } from '#main/journal/types.ts';
import type { Death, Script } from '#test/faults/support/crash-child.ts';
import { intentsOf } from '#test/faults/support/audit.ts';
import { createMortals, type Mortals } from '#test/faults/support/crash.ts';
import { until, type TestAccount } from '#test/faults/support/desk.ts';
import { expectHonest, newTally, reviveDesk, zerosOf } from '#test/faults/support/recovery.ts';
import { createRig, type Rig } from '#test/faults/support/rig.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const ROUNDS = atScale(10, 1);
const SEED = 67;
const DEATHS: Death[] = [
  ...(
    [
      'before-record',
      'within-record',
      'after-record',
      'before-sent',
      'after-sent',
      'before-settle',
      'after-settle',
    ] satisfies ProbePoint[]
  ).map((point) => ({ point, nth: 1 })),
  // With the answer on its way.
  { point: 'after-sent', nth: 1, afterMs: 3 },
  { point: 'after-settle', nth: 1, afterMs: 50 },
];

const tally = newTally();
let rig: Rig;
let mortals: Mortals;

beforeAll(async () => {
  rig = await createRig(SEED);
  mortals = createMortals(rig);
});
afterAll(async () => {
  tellProof({
    part: 'crashes',
    what: 'kill -9 of the desk while it closes half of a position or protects one',
    count: tally.kills,
    zero: zerosOf(tally),
    seed: SEED,
    repeat: `BALLAST_SCALE=${SCALE} npx vitest run --project faults test/faults/exit-crash.test.ts`,
  });
  mortals.stop();
  await rig.stop();
});

describe.each<[Script, (account: TestAccount) => void]>([
  ['half', ({ unit }) => expect(heldIn(unit)).toBe('5')],
  [
    'protect',
    ({ unit }) => {
      expect(heldIn(unit)).toBe('10');
      const [oco, ...more] = unit.book
        .openOrders()
        .filter(({ parentId }) => parentId === undefined);
      expect(oco).toMatchObject({ side: 'sell', qty: '10', orderClass: 'oco', limitPrice: '9000' });
      expect(more).toEqual([]);
    },
  ],
])('%s, killed', (script, expectDone) => {
  it.each(DEATHS.map((death) => [nameOf(death), death] as const))('at %s', async (_name, death) => {
    for (let round = 0; round < ROUNDS; round++) {
      const seat = await rig.newSeat();
      tally.kills++;
      const obituary = await mortals.run(seat, script, death);
      // What ends first dies at its end.
      expect([nameOf(death), 'the end of the script']).toContain(obituary.diedAt);
      const account = await reviveDesk(rig, seat, [obituary], tally);
      const { closings } = account.unit;
      await until('the position is read', () => heldIn(account.unit) !== undefined);
      await decideUnknown(account);
      const [closing] = closings.list();
      // It was confirmed before its first order was recorded: the next desk knows of it, unless it had ended.
      if (closing) expect(closing).toMatchObject({ kind: script });
      if (closing?.state === 'waiting') {
        expect(closings.goOn(closing.closingId)).toMatchObject({ ok: true });
        await until('it has ended', () => closings.list()[0]?.state === 'ended');
      }
      await expectHonest(rig, account, tally);
      expectDone(account);
      account.unit.stop();
    }
  });
});

/** What a person does about an exit of which nobody knows whether it left; one that is to be canceled is set aside. */
async function decideUnknown(account: TestAccount): Promise<void> {
  const { trading } = account.unit;
  for (const { intentId, state, cancelWhenFound } of intentsOf(account)) {
    if (state !== 'unknown') continue;
    const decided = cancelWhenFound
      ? trading.setAside(intentId)
      : await trading.sendAgain(intentId, ['stream-down']);
    expect(decided).toMatchObject({ ok: true });
    await until('it is settled', () =>
      intentsOf(account).every((one) => one.intentId !== intentId || one.state !== 'unknown'),
    );
  }
}

const heldIn = ({ book }: TestAccount['unit']): string | undefined =>
  book.positions()?.find(({ symbol }) => symbol === 'MSFT')?.qty;

function nameOf({ point, nth, afterMs }: Death): string {
  return `${point} ${nth}${afterMs === undefined ? '' : ` + ${afterMs} ms`}`;
}
