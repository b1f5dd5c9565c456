// What the broker says about the account itself: blocks, margin and flags. Members are read leniently: what is absent
// or unreadable says nothing. What is refused for a state is an order that opens something; an exit is told and may go.
import type { Account } from '#contract/records.ts';
import type { AccountState } from '#contract/account-states.ts';
import {
  add,
  decimal,
  isLess,
  isMore,
  isZero,
  mul,
  negate,
  sign,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import { moneyText } from '#main/domain/words.ts';

/** Beyond this many times the equity positions may only be closed. */
const LARGEST_LEVERAGE = decimal('6');
const DAY_TRADING_EQUITY = decimal('25000');
const MOST_DAY_TRADES = 3;
/** With these an account trades. */
const WORKING = new Set(['ACTIVE', 'PAPER_ONLY', 'ACCOUNT_UPDATED', 'APPROVED']);

/** In the order of their weight; empty when there is nothing to tell. */
export function accountStates(account: Account): AccountState[] {
  const states = [...blocks(account), ...margin(account), ...dayTrades(account)];
  if (!WORKING.has(account.status.toUpperCase()))
    states.push({
      name: 'status',
      isBlocking: false,
      brief: account.status.replaceAll('_', ' ').toLowerCase(),
      text: `The broker lists this account as ${account.status}: it may refuse orders.`,
    });
  return states;
}

/** As the account's reading has them: left out when there are none. */
export function statesOf(account: Account): { states?: AccountState[] } {
  const states = accountStates(account);
  return states.length > 0 ? { states } : {};
}

/** Why the broker would refuse an order that opens a position, whatever it is. */
export const openingBlock = (account: Account | undefined): string | undefined =>
  account && accountStates(account).find(({ isBlocking }) => isBlocking)?.text;

/** What may be bought of an asset that cannot be bought on margin; the buying power where the broker does not say. */
export const unmarginedPower = (account: Account): Decimal =>
  account.nonMarginableBuyingPower ?? account.buyingPower;

/** False only when the broker says so. */
export const mayShort = (account: Account): boolean => account.shortingEnabled !== false;

type Block = 'accountBlocked' | 'tradingBlocked' | 'tradeSuspendedByUser';

function blocks(account: Account): AccountState[] {
  const states: AccountState[] = [];
  const block = (name: Block, brief: string, text: string): void => {
    if (account[name] === true) states.push({ name, isBlocking: true, brief, text });
  };
  block(
    'accountBlocked',
    'account blocked',
    'The broker has blocked this account and does not accept orders: ask the broker why.',
  );
  block(
    'tradingBlocked',
    'trading blocked',
    'The broker has blocked trading on this account and does not accept orders: ask the broker why.',
  );
  block(
    'tradeSuspendedByUser',
    'trading suspended',
    'Trading is suspended in this account’s settings at the broker, so it does not accept orders: allow trading there first.',
  );
  return states;
}

function margin(account: Account): AccountState[] {
  const { equity } = account;
  const long = account.longMarketValue ?? ZERO;
  const short = account.shortMarketValue ?? ZERO;
  const exposure = add(long, sign(short) < 0 ? negate(short) : short);
  if (isZero(exposure)) return [];
  if (isMore(exposure, mul(LARGEST_LEVERAGE, equity)))
    return [
      {
        name: 'closingOnly',
        isBlocking: true,
        brief: 'closing only',
        text: `Positions of ${moneyText(exposure)} are more than six times the equity of ${moneyText(equity)}: the broker accepts only closing orders.`,
      },
    ];
  const needed = account.maintenanceMargin;
  if (!needed || !isLess(equity, needed)) return [];
  return [
    {
      name: 'marginCall',
      isBlocking: false,
      brief: 'margin call',
      text: `The equity is ${moneyText(sub(needed, equity))} below the maintenance margin of ${moneyText(needed)} (margin call): close something or add money, or the broker may close positions.`,
    },
  ];
}

/** Gone from Alpaca since July 2026; other brokers of this wire may still send them. */
function dayTrades(account: Account): AccountState[] {
  const count = account.daytradeCount ?? 0;
  const counted = count === 1 ? 'one day trade' : `${count} day trades`;
  const isSmall = isLess(account.equity, DAY_TRADING_EQUITY);
  if (account.patternDayTrader)
    return [
      {
        name: 'patternDayTrader',
        isBlocking: false,
        brief: 'pattern day trader',
        text: isSmall
          ? `The account is flagged as a pattern day trader with less than ${moneyText(DAY_TRADING_EQUITY)} of equity: the broker may refuse orders that open and close on one day.`
          : 'The account is flagged as a pattern day trader.',
      },
    ];
  if (!Number.isInteger(count) || count < MOST_DAY_TRADES || !isSmall) return [];
  return [
    {
      name: 'dayTrades',
      isBlocking: false,
      brief: counted,
      text: `The broker counts ${counted} in five days: another may flag the account as a pattern day trader.`,
    },
  ];
}
