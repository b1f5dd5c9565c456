// The one place that lets an order go: the kill switch, arming, the state of the streams, and the guards. It is asked
// at hand-over to the socket, when everything that matters is as it will be when the bytes leave.
import type { Intent } from '#contract/intents.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Confirmation, GuardSettings } from '#contract/trading.ts';
import type { Book } from '#main/account/standing/book.ts';
import { changedDraft } from '#main/domain/orders/order-change.ts';
import { takesTooMuch } from '#main/domain/orders/exits.ts';
import {
  standingOf,
  type GuardInput,
  type GuardVerdict,
} from '#main/domain/guards/guard-settings.ts';
import { checkGuards, isExit } from '#main/domain/guards/guards.ts';
import type { UnknownOrder } from '#main/domain/orders/order-terms.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';
import type { Gate } from '#main/account/intents/ports.ts';
import { readChangeBody } from '#main/wire/order-body.ts';
import { readMintBody } from '#main/wire/tokenization.ts';

export type ArmState = { isArmed: true } | { isArmed: false; why: string };

export type TradingGate = Gate & {
  armState(): ArmState;
  /** Each guard's verdict on a draft, in words, for the ticket and the review. */
  verdicts(draft: OrderDraft, intentId?: string, replaces?: string): GuardVerdict[];
  /** Orders whose fate is not known: they count as placed. */
  unknownOrders(): UnknownOrder[];
  /** A complete pass over the broker's orders was answered. */
  setReconciled(): void;
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
  /** Why nothing may be placed for reasons outside of trading: a live account that nobody armed, a locked desk. */
  heldBack: () => string | undefined;
  accountDoubt: () => string | undefined;
  clock: Clock;
};

/** An order to be judged, and what it stands for. */
type Subject = { draft: OrderDraft; intentId?: string; replaces?: string };

const RECENT_MS = 60_000;
const MOST_RECENT = 500;

export function createGate(deps: Deps): TradingGate {
  const { book, journal, accountDoubt, clock } = deps;
  /** When each price was heard, on the clock that nobody sets. Empty after sleep: every price is old then. */
  const heard = new Map(book.prices().map(({ symbol }) => [symbol, clock.elapsed()]));
  /** Recent orders by intent, read once: in a burst every hand-over asks for all of them. What is about to go is not among them. */
  const drafts = new Map<string, OrderDraft | undefined>();
  let isReconciled = false;
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
      ? 'The broker cannot be reached. What is shown is what was last heard; trading begins when it answers.'
      : 'The order stream has not signed in yet.';
  }

  function armState(): ArmState {
    const health = journal.health();
    if (!health.writable) return { isArmed: false, why: health.reason };
    const why = accountDoubt() ?? deps.heldBack();
    if (why !== undefined) return { isArmed: false, why };
    if (!wasOrderStreamLive) return { isArmed: false, why: whyNotSignedIn() };
    if (!isReconciled)
      return { isArmed: false, why: 'The broker’s orders have not all been read yet.' };
    return { isArmed: true };
  }

  function guardInput(subject: Subject): GuardInput {
    const now = clock.wall();
    return {
      ...subject,
      price: priceOf(subject.draft.symbol),
      account: book.account()?.account,
      positions: book.positions(),
      openOrders: book.openOrders(),
      unknownOrders: unknownOrders(),
      filledSince: book.filledSince,
      recentIntents: recentIntents(now, subject),
      isMarketOpen: deps.isMarketOpen(),
      now,
    };
  }

  function priceOf(symbol: string): GuardInput['price'] {
    const price = book.price(symbol);
    const heardAt = heard.get(symbol);
    if (!price || heardAt === undefined) return undefined;
    const ageMs = Math.max(clock.wall() - price.receivedAt, clock.elapsed() - heardAt);
    return { price: price.price, ageMs };
  }

  function draftOf(intentId: string, body: string): OrderDraft | undefined {
    if (!drafts.has(intentId)) {
      if (drafts.size >= 2 * MOST_RECENT) drafts.clear();
      drafts.set(intentId, deps.readBody(body));
    }
    return drafts.get(intentId);
  }

  /** What an intent amounts to; a change is judged as the order that it would make. */
  function subjectOf({ intentId, kind, body, targetId }: Intent): Subject | undefined {
    if (kind === 'place') {
      const draft = deps.readBody(body);
      return draft && { draft, intentId };
    }
    const old = targetId === undefined ? undefined : book.order(targetId);
    const change = kind === 'replace' ? readChangeBody(body) : undefined;
    const draft = old && change && changedDraft(old, change);
    return draft && { draft, intentId, replaces: old.id };
  }

  function unknownOrders(): UnknownOrder[] {
    return journal.unsettled().flatMap((intent) => {
      const subject = intent.kind === 'mint' ? asSale(intent) : subjectOf(intent);
      return subject ? [{ ...subject, intentId: intent.intentId }] : [];
    });
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

  /** An order is no repetition of the one that it replaces. */
  function recentIntents(now: number, { replaces }: Subject): GuardInput['recentIntents'] {
    const from = now - RECENT_MS;
    const page = journal.list({ kinds: ['place'], from, limit: MOST_RECENT });
    if (!page.ok) return [];
    return page.value.intents.flatMap(({ intentId, body, confirmedAt, state, resultId }) => {
      const draft =
        replaces !== undefined && resultId === replaces ? undefined : draftOf(intentId, body);
      return draft ? [{ intentId, draft, confirmedAt, state }] : [];
    });
  }

  function refusal(intent: Intent, confirmations: ReadonlySet<Confirmation>): string | undefined {
    const arm = armState();
    if (!arm.isArmed) return `Trading is not armed. ${arm.why}`;
    if (deps.isStopped() && intent.kind !== 'place') return 'All trading is stopped.';
    // The guards are about the prices and sizes of orders; a mint has none, and its form was checked.
    if (intent.kind === 'mint') return undefined;
    const subject = subjectOf(intent);
    if (!subject) return 'What it would do cannot be told, so the guards cannot pass it.';
    const input = guardInput(subject);
    if (
      intent.kind === 'place' &&
      takesTooMuch(subject.draft, standingOf(input), handedOver(intent))
    )
      return `${subject.draft.symbol}: less is left to close than this order asks for. Look at the position and close what is there.`;
    const isExiting = isExit(subject.draft, input);
    if (deps.isStopped() && !(isExiting && confirmations.has('exit-while-stopped')))
      return isExiting
        ? 'All trading is stopped. An exit must be confirmed on its own.'
        : 'All trading is stopped.';
    if (!isOrderStreamLive() && !isExiting && !confirmations.has('stream-down'))
      return 'The order stream is down. Confirm once more to send without it.';
    return checkGuards(input, deps.guards()).find(({ level }) => level === 'block')?.text;
  }

  function isExitIntent(intent: Intent): boolean {
    const judged = intent.kind === 'place' ? subjectOf(intent) : undefined;
    return judged !== undefined && isExit(judged.draft, guardInput(judged));
  }

  return {
    armState,
    accountDoubt,
    isExitIntent,
    isStopped: deps.isStopped,
    stops: deps.stops,
    sleeps: () => sleeps,
    setReconciled: () => (isReconciled = true),
    onSleep() {
      sleeps++;
      heard.clear();
    },
    unknownOrders,
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
