import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Account } from '#contract/records.ts';
import { DEFAULT_GUARDS, type GuardSettings } from '#contract/trading.ts';
import { createDailyLoss } from '#main/account/daily-loss.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import { decimal, sub } from '#main/domain/decimal.ts';
import { holdText } from '#main/domain/guards/loss-hold.ts';
import { openJournal } from '#main/journal/journal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const ACCOUNT_ID = '018f0000-0000-7000-8000-000000000001';
/** Monday, 11:00 in New York, and the next two opens. */
const MONDAY = Date.parse('2026-11-16T16:00:00Z');
const TUESDAY = Date.parse('2026-11-17T14:30:00Z');
const WEDNESDAY = Date.parse('2026-11-18T14:30:00Z');
const withLimit = (maxDollars: string): GuardSettings => ({
  ...DEFAULT_GUARDS,
  dailyLoss: { isOn: true, maxDollars: decimal(maxDollars) },
});

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-loss-'));
  const time = createFakeTime(MONDAY);
  const world = {
    guards: withLimit('1000'),
    now: MONDAY as number | undefined,
    /** What the broker's clock said last, where that is something else. */
    told: undefined as number | undefined,
    nextOpen: TUESDAY as number | undefined,
    transfers: decimal('0'),
  };
  /** A run of the desk on the same folder. */
  function start() {
    const opened = openJournal({ folder, accountId: ACCOUNT_ID, clock: time.clock, log: () => {} });
    if (!opened.ok) throw new Error('the journal did not open');
    const { journal } = opened.value;
    const real = openAccountBook(journal, () => undefined);
    /** The book with transfers in it, which are no part of the day's result. */
    const book = {
      ...real,
      account() {
        const reading = real.account();
        return reading && { ...reading, dayChange: sub(reading.dayChange, world.transfers) };
      },
    };
    const hours = {
      now: () => world.now,
      told: () => world.told ?? world.now,
      nextOpen: () => world.nextOpen,
    };
    const loss = createDailyLoss({
      book,
      journal,
      guards: () => world.guards,
      hours,
      clock: time.clock,
    });
    return {
      hold: loss.hold,
      journal,
      /** The account is read with this equity; the day began with 100,000. */
      read(equity: string) {
        const money = { cash: '0', buyingPower: '0', lastEquity: '100000' };
        const plain = { accountNumber: 'PA1', status: 'ACTIVE', currency: 'USD' };
        book.putAccount(Account.parse({ ...plain, ...money, equity }), time.clock.wall());
      },
      /** What moved is told, or that more may have. */
      move: (value: string, isKnown = true) => real.putTransfers(decimal(value), isKnown),
      stop: journal.close,
    };
  }
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { world, time, start };
}

it('holds from the reading that hit the limit until the next session begins, also after a recovery', () => {
  const { world, start } = setUp();
  const desk = start();
  desk.read('99000.01');
  expect(desk.hold()).toBeUndefined();
  desk.read('99000');
  expect(desk.hold()).toEqual({ hitAt: MONDAY, loss: '1000', limit: '1000', until: TUESDAY });
  desk.read('101000');
  expect(desk.hold()).toMatchObject({ loss: '1000' });
  world.now = TUESDAY - 1;
  expect(desk.hold()).toBeDefined();
  world.now = TUESDAY;
  expect(desk.hold()).toBeUndefined();
  desk.stop();
});

it('is there after a restart, and a reading of an earlier run does not bring it back', () => {
  const { world, start } = setUp();
  const first = start();
  first.read('98000');
  first.stop();
  const second = start();
  expect(second.hold()).toMatchObject({ loss: '2000', until: TUESDAY });
  second.stop();
  world.now = TUESDAY + 60_000;
  world.nextOpen = WEDNESDAY;
  const third = start();
  expect(third.hold()).toBeUndefined();
  third.stop();
  const fourth = start();
  expect(fourth.hold()).toBeUndefined();
  // What is lost after that session began is another day's.
  fourth.move('0');
  fourth.read('98500');
  expect(fourth.hold()).toMatchObject({ loss: '1500', until: WEDNESDAY });
  fourth.stop();
});

