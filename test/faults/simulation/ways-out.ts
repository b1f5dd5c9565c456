// How people leave positions in the course of a year: they close one or flatten an account, amid faults or when all is
// quiet, in regular hours at the market and outside of them in the extended session. One that a crash, a sleep or an end
// of the desk interrupted is gone on with, or given up.
import type { Closing } from '#contract/closings.ts';
import { isZero } from '#main/domain/decimal.ts';
import { newYorkTime } from '#main/domain/new-york.ts';
import { closeOf, isTradingDay, momentOf, OPEN } from '#test/faults/simulation/exchange-days.ts';
import type { SimulatedAccount, World } from '#test/faults/simulation/world.ts';
import { readLedgers, type Split } from '#test/faults/support/ledger.ts';

export type WaysOut = Record<
  'begun' | 'flattened' | 'closed' | 'left' | 'interrupted' | 'goneOn' | 'givenUp' | 'extended',
  number
>;

type Deps = {
  random: () => number;
  /** The broker's clock, epoch ms. */
  now: () => number;
  splits: readonly Split[];
  complain: (lines: readonly string[]) => void;
};

/** Cancels, readings and three exits of fifteen seconds each, or thirty in the extended session. */
const AT_MOST_MS = 240_000;
/** So long before a session ends nobody begins one that is expected to come to its end. */
const BEFORE_END_MS = 90_000;
const FLATTEN_SHARE = 0.15;
const GIVE_UP_SHARE = 0.3;

export function createWaysOut({ time, wishes, control, accounts }: World, deps: Deps) {
  const { random, now } = deps;
  const counts: WaysOut = {
    begun: 0,
    flattened: 0,
    closed: 0,
    left: 0,
    interrupted: 0,
    goneOn: 0,
    givenUp: 0,
    extended: 0,
  };

  const find = ({ unit }: SimulatedAccount, closingId: string): Closing | undefined =>
    unit.closings.list().find((one) => one.closingId === closingId);

  /** Until it has ended or waits for its person, or its desk is another one. */
  async function follow(
    account: SimulatedAccount,
    closingId: string,
  ): Promise<Closing | undefined> {
    const { unit } = account;
    const isSame = () => !account.isDown && account.unit === unit;
    const isOver = () => !isSame() || find(account, closingId)?.state !== 'running';
    if (!(await time.until(isOver, AT_MOST_MS)))
      deps.complain([`a way out goes on for longer than ${AT_MOST_MS} ms`]);
    const closing = isSame() ? find(account, closingId) : undefined;
    if (closing?.state === 'ended') {
      wishes.end(closingId);
      const isClosed = closing.symbols.every(({ step }) => step === 'closed');
      counts[isClosed ? 'closed' : 'left']++;
    } else counts.interrupted++;
    return closing;
  }

  /** One position, or all of them; undefined where nothing can be sold now, or nothing is held. */
  async function leave(account: SimulatedAccount): Promise<Closing | undefined> {
    const how = howAt(now());
    const { closings, book } = account.unit;
    const held = book.positions().map(({ symbol }) => symbol);
    const one = held[Math.floor(random() * held.length)];
    const isFlatten = random() < FLATTEN_SHARE;
    if (how === undefined || one === undefined) return undefined;
    const { closingId } = isFlatten ? closings.plan('flatten') : closings.plan('close', [one]);
    if (!closings.begin(closingId, how).ok) return undefined;
    counts.begun++;
    if (isFlatten) counts.flattened++;
    if (how === 'extended') counts.extended++;
    return follow(account, closingId);
  }

  /** What is closed is held no more, and nothing rests in it. */
  async function judgeQuiet(account: SimulatedAccount, closing: Closing): Promise<void> {
    const ledgers = await readLedgers(control, accounts, deps.splits);
    const ledger = ledgers[accounts.indexOf(account)];
    for (const { symbol, step, text } of closing.symbols) {
      if (step !== 'closed') {
        // At the market, with time left and nothing that counts as working, nothing may keep it from being closed.
        if (closing.how === 'market' && !mayWork(account, symbol))
          deps.complain([`${symbol} was not closed although all was quiet: ${text}`]);
        continue;
      }
      const rests = ledger?.openOrders().filter((order) => order.symbol === symbol) ?? [];
      if (!ledger || !isZero(ledger.held(symbol)) || rests.length > 0)
        deps.complain([
          `${symbol} is told as closed, with ${ledger?.held(symbol)} held and ${rests.length} orders`,
        ]);
    }
  }

  return {
    counts: (): WaysOut => ({ ...counts }),
    /** While others place orders. */
    async leaveAmidFaults(account: SimulatedAccount): Promise<void> {
      await time.sleep(random() * 500);
      if (!account.isDown) await leave(account);
    },
    async leaveQuietly(account: SimulatedAccount): Promise<void> {
      if (howAt(now()) !== howAt(now() + BEFORE_END_MS)) return;
      const closing = await leave(account);
      if (closing?.state === 'ended') await judgeQuiet(account, closing);
    },
    /** What waits for its person is decided; what another desk had finished is over. */
    async decide(): Promise<void> {
      for (const account of accounts)
        for (const { closingId } of wishes.openWaysOut(account.brokerAccountId)) {
          const { closings } = account.unit;
          const closing = find(account, closingId);
          if (closing?.state === 'running') await follow(account, closingId);
          if (closing?.state !== 'waiting') wishes.end(closingId);
          else if (random() < GIVE_UP_SHARE || howAt(now()) === undefined) {
            counts.givenUp++;
            closings.stop(closingId);
            wishes.end(closingId);
          } else if (closings.goOn(closingId, howAt(now())).ok) {
            counts.goneOn++;
            await follow(account, closingId);
          }
        }
    },
  };
}

/**
 * Whatever is not settled counts as working, unless it was set aside to be canceled when it appears (docs/orders.md): it
 * may keep a position from being closed, or open one anew.
 */
const mayWork = ({ unit }: SimulatedAccount, of: string): boolean =>
  unit.journal
    .unsettled()
    .some((one) => one.symbol === of && !(one.state === 'set-aside' && one.cancelWhenFound));

/** At the market in regular hours, by a limit before and after them, and at night not at all. */
function howAt(moment: number): 'market' | 'extended' | undefined {
  const { date } = newYorkTime(moment);
  if (!isTradingDay(date)) return undefined;
  const close = closeOf(date);
  const isBetween = (low: number, high: number): boolean =>
    moment >= momentOf(date, low) && moment < momentOf(date, high);
  if (isBetween(OPEN, close)) return 'market';
  return isBetween(4 * 60, close + 240) ? 'extended' : undefined;
}
