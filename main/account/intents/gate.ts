// The one place that lets an order go: the kill switch, arming, the state of the streams, and the guards. It is asked
// at hand-over to the socket, when everything that matters is as it will be when the bytes leave.
import { IntentState, type Intent } from '#contract/intents.ts';
import type { MarketSession } from '#contract/market-state.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Confirmation, FirstReading, GuardSettings, LossHold } from '#contract/trading.ts';
import type { QuoteBook } from '#main/account/prices/quote-book.ts';
import type { Book } from '#main/account/standing/book.ts';
import { openingBlock } from '#main/domain/account-states.ts';
import { changedDraft } from '#main/domain/orders/order-change.ts';
import { add, isMore, sub } from '#main/domain/decimal.ts';
import { takesTooMuch } from '#main/domain/orders/exits.ts';
import {
  standingOf,
  type GuardInput,
  type GuardVerdict,
} from '#main/domain/guards/guard-settings.ts';
import { checkGuards, isExit } from '#main/domain/guards/guards.ts';
import { holdText } from '#main/domain/guards/loss-hold.ts';
import type { AssetTraits } from '#main/domain/orders/draft-context.ts';
import { marketPriceFor } from '#main/domain/quotes.ts';
import { isSameSymbol, type UnknownOrder } from '#main/domain/orders/order-terms.ts';
import type { Cursor, IntentDraft, Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';
import type { Gate } from '#main/account/intents/ports.ts';
import { readChangeBody } from '#main/wire/order-body.ts';
import { readMintBody } from '#main/wire/tokenization.ts';

export type ArmState =
  | { isArmed: true }
  /**
   * `takesExits`: an exit may go. The disk is full, and there is space for recording exits; or not everything was heard
   * and read in this start, and the positions were; or the journal is still being checked.
   */
  | { isArmed: false; why: string; takesExits?: true };

export type TradingGate = Gate & {
  armState(): ArmState;
  /** Why no exit that was confirmed can leave now. */
  whyNoConfirmedExit(): string | undefined;
  /** Each guard's verdict on a draft, in words, for the ticket and the review. */
  verdicts(draft: OrderDraft, intentId?: string, replaces?: string): GuardVerdict[];
  /** Orders whose fate is not known: they count as placed. */
  unknownOrders(): UnknownOrder[];
  /** That the daily loss limit was hit, and until when it holds, in words. */
  lossNote(): string | undefined;
  /** A complete pass over the broker's orders was answered. */
  setReconciled(): void;
  /** So many open orders of the broker's list cannot be read: nobody here sees or cancels them. */
  setUnreadOrders(count: number): void;
  /** How far that pass is, while it takes long. */
  setReading(read: FirstReading | undefined): void;
  reading(): FirstReading | undefined;
  unreadOrders(): number;
  onSleep(): void;
};

type Deps = {
  book: Book;
  journal: Pick<Journal, 'health' | 'unsettled' | 'list'>;
  readBody: (body: string) => OrderDraft | undefined;
  guards: () => GuardSettings;
  /** The kill switch. */
  isStopped: () => boolean;
  stops: () => number;
  isMarketOpen: () => boolean | undefined;
  session?: () => MarketSession | undefined;
  /** How far the feed of the prices is behind the market. */
  lateMs?: () => number;
  traitsOf?: (symbol: string) => AssetTraits | undefined;
  quotes?: Pick<QuoteBook, 'get' | 'quote' | 'forgetQuotes'>;
  /** The daily loss limit was hit and the next session has not begun. */
  lossHold?: () => LossHold | undefined;
  /**
   * Why nothing may be placed for reasons outside of trading: a live account that nobody armed. Locking, which disarms,
   * does not hold back an exit that was confirmed before.
   */
  heldBack: (isConfirmedExit: boolean) => string | undefined;
  /** It is an exit of a way out that was confirmed and is under way. */
  isConfirmedExit?: ((intentId: string) => boolean) | undefined;
  /** It closed a position that is to be opened the other way round. */
  isOfReverse?: ((intentId: string) => boolean) | undefined;
  accountDoubt: () => string | undefined;
  clock: Clock;
};

/** An order to be judged, and what it stands for. */
type Subject = { draft: OrderDraft; intentId?: string; replaces?: string };

const MINUTE_MS = 60_000;
const PAGE = 500;
const UNCHECKED = 'The journal is still being checked.';
const EXITS_WORK = 'Exits and cancels work meanwhile.';
const EXITS_GO = 'Exits can be sent: the positions have been read.';
/** What was kept from leaving is no order that a limit counts, however many there are of it. */
const SENT = IntentState.options.filter((state) => state !== 'not-sent');

export function createGate(deps: Deps): TradingGate {
  const { book, journal, accountDoubt, clock, lossHold = () => undefined } = deps;
  /** When each price was heard, on the clock that nobody sets. Empty after sleep: every price is old then. */
  const heard = new Map(book.prices().map(({ symbol }) => [symbol, clock.elapsed()]));
  /** Recent orders by intent, read once: in a burst every hand-over asks for all of them. What is about to go is not among them. */
  const drafts = new Map<string, OrderDraft | undefined>();
  let isReconciled = false;
  let unreadOrders = 0;
  let reading: FirstReading | undefined;
  let wasOrderStreamLive = isOrderStreamLive();
  let sleeps = 0;

  book.onChange((change) => {
    if (change.kind === 'stream') wasOrderStreamLive ||= isOrderStreamLive();
    if (change.kind === 'prices')
      for (const { symbol } of change.prices) heard.set(symbol, clock.elapsed());
  });

  function isOrderStreamLive(): boolean {
    return book.streams().some(({ stream, phase }) => stream === 'orders' && phase === 'live');
  }

  /** At the start: without a network, with a key that is refused, or simply not yet. */
  function whyNotSignedIn(): string {
    const { phase, message } = book.streams().find(({ stream }) => stream === 'orders') ?? {};
    if (phase === 'stopped' && message !== undefined) return message;
    return phase === 'reconnecting'
      ? 'The broker cannot be reached. You are seeing the last known data; trading starts when the broker answers.'
      : 'The order stream has not signed in yet.';
  }

  function armState(isConfirmedExit = false): ArmState {
    const health = journal.health();
    if (!health.writable && !health.takesExits) return { isArmed: false, why: health.reason };
    const why = accountDoubt() ?? deps.heldBack(isConfirmedExit);
    if (why !== undefined) return { isArmed: false, why };
    const unread = whyNotRead();
    if (unread !== undefined)
      return book.arePositionsRead()
        ? { isArmed: false, why: `${unread} ${EXITS_GO}`, takesExits: true }
        : { isArmed: false, why: unread };
    if (!health.writable) return { isArmed: false, why: health.reason, takesExits: true };
    if (health.isUnchecked) {
      const unchecked = health.whyUnchecked ?? UNCHECKED;
      return { isArmed: false, why: `${unchecked} ${EXITS_WORK}`, takesExits: true };
    }
    return { isArmed: true };
  }

  /** In this start. */
  function whyNotRead(): string | undefined {
    if (!wasOrderStreamLive) return whyNotSignedIn();
    return isReconciled ? undefined : 'The broker’s orders have not all been read yet.';
  }

  function guardInput(subject: Subject): GuardInput {
    const now = clock.wall();
    const { halt, band } = deps.quotes?.get(subject.draft.symbol) ?? {};
    return {
      ...subject,
      price: priceOf(subject.draft),
      halt,
      band,
      asset: deps.traitsOf?.(subject.draft.symbol),
      account: accountToday(),
      dayChange: book.account()?.dayChange,
      lossHold: lossHold(),
      ...book.held(),
      openOrders: book.openOrdersOf(subject.draft.symbol, [subject.replaces]),
      unknownOrders: unknownOrders(),
      recentIntents: recentIntents(now, subject),
      isMarketOpen: deps.isMarketOpen(),
      session: deps.session?.(),
      now,
    };
  }

  /** Yesterday's equity with what moved since: neither a deposit nor a mint is a profit or a loss. */
  function accountToday(): GuardInput['account'] {
    const { account, transfers } = book.account() ?? {};
    if (!account || transfers === undefined) return account;
    return { ...account, lastEquity: add(account.lastEquity, transfers) };
  }

  function priceOf(draft: OrderDraft): GuardInput['price'] {
    const { symbol } = draft;
    const price = book.price(symbol);
    const heardAt = heard.get(symbol);
    const lateMs = deps.lateMs?.() ?? 0;
    const ageMs = Math.max(
      clock.wall() - (price?.receivedAt ?? 0),
      clock.elapsed() - (heardAt ?? 0),
    );
    const last =
      price && heardAt !== undefined ? { price: price.price, ageMs: ageMs + lateMs } : undefined;
    // A quote that is late is none.
    if (lateMs > 0) return last && { ...last, lateMs };
    return marketPriceFor(draft, last, deps.quotes?.quote(symbol));
  }

  function draftOf(intentId: string, body: string): OrderDraft | undefined {
    if (!drafts.has(intentId)) {
      if (drafts.size >= 2 * PAGE) drafts.clear();
      drafts.set(intentId, deps.readBody(body));
    }
    return drafts.get(intentId);
  }

  /** What an intent amounts to; a change is judged as the order that it would make. */
  function subjectOf({ intentId, kind, body, targetId }: IntentDraft): Subject | undefined {
    if (kind === 'place') {
      const draft = deps.readBody(body);
      return draft && { draft, intentId };
    }
    const changing = changeOf({ kind, body, ...(targetId !== undefined && { targetId }) });
    const draft = changing && changedDraft(changing.old, changing.change);
    return draft && { draft, intentId, replaces: changing.old.id };
  }

  function changeOf({ kind, body, targetId }: Pick<Intent, 'kind' | 'body' | 'targetId'>) {
    const old = targetId === undefined ? undefined : book.order(targetId);
    const change = kind === 'replace' ? readChangeBody(body) : undefined;
    return old && change && { old, change };
  }

  /**
   * What it could fill that no order could before: all of a new order, and of a change what is left of the larger one.
   * A leg may close what is not held yet.
   */
  function growthOf(intent: Intent, { draft }: Subject): OrderDraft | undefined {
    if (intent.kind === 'place') return draft;
    const { old, change } = changeOf(intent) ?? {};
    if (!old?.qty || !change?.qty || !isMore(change.qty, old.qty)) return undefined;
    return book.parentOf(old.id) ? undefined : { ...draft, qty: sub(change.qty, old.filledQty) };
  }

  function unknownOrders(): UnknownOrder[] {
    return [...journal.unsettled(), ...freshMints()].flatMap((intent) => {
      const { kind, state, cancelWhenFound, intentId } = intent;
      const subject = kind === 'mint' ? asSale(intent) : subjectOf(intent);
      // A mint cannot be canceled: the broker takes the shares or refuses.
      const isGivenUp = state === 'set-aside' && (kind === 'mint' || cancelWhenFound);
      return subject
        ? [
            {
              ...subject,
              intentId,
              ...(isGivenUp && { isGivenUp: true as const }),
              ...(kind === 'mint' && { isMint: true as const }),
            },
          ]
        : [];
    });
  }

  /** Mints that were accepted since the positions were asked for: what was read may still hold their shares. */
  function freshMints(): Intent[] {
    const askedAt = book.positionsAskedAt();
    if (askedAt === undefined) return [];
    const page = journal.list({
      kinds: ['mint'],
      states: ['accepted'],
      changedFrom: askedAt,
      limit: PAGE,
    });
    return page.ok ? page.value.intents : [];
  }

  /** Orders on their way to the broker: what they take is not there for another. */
  function handedOver({ intentId }: Intent): OrderDraft[] {
    return journal
      .unsettled()
      .filter((other) => other.state === 'sent' && other.kind === 'place')
      .filter((other) => other.intentId !== intentId)
      .flatMap((other) => draftOf(other.intentId, other.body) ?? []);
  }

  /** Shares that a mint takes are gone like sold ones: whoever sells them too would sell what is not there. */
  function asSale({ intentId, body }: Intent): Subject | undefined {
    const mint = readMintBody(body);
    if (!mint) return undefined;
    const { underlyingSymbol: symbol, qty } = mint;
    return { intentId, draft: { symbol, side: 'sell', type: 'market', timeInForce: 'day', qty } };
  }

  /**
   * As far back as the limits look; undefined where the journal cannot be read. Changes count, and repeat nothing; and an
   * order is no repetition of the one that it replaces, nor of the exit that came before it in a reverse.
   */
  function recentIntents(now: number, { draft, replaces }: Subject): GuardInput['recentIntents'] {
    const { isOn, withinMs } = deps.guards().repeat;
    const recent = intentsSince(now - Math.max(MINUTE_MS, isOn ? withinMs : 0));
    return recent?.map(({ intentId, kind, symbol, body, confirmedAt, state, resultId }) => {
      const isOther =
        kind !== 'place' ||
        !isSameSymbol(symbol, draft.symbol) ||
        deps.isOfReverse?.(intentId) === true ||
        (replaces !== undefined && resultId === replaces);
      const other = isOther ? undefined : draftOf(intentId, body);
      return { intentId, confirmedAt, state, ...(other && { draft: other }) };
    });
  }

  function intentsSince(from: number): Intent[] | undefined {
    const found: Intent[] = [];
    let before: Cursor | undefined;
    do {
      const kinds = ['place', 'replace'] as const;
      const page = journal.list({ kinds, states: SENT, from, before, limit: PAGE });
      if (!page.ok) return undefined;
      found.push(...page.value.intents);
      before = page.value.next;
    } while (before);
    return found;
  }

  function refusal(intent: Intent, confirmations: ReadonlySet<Confirmation>): string | undefined {
    const arm = armState(deps.isConfirmedExit?.(intent.intentId));
    const notArmed = arm.isArmed ? undefined : arm.why;
    const takesExits = !arm.isArmed && arm.takesExits === true && intent.kind === 'place';
    if (notArmed !== undefined && !takesExits) return notArmed;
    if (deps.isStopped() && intent.kind !== 'place') return 'All trading is stopped.';
    // The guards are about the prices and sizes of orders; a mint has none, and its form was checked.
    if (intent.kind === 'mint') return undefined;
    const subject = subjectOf(intent);
    if (!subject) return 'Ballast cannot tell what this order would do, so the guards block it.';
    const input = guardInput(subject);
    const growth = growthOf(intent, subject);
    if (growth && takesTooMuch(growth, standingOf(input), handedOver(intent), intent.isExit))
      return `${subject.draft.symbol}: this order would close more than is left. Check the position and close what remains.`;
    const isExiting = isExit(subject.draft, input);
    if (notArmed !== undefined && !isExiting) return notArmed;
    if (deps.isStopped() && !(isExiting && confirmations.has('exit-while-stopped')))
      return isExiting
        ? 'All trading is stopped. Exits need a separate confirmation.'
        : isExitButForSetAside(subject, input)
          ? 'All trading is stopped. An order that you set aside, to be told of only, may still take these shares, so this is no exit beside it. Close cancels that one when it appears and works now.'
          : 'All trading is stopped.';
    const blocked = isExiting ? undefined : openingBlock(book.account()?.account);
    if (blocked !== undefined) return blocked;
    if (!isOrderStreamLive() && !isExiting && !confirmations.has('stream-down'))
      return 'The order stream is down. Confirm once more to send without it.';
    return checkGuards(input, deps.guards()).find(({ level }) => level === 'block')?.text;
  }

  function isExitButForSetAside({ draft }: Subject, input: GuardInput): boolean {
    const aside = new Set(
      journal.unsettled().flatMap(({ intentId, state }) => (state === 'set-aside' ? intentId : [])),
    );
    const others = input.unknownOrders.filter(({ intentId }) => !aside.has(intentId));
    return isExit(draft, { ...input, unknownOrders: others });
  }

  function isExitIntent(intent: IntentDraft): boolean {
    const judged = intent.kind === 'place' ? subjectOf(intent) : undefined;
    return judged !== undefined && isExit(judged.draft, guardInput(judged));
  }

  return {
    armState: () => armState(),
    whyNoConfirmedExit() {
      const arm = armState(true);
      return arm.isArmed || arm.takesExits ? undefined : arm.why;
    },
    accountDoubt,
    isExitIntent,
    isStopped: deps.isStopped,
    stops: deps.stops,
    sleeps: () => sleeps,
    setReconciled: () => (isReconciled = true),
    setUnreadOrders: (count) => (unreadOrders = count),
    unreadOrders: () => unreadOrders,
    setReading: (read) => (reading = read),
    reading: () => reading,
    onSleep() {
      sleeps++;
      heard.clear();
      deps.quotes?.forgetQuotes();
    },
    unknownOrders,
    lossNote() {
      const hold = lossHold();
      return hold && holdText(hold);
    },
    verdicts(draft, intentId, replaces) {
      const subject: Subject = {
        draft,
        ...(intentId !== undefined && { intentId }),
        ...(replaces !== undefined && { replaces }),
      };
      return checkGuards(guardInput(subject), deps.guards());
    },
    refusal,
  };
}
