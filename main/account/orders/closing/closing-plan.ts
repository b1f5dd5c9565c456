// All that a way out would do, named before it is confirmed: what is closed, which orders are canceled first, and what is
// held and not closed here.
import type { ClosingKind, ClosingPlan, Protection } from '#contract/closings.ts';
import type { Intent } from '#contract/intents.ts';
import { notTradedHere } from '#contract/order-choices.ts';
import type { OrderDraft, Position } from '#contract/orders.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import {
  atFarSide,
  inWholeShares,
  noHalf,
  wholeDraft,
} from '#main/account/orders/closing/exit-draft.ts';
import { inTheWay, type InTheWay, type WayDeps } from '#main/account/orders/closing/in-the-way.ts';
import { exitsOf, protectable, protecting } from '#main/account/orders/closing/protection.ts';
import type { Book } from '#main/account/standing/book.ts';
import { unreadWords } from '#main/account/standing/unread-positions.ts';
import { mayShort, openingBlock } from '#main/domain/account-states.ts';
import { abs, decimal, isEqual, type Decimal } from '#main/domain/decimal.ts';
import { isWhole } from '#main/domain/orders/draft-context.ts';
import { draftIssues, type DraftContext } from '#main/domain/orders/draft-issues.ts';
import { positionIn } from '#main/domain/orders/exits.ts';
import { halfOf } from '#main/domain/orders/half.ts';
import { isShort } from '#main/domain/orders/holdings.ts';
import { isSameSymbol } from '#main/domain/orders/order-terms.ts';
import { orderLine } from '#main/domain/words.ts';
import type { Journal } from '#main/journal/types.ts';

/** Which price it will be is asked for when it goes. */
const ANY_QUOTE = { bid: decimal('1'), ask: decimal('1') };

export type PlanDeps = {
  book: WayDeps['book'] & Pick<Book, 'openOrders' | 'standingPositions' | 'account'>;
  journal: Pick<Journal, 'unsettled'>;
  gate: Pick<TradingGate, 'armState' | 'isStopped' | 'unknownOrders'>;
  draftContext: (draft: OrderDraft) => DraftContext;
  isMarketOpen: () => boolean | undefined;
};

/** Without symbols: everything that is held. */
export function closingPlan(
  deps: PlanDeps,
  {
    closingId,
    kind,
    symbols,
    protection,
    isBusy,
  }: {
    closingId: string;
    kind: ClosingKind;
    symbols?: readonly string[];
    protection?: Protection;
    /** It is on its way out already. */
    isBusy: (symbol: string) => boolean;
  },
): ClosingPlan {
  const { book, gate } = deps;
  const arm = gate.armState();
  const isMeant = (symbol: string | undefined): boolean =>
    !symbols || symbol === undefined || symbols.some((one) => isSameSymbol(one, symbol));
  const held = book
    .standingPositions()
    .filter(({ symbol }) => isMeant(symbol))
    .map((position): Planned & { position: Position } => {
      const { symbol } = position;
      if (isBusy(symbol)) return { position, why: `${symbol} is already being closed.` };
      if (kind === 'protect') return { position, ...plannedProtection(deps, position, protection) };
      const half = kind === 'half' ? halfOf(abs(position.qty)) : undefined;
      const { why, qty } = judged(deps, kind, position, half);
      return { position, part: half ?? qty, way: inTheWay(deps, symbol, half), why };
    });
  return {
    closingId,
    kind,
    symbols: held
      .filter(({ why }) => why === undefined)
      .map(({ position, part, way }) => ({
        symbol: position.symbol,
        side: isShort(position) ? ('short' as const) : ('long' as const),
        qty: part ?? abs(position.qty),
        ...(part && !isEqual(part, abs(position.qty)) && { of: abs(position.qty) }),
        ...(position.isEstimate && { isEstimate: true as const }),
        cancels: way ? cancelsOf(way) : [],
        ...mintsIn(deps, position.symbol),
        ...(kind === 'half' &&
          way &&
          endsExits(deps, position, way) && { endsExits: true as const }),
      })),
    ...(protection && { protection }),
    ...(held.length === 1 && held[0]?.protectable && { protectable: held[0].protectable }),
    leftOut: [
      ...held.flatMap(({ position: { symbol, qty, isEstimate }, why }) =>
        why === undefined
          ? []
          : [{ symbol, qty: abs(qty), ...(isEstimate && { isEstimate: true as const }), why }],
      ),
      ...(book.positions().unread ?? [])
        .filter(({ symbol }) => isMeant(symbol))
        .map((one) => ({ symbol: one.symbol ?? 'a position', why: unreadWords(one) })),
    ],
    ...(kind === 'flatten' && staying(deps)),
    isMarketOpen: deps.isMarketOpen() !== false,
    isStopped: gate.isStopped(),
    ...(!arm.isArmed && !arm.takesExits && { heldBack: arm.why }),
  };
}

