// The way out on a full disk, with the whole account against the broker: an order that opens is refused with a
// sentence, an exit is recorded and goes, and a cancel too.
import { performance } from 'node:perf_hooks';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { intentsOf } from '#test/faults/support/audit.ts';
import { newIntentId, until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import { createRig, type Rig } from '#test/faults/support/rig.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import { tellProof } from '#test/support/proof.ts';
import { fillUp, mountSmall } from '#test/support/small-mount.ts';

const SEED = 53;
const EXITS = 20;
/** Held besides, and closed by a way out. */
const FLATTENED = 3;

let rig: Rig;
beforeAll(async () => {
  rig = await createRig(SEED);
});
afterAll(() => rig.stop());

async function place({ unit }: TestAccount, draft: OrderDraft): Promise<Intent> {
  const intentId = newIntentId();
  const placed = await unit.trading.submit({ intentId, draft, confirmations: ['stream-down'] });
  if (!placed.ok) throw new Error(JSON.stringify(placed.failure));
  return placed.value;
}

const heldOf = ({ unit }: TestAccount, wanted = 'AAPL'): string =>
  unit.book.held().positions.find(({ symbol }) => symbol === wanted)?.qty ?? '0';

it('exits and cancels are recorded and go on a full disk, and orders that open are not sent', async (context) => {
  const seat = await rig.newSeat();
  const { folder } = mountSmall(context, 4_096);
  symlinkSync(folder, join(rig.folder, seat.name));
  const account = rig.open(seat);
  const { unit } = account;
  await untilArmed(account);
  const resting = await place(account, restingDraft('MSFT'));
  await place(account, marketDraft('AAPL', String(EXITS)));
  await place(account, marketDraft('TSLA', String(FLATTENED)));
  await until(
    'the shares are held',
    () => heldOf(account) === String(EXITS) && heldOf(account, 'TSLA') === String(FLATTENED),
  );
  const filler = fillUp(folder);

  let refused: Intent | undefined;
  for (let count = 0; count < 2_000 && refused?.state !== 'not-sent'; count++)
    refused = await place(account, restingDraft('NVDA'));
  expect(refused?.reason).toMatch(/^Not sent: The disk is full.* Exits and cancels still work/);
  expect(unit.gate.armState()).toMatchObject({ isArmed: false, takesExits: true });

  const took: number[] = [];
  for (let left = EXITS; left > 0; left--) {
    const from = performance.now();
    const exit = await place(account, marketDraft('AAPL', '1', 'sell'));
    took.push(performance.now() - from);
    expect([exit.state, exit.reason]).toEqual(['accepted', expect.any(String)]);
    await until('the share is sold', () => heldOf(account) === String(left - 1));
  }
  const { closings } = unit;
  const { closingId } = closings.plan('close', ['TSLA']);
  expect(closings.begin(closingId, 'market')).toMatchObject({ ok: true });
  await until('the way out has ended', () => closings.list()[0]?.state === 'ended');
  expect(closings.list()[0]?.symbols).toMatchObject([{ symbol: 'TSLA', step: 'closed' }]);
  expect(heldOf(account, 'TSLA')).toBe('0');
  const orderId = intentsOf(account).find((one) => one.intentId === resting.intentId)?.resultId;
  await unit.trading.cancel(orderId ?? '');
  await until('the order is canceled', async () =>
    (await rig.ledger()).some(({ id, status }) => id === orderId && status === 'canceled'),
  );
  const again = await place(account, marketDraft('AAPL', '1'));
  expect(again.state).toBe('not-sent');

  rmSync(filler);
  await until('orders are taken again by themselves', () => unit.gate.armState().isArmed);
  expect((await place(account, restingDraft('NVDA'))).state).toBe('accepted');
  const ids = intentsOf(account).map(({ intentId }) => intentId);
  unit.stop();
  const later = rig.open(seat);
  expect(new Set(intentsOf(later).map(({ intentId }) => intentId))).toEqual(new Set(ids));
  later.unit.stop();
  const sorted = took.sort((a, b) => a - b);
  tellProof({
    part: 'crashes',
    what: 'exits on a full disk, each recorded in the space kept for it',
    count: EXITS,
    zero: { 'not recorded': 0 },
    figures: {
      'slowest, ms': Math.round(sorted.at(-1) ?? 0),
      'p50, ms': Math.round(sorted[EXITS / 2] ?? 0),
    },
    seed: SEED,
    repeat: 'npx vitest run --project faults test/faults/full-disk-exit.test.ts',
  });
});

it('one error of the disk does not end placing: the journal opens again by itself', async () => {
  const { connect, state } = createFaultyDisk();
  const account = rig.open(await rig.newSeat(), { connect });
  await untilArmed(account);
  state.fault = { errcode: 10, at: 'commit', times: 1 };
  await until('the disk has failed', async () => {
    await place(account, restingDraft('MSFT'));
    return state.fault === undefined;
  });
  await until(
    'it takes orders again',
    async () => (await place(account, restingDraft('MSFT'))).state === 'accepted',
  );
  account.unit.stop();
});

it('orders that wait for their turn when the desk ends are known as not sent at the next start', async () => {
  const seat = await rig.newSeat();
  const account = rig.open(seat);
  await untilArmed(account);
  const waiting = Array.from({ length: 5 }, () => place(account, restingDraft('MSFT')));
  const ids = account.unit.journal.unsettled().map(({ intentId }) => intentId);
  expect(ids).toHaveLength(5);
  account.unit.stop();
  await Promise.all(waiting);
  const later = rig.open(seat);
  const states = intentsOf(later).map(({ intentId, state, reason }) => [
    ids.includes(intentId),
    state,
    reason,
  ]);
  later.unit.stop();
  const told = 'Ballast was closed while this was waiting to be sent.';
  expect(states).toEqual(ids.map(() => [true, 'not-sent', told]));
  const mine = (await rig.ledger()).filter((row) => row.account_id === seat.brokerAccountId);
  expect(mine).toEqual([]);
});