it('is not lifted by a clock that somebody sets, only by the broker’s', () => {
  const { world, start } = setUp();
  const desk = start();
  desk.read('98000');
  world.told = MONDAY + 60_000;
  world.now = TUESDAY + 60_000;
  expect(desk.hold()).toBeDefined();
  world.told = TUESDAY + 1_000;
  expect(desk.hold()).toBeUndefined();
  desk.stop();
});

it('is not lifted by another limit, nor by switching the guard off', () => {
  const { world, start } = setUp();
  const desk = start();
  desk.read('99000');
  world.guards = withLimit('50000');
  expect(desk.hold()).toBeDefined();
  world.guards = { ...DEFAULT_GUARDS, dailyLoss: { isOn: false } };
  desk.read('99500');
  expect(desk.hold()).toBeDefined();
  desk.stop();
});

it('holds while nobody knows the time, and learns when it ends as soon as the broker says so', () => {
  const { world, start } = setUp();
  world.now = undefined;
  world.nextOpen = undefined;
  const desk = start();
  desk.read('99000');
  expect(desk.hold()).toEqual({ hitAt: MONDAY, loss: '1000', limit: '1000' });
  world.now = MONDAY + 60_000;
  world.nextOpen = TUESDAY;
  expect(desk.hold()).toMatchObject({ until: TUESDAY });
  desk.stop();
});

it('is not hit by what moved out, also when that is told later than the equity', () => {
  const { start } = setUp();
  const desk = start();
  desk.move('0', false);
  desk.read('95000');
  expect(desk.hold()).toBeUndefined();
  desk.move('-5000');
  expect(desk.hold()).toBeUndefined();
  desk.read('95000');
  expect(desk.hold()).toBeUndefined();
  desk.stop();
});

it('is hit as soon as it is known that what is gone was lost', () => {
  const { start } = setUp();
  const desk = start();
  desk.move('0', false);
  desk.read('99000');
  expect(desk.hold()).toBeUndefined();
  desk.move('0');
  expect(desk.hold()).toMatchObject({ loss: '1000' });
  desk.stop();
});

it('is not lifted by what moves out afterwards', () => {
  const { world, time, start } = setUp();
  const desk = start();
  desk.read('98800');
  time.advance(15_000);
  world.transfers = decimal('-500');
  desk.read('98300');
  expect(desk.hold()).toMatchObject({ loss: '1200' });
  desk.stop();
});

it('is not hit by what moved in before the reading that holds it', () => {
  const { start } = setUp();
  const desk = start();
  desk.read('100000');
  desk.move('5000');
  expect(desk.hold()).toBeUndefined();
  desk.read('105000');
  expect(desk.hold()).toBeUndefined();
  desk.stop();
});

it('is nothing without a limit that is on', () => {
  const { world, start } = setUp();
  world.guards = { ...DEFAULT_GUARDS, dailyLoss: { isOn: false, maxDollars: decimal('1') } };
  const desk = start();
  desk.read('10');
  expect(desk.hold()).toBeUndefined();
  desk.stop();
});

it('says what was hit and when it ends, and leaves a line in the journal', () => {
  const { start } = setUp();
  const desk = start();
  desk.read('98999.5');
  const hold = desk.hold();
  const words =
    'Your daily loss limit of 1,000.00 was hit (1,000.50 lost): no new positions until the next session (Tuesday, November 17, 09:30 New York time). Changing the limit does not change that; exits are still allowed.';
  expect(hold && holdText(hold)).toBe(words);
  const page = desk.journal.activity({ kinds: [], text: '', limit: 5 });
  expect(page.ok && page.value.lines.map(({ text }) => text)).toContain(words);
  desk.stop();
});
