// What people do at a desk, at random: orders mostly; sometimes a cancel, a change, or the same intent from two windows.
// And what they do afterwards with an order of which nothing is known.
import type { Intent, IntentKind } from '#contract/intents.ts';
import { isTerminal, type Order, type OrderDraft } from '#contract/orders.ts';
import { abs, decimal, min } from '#main/domain/decimal.ts';
import type { TestAccount } from '#test/faults/support/desk.ts';

export const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'SPY', 'QQQ', 'TSLA', 'JPM'] as const;

/** Sold without being held, and bought back. */
const SHORTED = ['KO', 'INTC'] as const;
/** Traded in parts of a share. */
const IN_PARTS = ['DIS', 'NKE'] as const;

/** Their orders have legs, which hold what they are to sell: nobody sells these by hand. */
const WITH_LEGS = ['AMD', 'META'] as const;

export type Actor = {
  random: () => number;
  newIntentId: () => string;
  /** The computer slept and wakes. */
  wake: (account: TestAccount) => void;
  /** What becomes of a random order before it is sent. */
  reshape?: (draft: OrderDraft, account: TestAccount) => OrderDraft;
};

/** Mostly an order; sometimes a cancel, a change, the same intent from two windows, or a sleep. */
export async function actOnce(account: TestAccount, actor: Actor): Promise<void> {
  const { unit } = account;
  const { random, newIntentId } = actor;
  const open = unit.book.openOrders().filter(({ type }) => type === 'limit');
  const parents = open.filter(({ legs }) => legs !== undefined);
  // What becomes of legs when their parent is changed is worth more tries than chance would give it.
  const among = parents.length > 0 && random() < 0.3 ? parents : open;
  const target = among[Math.floor(random() * among.length)];
  const what = random();
  if (what < 0.08 && target) await unit.trading.cancel(target.id);
  else if (what < 0.16 && target) await change(unit, target, actor);
  else if (what >= 0.16 && what < 0.165) actor.wake(account);
  const intentId = newIntentId();
  const draft = randomDraft(unit, random);
  const submission = {
    intentId,
    draft: actor.reshape?.(draft, account) ?? draft,
    confirmations: ['stream-down'] as const,
  };
  const windows = what > 0.9 ? 2 : 1;
  await Promise.all(
    Array.from({ length: windows }, () =>
      unit.trading.submit({ ...submission, confirmations: [...submission.confirmations] }),
    ),
  );
}

async function change(
  unit: TestAccount['unit'],
  order: Order,
  { random, newIntentId }: Actor,
): Promise<void> {
  if (isTerminal(order.status)) return;
  await unit.trading.replace({
    intentId: newIntentId(),
    orderId: order.id,
    change: { limitPrice: decimal(random() < 0.5 ? '1.01' : '1.02') },
    confirmations: ['stream-down'],
  });
}

function randomDraft(unit: TestAccount['unit'], random: () => number): OrderDraft {
  const what = random();
  if (what < 0.1) return randomBracket(random);
  if (what < 0.18) return randomShort(unit, random);
  if (what < 0.26) return randomPart(unit, random);
  const symbol = SYMBOLS[Math.floor(random() * SYMBOLS.length)] ?? 'AAPL';
  const qty = decimal(String(1 + Math.floor(random() * 5)));
  const held = unit.book.positions().find((position) => position.symbol === symbol);
  const kind = random();
  if (held && kind < 0.3 && !held.qty.startsWith('-'))
    return {
      symbol,
      side: 'sell',
      type: 'market',
      timeInForce: 'day',
      // Sometimes everything: sent twice, the second would be refused for want of shares.
      qty: random() < 0.5 ? held.qty : decimal('1'),
    };
  if (kind < 0.65) return { symbol, side: 'buy', type: 'market', timeInForce: 'day', qty };
  return {
    symbol,
    side: 'buy',
    type: 'limit',
    timeInForce: kind < 0.85 ? 'day' : 'gtc',
    qty,
    limitPrice: decimal(random() < 0.3 ? '99999' : '1'),
  };
}

/** Opens one or adds to it, or takes back a part or all of it; some of both rest. */
function randomShort(unit: TestAccount['unit'], random: () => number): OrderDraft {
  const symbol = SHORTED[Math.floor(random() * SHORTED.length)] ?? 'KO';
  const held = unit.book.positions().find((position) => position.symbol === symbol);
  const isTaken = held !== undefined && random() < 0.5;
  const qty = decimal(String(1 + Math.floor(random() * 5)));
  const side = isTaken ? 'buy' : 'sell';
  const size = isTaken && random() < 0.3 ? abs(held.qty) : qty;
  const base = { symbol, side, qty: size } as const;
  return random() < 0.7
    ? { ...base, type: 'market', timeInForce: 'day' }
    : { ...base, type: 'limit', timeInForce: 'gtc', limitPrice: decimal(isTaken ? '1' : '9000') };
}

function randomPart(unit: TestAccount['unit'], random: () => number): OrderDraft {
  const symbol = IN_PARTS[Math.floor(random() * IN_PARTS.length)] ?? 'DIS';
  const held = unit.book.positions().find((position) => position.symbol === symbol);
  const qty = decimal(`${Math.floor(random() * 3)}.${1 + Math.floor(random() * 999)}`);
  const base = { symbol, type: 'market', timeInForce: 'day' } as const;
  return held && random() < 0.4
    ? { ...base, side: 'sell', qty: random() < 0.5 ? held.qty : min(qty, held.qty) }
    : { ...base, side: 'buy', qty };
}

/** Half of them rest, so that they can be changed with their legs still to come. */
function randomBracket(random: () => number): OrderDraft {
  return {
    symbol: WITH_LEGS[Math.floor(random() * WITH_LEGS.length)] ?? 'AMD',
    side: 'buy',
    timeInForce: 'gtc',
    orderClass: 'bracket',
    qty: decimal(String(1 + Math.floor(random() * 5))),
    ...(random() < 0.5 ? { type: 'market' } : { type: 'limit', limitPrice: decimal('1') }),
    takeProfit: { limitPrice: decimal('9000') },
    stopLoss: { stopPrice: decimal('0.5') },
  };
}

/** What a person does with an unknown order: sends it again once, and sets aside what stays unknown even then. */
export async function letPersonDecide(
  accounts: readonly TestAccount[],
  random: () => number,
  untilSettled: (isTrue: () => boolean) => Promise<unknown>,
): Promise<void> {
  for (const account of accounts)
    for (const { intentId } of unknownIntents(account, 'place'))
      if (random() < 0.5) await account.unit.trading.sendAgain(intentId, ['stream-down']);
      else account.unit.trading.setAside(intentId, true);
  await untilSettled(() =>
    accounts.every((account) => unknownIntents(account, 'place').length === 0),
  );
  for (const account of accounts)
    for (const { intentId } of unknownIntents(account))
      account.unit.trading.setAside(intentId, true);
}

/** Held in memory by the journal, so that asking often costs nothing. */
export const unknownIntents = ({ unit }: TestAccount, kind?: IntentKind): Intent[] =>
  unit.journal
    .unsettled()
    .filter((intent) => intent.state === 'unknown' && (kind === undefined || intent.kind === kind));

/** Everything that the desk may still send by itself has come to an end. */
export const isHealed = (accounts: readonly TestAccount[]): boolean =>
  accounts.every((account) => !account.mayResend || account.unit.journal.unsettled().length === 0);
