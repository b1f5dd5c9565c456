// What befalls the machine and not the network: a last page that was half written when the power went, a full disk, a
// folder that may not be written, a clock that jumps. Nothing is lost, and the person reads a sentence.
import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { systemClock } from '#main/shell/common/system.ts';
import { intentsOf } from '#test/faults/support/audit.ts';
import { createMortals, type Mortals } from '#test/faults/support/crash.ts';
import { newIntentId, until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import { expectHonest, newTally, reviveDesk, zerosOf } from '#test/faults/support/recovery.ts';
import { createRig, LOOKUP, PLACE, type Rig, type Seat } from '#test/faults/support/rig.ts';
import { createSmallDisk } from '#test/faults/support/small-disk.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const ROUNDS = atScale(10, 1);
const PAGE = 4_096;
const HOUR_MS = 3_600_000;
const SEED = 51;
const repeat = `BALLAST_SCALE=${SCALE} npx vitest run --project faults test/faults/disasters.test.ts`;

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

async function place({ unit }: TestAccount, draft: OrderDraft): Promise<Intent> {
  const intentId = newIntentId();
  const placed = await unit.trading.submit({ intentId, draft, confirmations: ['stream-down'] });
  if (!placed.ok) throw new Error(JSON.stringify(placed.failure));
  return placed.value;
}

function activityOf({ unit }: TestAccount): string[] {
  const page = unit.journal.activity({ kinds: [], text: '', limit: 200 });
  return page.ok ? page.value.lines.map(({ text }) => text) : [];
}

const untilAccepted = (account: TestAccount, intentId: string): Promise<void> =>
  until('it is accepted', () =>
    intentsOf(account).some((one) => one.intentId === intentId && one.state === 'accepted'),
  );

function scribble(path: string, at: number, length: number): void {
  const handle = openSync(path, 'r+');
  writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(handle);
}

/** The end of the log is the last commit, which was not synced yet: the desk dies right after it wrote an answer. */
const LOG_DAMAGE: [name: string, damage: (path: string) => void][] = [
  ['cut within its last page', (path) => truncateSync(path, statSync(path).size - 100)],
  ['cut by its last page', (path) => truncateSync(path, statSync(path).size - PAGE - 24)],
  ['scribbled over its last page', (path) => scribble(path, statSync(path).size - PAGE, PAGE)],
  ['followed by half a page', (path) => appendFileSync(path, Buffer.alloc(PAGE / 2, 0xa5))],
];

describe('a torn last page', () => {
  const tally = newTally();
  let sentences = 0;
  let databases = 0;
  let logs = 0;
  afterAll(() =>
    tellProof({
      part: 'crashes',
      what: 'kill -9, then the last page of the journal or of its log cut off or scribbled over',
      count: tally.kills,
      zero: { ...zerosOf(tally), 'set aside without a sentence': databases - sentences },
      figures: {
        'logs torn': logs,
        'databases torn, set aside and read as far as possible': databases,
      },
      seed: SEED,
      repeat,
    }),
  );

  it.each(LOG_DAMAGE)('of the log, %s, loses no order', async (_name, damage) => {
    for (let round = 0; round < ROUNDS; round++) {
      const seat = await rig.newSeat();
      tally.kills++;
      const obituary = await mortals.run(seat, 'plain', {
        point: 'after-settle',
        nth: 1 + (round % 3),
      });
      const log = join(rig.folder, seat.name, 'journal.db-wal');
      expect(statSync(log).size).toBeGreaterThan(2 * PAGE);
      damage(log);
      logs++;
      const account = await reviveDesk(rig, seat, [obituary], tally);
      expect(activityOf(account).join()).not.toContain('damaged');
      account.unit.stop();
    }
  });

  it.each([
    ['cut within', (path: string) => truncateSync(path, statSync(path).size - PAGE / 2)],
    ['scribbled over', (path: string) => scribble(path, statSync(path).size - PAGE, PAGE)],
  ])('of the database, %s, is said, and what the broker has is shown', async (_name, damage) => {
    for (let round = 0; round < ROUNDS; round++) {
      const seat = await rig.newSeat();
      // A day of trading that was closed properly is in the database itself, and the next one in its log.
      const before = rig.open(seat);
      await untilArmed(before);
      for (let count = 0; count < 12; count++) await place(before, restingDraft('AAPL'));
      await until('it is settled', () => before.unit.journal.unsettled().length === 0);
      before.unit.stop();
      damage(join(rig.folder, seat.name, 'journal.db'));
      databases++;
      tally.kills++;
      const obituary = await mortals.run(seat, 'single', { point: 'after-sent', nth: 1 });
      expect(obituary.diedAt).toBe('after-sent 1');
      const account = rig.open(seat);
      await untilArmed(account);
      const told = activityOf(account).find((text) => text.includes('The journal was damaged'));
      if (told !== undefined) sentences++;
      expect(told).toMatch(
        /^The journal was damaged and was kept as journal\.damaged-.*\.db\. \d+ of its orders were recovered and continue, and the broker’s records are being read again\. (It had no saved addresses|Saved addresses could not be read)\. Mint batches and approvals of wallets were not recovered; they are only in that file\.$/,
      );
      expect(readdirSync(join(rig.folder, seat.name)).join()).toContain('journal.damaged-');
      const mine = (await rig.ledger()).filter((row) => row.account_id === seat.brokerAccountId);
      await until('the book shows what the broker has', () =>
        mine.every(({ id, status }) => account.unit.book.order(id)?.status === status),
      );
      expect(mine).toHaveLength(12);
      account.unit.stop();
    }
  });
});

describe('a disk', () => {
  it('that is full: nothing is sent that cannot be recorded, cancels go, and it goes on when there is room', async () => {
    const tally = newTally();
    const seat = await rig.newSeat();
    const disk = createSmallDisk(join(rig.folder, seat.name));
    try {
      const account = rig.open(seat, { ...(disk.connect && { connect: disk.connect }) });
      await untilArmed(account);
      const open = await place(account, restingDraft('AAPL'));
      await untilAccepted(account, open.intentId);
      disk.fill();
      const refused = await placeUntilRefused(account);
      const { armed, orders } = { armed: account.unit.gate.armState(), orders: await rowsOf(seat) };
      await account.unit.trading.cancel(orderIdOf(account, open.intentId));
      await until('the cancel was carried out', async () =>
        (await rowsOf(seat)).some(
          ({ client_order_id: id, status }) => id === open.intentId && status === 'canceled',
        ),
      );
      disk.makeRoom();
      await until(
        'orders are taken again',
        async () => (await place(account, restingDraft('AAPL'))).state === 'accepted',
      );
      await expectHonest(rig, account, tally);
      tellDisk('a full disk while orders are open', disk.how, refused, tally);
      expect(refused.reason).toMatch(
        /^Not sent: The disk is full, so the journal cannot be written\. Free some space; you cannot place orders until then\./,
      );
      expect(armed).toMatchObject({ isArmed: false });
      expect(orders.map(({ client_order_id: id }) => id)).not.toContain(refused.intentId);
      account.unit.stop();
      const again = rig.open(seat, { ...(disk.connect && { connect: disk.connect }) });
      await untilArmed(again);
      await expectHonest(rig, again, tally);
      expect(stateOf(again, refused.intentId)).toBe('not-sent');
      again.unit.stop();
    } finally {
      disk.stop();
    }
  });

  it('that may not be written: nothing is placed, it is said why, and everything is there afterwards', async () => {
    const tally = newTally();
    const seat = await rig.newSeat();
    const disk = createSmallDisk(join(rig.folder, seat.name));
    const options = { ...(disk.connect && { connect: disk.connect }) };
    try {
      const first = rig.open(seat, options);
      await untilArmed(first);
      const open = await place(first, restingDraft('AAPL'));
      await untilAccepted(first, open.intentId);
      first.unit.stop();
      disk.setReadOnly(true);
      const locked = rig.open(seat, options);
      await until('what the broker has is shown all the same', () =>
        locked.unit.book.openOrders().some(({ clientOrderId }) => clientOrderId === open.intentId),
      );
      const refused = await place(locked, restingDraft('MSFT'));
      const armed = locked.unit.gate.armState();
      const rows = await rowsOf(seat);
      locked.unit.stop();
      disk.setReadOnly(false);
      const account = await reviveDesk(rig, seat, [], tally);
      tellDisk('a folder that may not be written', disk.how, refused, tally);
      expect(refused.state).toBe('not-sent');
      expect(refused.reason).toMatch(
        /^Not sent: The journal is not writable here\. Allow writing to its folder/,
      );
      expect(armed).toMatchObject({
        isArmed: false,
        why: expect.stringMatching(/you cannot place orders until then/) as string,
      });
      expect(rows.map(({ client_order_id: id }) => id)).toEqual([open.intentId]);
      expect(stateOf(account, open.intentId)).toBe('accepted');
      expect((await place(account, restingDraft('MSFT'))).state).not.toBe('not-sent');
      account.unit.stop();
    } finally {
      disk.stop();
    }
  });

  /** Small writes may still find room in pages that the file has. */
  async function placeUntilRefused(account: TestAccount): Promise<Intent> {
    for (let count = 0; count < 2_000; count++) {
      const placed = await place(account, restingDraft('MSFT'));
      if (placed.state === 'not-sent') return placed;
    }
    throw new Error('the disk never refused');
  }

  function tellDisk(
    what: string,
    how: string,
    { reason = '' }: Intent,
    tally: ReturnType<typeof newTally>,
  ): void {
    tellProof({
      part: 'crashes',
      what: `${what} (${how})`,
      count: 1,
      zero: { ...zerosOf(tally), 'without a sentence': reason === '' ? 1 : 0 },
      figures: { 'what the person reads': reason },
      repeat,
    });
  }
});

describe('a clock that jumps an hour while orders are open', () => {
  it.each([
    ['forwards', HOUR_MS],
    ['backwards', -HOUR_MS],
  ])('%s', async (where, jumpMs) => {
    const tally = newTally();
    let aheadMs = 0;
    const clock = { ...systemClock, wall: () => systemClock.wall() + aheadMs };
    const account = rig.open(await rig.newSeat(), { clock, mayResend: true });
    await untilArmed(account);
    const resting = await place(account, restingDraft('AAPL'));
    // One is at the broker and nobody hears of it for a while: open, and of unknown fate, when the clock jumps.
    await rig.fault(PLACE, { kind: 'lost' });
    await rig.fault(LOOKUP, { kind: 'blind', ms: 600 }, {});
    await rig.fault({ stream: 'trade' }, { kind: 'mute', ms: 600 });
    const posts = await rig.fault(PLACE, { kind: 'delay', ms: 1, when: 'after' }, { times: 1_000 });
    const lost = await place(account, restingDraft('NVDA'));
    // And one has been confirmed and waits for its turn.
    const waiting = place(account, marketDraft('MSFT', '1'));
    aheadMs = jumpMs;
    const waited = await waiting;
    await untilAccepted(account, resting.intentId);
    await untilAccepted(account, lost.intentId);
    if (waited.state !== 'not-sent') await untilAccepted(account, waited.intentId);
    const sent = await rig.fired(posts);
    await rig.clearFaults();
    const later = await place(account, marketDraft('SPY', '1'));
    await untilAccepted(account, later.intentId);
    await account.unit.trading.cancel(orderIdOf(account, resting.intentId));
    await until('the cancel was carried out', async () =>
      (await rig.ledger()).some(
        ({ client_order_id: id, status }) => id === resting.intentId && status === 'canceled',
      ),
    );
    const evidence = account.unit.journal.evidence(lost.intentId);
    const words = evidence.ok ? evidence.value.map(({ text }) => text) : [];
    await expectHonest(rig, account, tally);
    tellProof({
      part: 'crashes',
      what: `a clock that jumps an hour ${where} while orders are open, unknown and waiting`,
      count: 1,
      zero: {
        ...zerosOf(tally),
        'lines without a sentence': words.filter((text) => text === '').length,
      },
      figures: {
        'the one that waited': waited.reason ?? waited.state,
        'the unknown one': words.at(-1) ?? '',
      },
      repeat,
    });
    if (jumpMs > 0) {
      // Every limit is over: what waits is not sent, and what is unknown is not sent again by itself.
      expect(waited).toMatchObject({
        state: 'not-sent',
        reason: expect.stringContaining('It waited more than 2 s to be sent.') as string,
      });
      expect(sent).toBe(1);
    }
    expect(words.at(-1)).toMatch(/the broker has it as order/);
    account.unit.stop();
  });
});

const rowsOf = async ({ brokerAccountId }: Seat) =>
  (await rig.ledger()).filter((row) => row.account_id === brokerAccountId);
const stateOf = (account: TestAccount, intentId: string): string | undefined =>
  intentsOf(account).find((one) => one.intentId === intentId)?.state;
const orderIdOf = (account: TestAccount, intentId: string): string =>
  intentsOf(account).find((one) => one.intentId === intentId)?.resultId ?? '';