/** A leg goes with its order. */
function staying({ book }: PlanDeps): Pick<ClosingPlan, 'stays'> {
  const held = book.standingPositions();
  const orders = book
    .openOrders()
    .filter(
      (order) => !order.parentId && !held.some((one) => isSameSymbol(one.symbol, order.symbol)),
    );
  return orders.length > 0 ? { stays: orders.map(orderLine) } : {};
}

type Planned = {
  part?: Decimal | undefined;
  way?: InTheWay;
  why?: string | undefined;
  protectable?: ClosingPlan['protectable'];
};

function plannedProtection(
  deps: PlanDeps,
  position: Position,
  wanted: Protection | undefined,
): Planned {
  const refusal = notTradedHere(position.symbol, position.assetClass);
  const read = positionIn(deps.book.positions(), position.symbol);
  if (refusal !== undefined) return { why: refusal };
  // One that only fills tell of is protected when it was read.
  if (!read || !wanted) return { why: `${position.symbol} is being read.` };
  const made = protecting(deps, read, wanted);
  const { qty, inOrders } = protectable(deps, read, wanted);
  const last = deps.book.price(position.symbol)?.price;
  return {
    protectable: { qty, inOrders, ...(last && { last }) },
    ...(made.ok ? { part: made.qty, way: made.replaced } : { why: made.why }),
  };
}

/** What the broker would not take here, in the session that is offered; and how much of it would go. */
function judged(
  deps: PlanDeps,
  kind: ClosingKind,
  position: Position,
  half: Decimal | undefined,
): { why?: string | undefined; qty?: Decimal | undefined } {
  const refusal = notTradedHere(position.symbol, position.assetClass);
  if (refusal !== undefined) return { why: refusal };
  if (kind === 'half' && !half) return { why: noHalf(position.symbol, position.qty) };
  const whole = wholeDraft(position);
  if (!whole) return { why: `${position.symbol} cannot be traded here.` };
  const terms = deps.isMarketOpen() === false ? atFarSide(whole, ANY_QUOTE) : undefined;
  const draft = inWholeShares(
    { ...whole, ...(half && { qty: half }), ...(terms?.ok && terms.value) },
    deps.draftContext,
  );
  const why =
    draftIssues(draft, deps.draftContext(draft))[0]?.message ??
    (kind === 'reverse' ? whyNoReverse(deps, whole, position) : undefined);
  return { why, qty: draft.qty };
}

/** Said before anything is closed: why the other side could not be opened after it. */
function whyNoReverse(deps: PlanDeps, draft: OrderDraft, position: Position): string | undefined {
  const { symbol } = position;
  const account = deps.book.account()?.account;
  const block = openingBlock(account);
  if (block !== undefined) return `${symbol} cannot be reversed, only closed. ${block}`;
  if (deps.gate.isStopped())
    return `${symbol} cannot be reversed, only closed: all trading is stopped.`;
  if (isShort(position)) return undefined;
  const { asset } = deps.draftContext(draft);
  const why =
    account && !mayShort(account)
      ? 'the broker does not let this account sell short'
      : asset?.shortable === false || asset?.easyToBorrow === false
        ? `the broker does not lend ${symbol} for selling short`
        : !isWhole(position.qty)
          ? 'only whole shares can be sold short'
          : undefined;
  return why && `${symbol} cannot be reversed, only closed: ${why}.`;
}

/** One on the opening side protects nothing. */
function endsExits(deps: PlanDeps, position: Position, { orders, intents }: InTheWay): boolean {
  const exits = exitsOf(deps, position);
  return (
    orders.some(({ id }) => exits.orders.some((exit) => exit.id === id)) ||
    intents.some(({ intentId }) => exits.intents.some((exit) => exit.intentId === intentId))
  );
}

/** Whose shares count as sold. */
function mintsIn({ journal }: PlanDeps, symbol: string): { mints?: string[] } {
  const mints = journal
    .unsettled()
    .filter(({ kind, state }) => kind === 'mint' && state !== 'set-aside')
    .filter((mint) => isSameSymbol(mint.symbol, symbol))
    .map(({ title }) => `${title} (unconfirmed)`);
  return mints.length > 0 ? { mints } : {};
}

const cancelsOf = ({ orders, intents }: InTheWay): string[] => [
  ...orders.map(orderLine),
  ...intents.map(unsettledWords),
];

/** What was set aside no longer counts. If it was placed after all, more is closed than is held. */
const unsettledWords = ({ title, state }: Intent): string =>
  state === 'set-aside'
    ? `${title} (set aside: if it appears, it is canceled, but it may also have filled)`
    : `${title} (unknown)`;
