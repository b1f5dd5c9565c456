// The kill switch under full load: orders of several accounts are in the midst of being sent when it is pressed. Measured
// where it counts, at a door between the desk and the broker: when the last byte of an order came, and that none began
// after the press was answered.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { systemClock } from '#main/shell/common/system.ts';
import {
  createAccountDesk,
  KEEP,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { createRandom } from '#test/faults/support/campaign.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';
import { nowMs, openOrderDoor, type OrderDoor } from '#test/faults/support/order-door.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import type { LedgerRow } from '#test/faults/support/rig.ts';
import { percentile } from '#test/faults/support/stream-faults.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const PRESSES = atScale(300, 10);
const SEED = Number(process.env['STOP_SEED'] ?? randomInt(2 ** 31));
const ACCOUNTS = 3;
const ORDERS = 50;
const CHANGES = 3;
/** A desk with fresh journals now and then: what is old is not under test here. */
const PRESSES_PER_DESK = 100;

let folder: string;
let paper: Paper;
let door: OrderDoor;
let keys = 0;
/** Orders of the last minute are read at every hand-over; each press is given a minute of its own. */
let aheadMs = 0;
const clock = { ...systemClock, wall: () => systemClock.wall() + aheadMs };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-stop-'));
  paper = await startPaper({ folder: join(folder, 'paper'), seed: 6 });
  door = await openOrderDoor(paper.hosts);
});
afterAll(async () => {
  door?.stop();
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Ends at once and leaves nothing open. */
const fleeting = (): OrderDraft => ({ ...restingDraft('AAPL'), timeInForce: 'ioc' });

type Seat = { accountId: string; resting: string[] };

async function openSeats(desk: AccountDesk): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    const credentials = { keyId: `PKSTOP${String(++keys).padStart(13, '0')}`, secretKey: 'stop' };
    await paper.control('POST', '/accounts', { ...credentials, cash: '10000000' });
    const { accountId } = await desk.must('accounts.connect', {
      label: `Seat ${keys}`,
      environment: 'paper',
      hosts: door.hosts,
      credentials,
      ...KEEP,
    });
    await desk.must('accounts.open', { accountId });
    await untilTrading(desk, accountId);
    const resting: string[] = [];
    while (resting.length < CHANGES) {
      const { resultId: orderId } = await submit(
        desk,
        accountId,
        restingDraft('MSFT', '1', '1.00'),
      );
      if (orderId !== undefined) resting.push(orderId);
    }
    seats.push({ accountId, resting });
  }
  return seats;
}

const submit = async (desk: AccountDesk, accountId: string, draft: OrderDraft): Promise<Intent> =>
  desk.must('orders.submit', {
    accountId,
    intentId: await desk.openTicket(accountId),
    draft,
    confirmations: ['stream-down'],
  });

/** Nothing when the desk will not ask for it, because the order of the press before is not working yet. */
async function change(
  desk: AccountDesk,
  seat: Seat,
  index: number,
  turn: number,
): Promise<Intent | undefined> {
  const answer = await desk.call('orders.replace', {
    accountId: seat.accountId,
    intentId: await desk.openTicket(seat.accountId),
    orderId: seat.resting[index] ?? '',
    change: { limitPrice: decimal(turn % 2 === 0 ? '1.01' : '1.02') },
    confirmations: ['stream-down'],
  });
  if (!answer.ok) {
    expect(answer.failure).toMatchObject({
      kind: 'invalid',
      issues: [{ message: expect.stringContaining('while an order is pending:') }],
    });
    return undefined;
  }
  const { state, resultId: orderId } = answer.value;
  if (state === 'accepted' && orderId !== undefined) seat.resting[index] = orderId;
  return answer.value;
}

it(`pressed ${PRESSES} times in the midst of sending, nothing begins after it (STOP_SEED=${SEED})`, async () => {
  const random = createRandom(SEED);
  const waits: number[] = [];
  const answers: number[] = [];
  const totals = { asked: 0, left: 0, held: 0, late: 0, untrue: 0 };
  const intents: Intent[] = [];

  async function pressOnce(desk: AccountDesk, seats: readonly Seat[], turn: number): Promise<void> {
    await door.reset();
    const pressAt = 1 + Math.floor(random() * ACCOUNTS * (ORDERS / 2));
    let settled = 0;
    let press: () => void = () => undefined;
    const isTime = new Promise<void>((resolve) => (press = resolve));
    const count = (intent: Intent | undefined): Intent[] => {
      if (++settled === pressAt) press();
      return intent ? [intent] : [];
    };
    const sending: Promise<Intent[]>[] = [];
    for (let n = 0; n < ORDERS; n++)
      for (const seat of seats) {
        sending.push(submit(desk, seat.accountId, fleeting()).then(count));
        if (n % 10 === 5 && n / 10 < CHANGES)
          sending.push(change(desk, seat, Math.floor(n / 10), turn).then(count));
      }
    await isTime;
    const pressedAt = nowMs();
    await desk.must('trading.stop', {});
    const marked = door.mark();
    answers.push(nowMs() - pressedAt);
    await marked;
    const ended = (await Promise.all(sending)).flat();
    const { requests, late, lastByteAt } = await door.report();
    waits.push(Math.max(0, lastByteAt - pressedAt));
    totals.asked += ended.length;
    totals.left += requests;
    totals.late += late;
    totals.held += ended.filter(({ state }) => state === 'not-sent').length;
    intents.push(...ended);
    await desk.must('trading.resume', {});
    aheadMs += 61_000;
  }

  for (let done = 0; done < PRESSES; done += PRESSES_PER_DESK) {
    const desk = await createAccountDesk({ clock });
    try {
      const seats = await openSeats(desk);
      const turns = Math.min(PRESSES_PER_DESK, PRESSES - done);
      for (let turn = 0; turn < turns; turn++) await pressOnce(desk, seats, turn);
    } finally {
      await desk.stop();
    }
  }

  const { orders } = await paper.control<{ orders: LedgerRow[] }>('GET', '/ledger');
  const atBroker = new Set(orders.map(({ client_order_id: id }) => id));
  for (const { intentId, state } of intents)
    if (
      state === 'not-sent'
        ? atBroker.has(intentId)
        : state === 'accepted' && !atBroker.has(intentId)
    )
      totals.untrue++;
  const words = (times: readonly number[]): string =>
    [0.5, 0.99, 1].map((share) => `${percentile(times, share)} ms`).join(', ');
  const repeat = `STOP_SEED=${SEED} BALLAST_SCALE=${SCALE} npx vitest run --project campaigns test/campaigns/stop.test.ts`;
  tellProof({
    part: 'stop',
    what: `presses of the kill switch while ${ORDERS + CHANGES} orders and changes on each of ${ACCOUNTS} accounts are being sent`,
    count: waits.length,
    zero: {
      'orders or changes that began after the press was answered': totals.late,
      'orders said to be held back that the broker has, or the other way': totals.untrue,
    },
    figures: {
      'from the press to the last byte: p50, p99, worst': words(waits),
      'until the press was answered: p50, p99, worst': words(answers),
      'orders and changes asked for': totals.asked,
      'had left by then': totals.left,
      'held back': totals.held,
    },
    seed: SEED,
    repeat,
  });
  expect(totals.late, repeat).toBe(0);
  expect(totals.untrue, repeat).toBe(0);
  // Every press came in the midst of it: some had left, and more had not.
  expect(totals.left).toBeGreaterThan(PRESSES);
  expect(totals.held).toBeGreaterThan(PRESSES * ACCOUNTS);
});
