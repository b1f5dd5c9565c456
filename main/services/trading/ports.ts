// What the trading service needs from the client, the book and the gate. The account unit fills these in; tests fill
// them with fakes where they must decide the moment.
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import type { Confirmation } from '#contract/trading.ts';
import type { Outcome } from '#main/services/trading/judge.ts';

export type { Confirmation } from '#contract/trading.ts';

export type Lookup =
  { kind: 'found'; order: Order } | { kind: 'missing' } | { kind: 'silent'; reason: string };

export type CancelAnswer =
  /** Taken: the outcome arrives as events. */
  | { kind: 'asked' }
  /** 404 or 422: the order must be read to know why. */
  | { kind: 'declined'; text: string }
  /** It did not leave. */
  | { kind: 'not-sent'; reason: string }
  | { kind: 'silent'; reason: string };

export type SendOptions = {
  /** Called once, synchronously, right before the first byte; a sentence refuses. */
  beforeSend: () => string | undefined;
  /** Waiting longer than this for its turn means: not sent. */
  maxWaitMs: number;
  /** Ends the waiting: what was not handed over is not sent, what was is lost. */
  signal: AbortSignal;
  /** It ends a position: no wait that the broker asks for holds it back. */
  isExit?: boolean;
};

/** Every call answers or throws in bounded time. */
export type TradingBroker = {
  place(body: string, options: SendOptions): Promise<Outcome>;
  replace(orderId: string, body: string, options: SendOptions): Promise<Outcome>;
  /** `onLeaving` is called right before the first byte. */
  cancel(orderId: string, onLeaving?: () => void): Promise<CancelAnswer>;
  /** Everything that is open on the account, whoever placed it. */
  cancelEverything(): Promise<CancelAnswer>;
  byClientOrderId(clientOrderId: string): Promise<Lookup>;
  /** With its legs. */
  byId(orderId: string): Promise<Lookup>;
};

/** The book, as far as orders are concerned: written first, published afterwards. */
export type OrderBook = {
  order(orderId: string): Order | undefined;
  /** Live: told as it happened. */
  putOrders(orders: readonly Order[], isLive?: boolean): void;
};

/** Arming, guards and the kill switch: asked at hand-over to the socket and nowhere else. */
export type Gate = {
  /** A sentence when this intent must not be sent now. */
  refusal(intent: Intent, confirmations: ReadonlySet<Confirmation>): string | undefined;
  /** Why the key may be that of another account; then not even a cancel may go, because it could end somebody else's order. */
  accountDoubt(): string | undefined;
  /** Whether this order, as things stand, only reduces a position. */
  isExitIntent(intent: Intent): boolean;
  isStopped(): boolean;
  /** How often all trading was stopped since the start (docs/orders.md, "A stop brings nothing back"). */
  stops(): number;
  /** How often the machine slept since the start; a change ends every limit. */
  sleeps(): number;
};
