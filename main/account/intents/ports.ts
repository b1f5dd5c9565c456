// What the engine needs from outside: how a request is sent, and who may forbid it.
import type { Intent } from '#contract/intents.ts';
import type { IntentDraft } from '#main/journal/types.ts';
import type { Confirmation } from '#contract/trading.ts';

export type AttemptOptions = {
  /** Called once, synchronously, right before the first byte; a sentence refuses. */
  beforeSend: () => string | undefined;
  /** Waiting longer than this for its turn means: not sent. */
  maxWaitMs: number;
  /** Ends the waiting: what was not handed over is not sent, what was is lost. */
  signal: AbortSignal;
  /** It ends a position: no wait that the broker asks for holds it back. */
  isExit?: boolean;
  /** One of many that go by themselves: what a person sends meanwhile goes first. */
  isOfMany?: boolean;
};

/** Arming, guards and the kill switch: asked at hand-over to the socket and nowhere else. */
export type Gate = {
  /** A sentence when this intent must not be sent now. */
  refusal(intent: Intent, confirmations: ReadonlySet<Confirmation>): string | undefined;
  /** Why the key may be that of another account; then not even a cancel may go, because it could end somebody else's order. */
  accountDoubt(): string | undefined;
  /** Whether this order, as things stand, only reduces a position. */
  isExitIntent(intent: IntentDraft): boolean;
  isStopped(): boolean;
  /** How often all trading was stopped since the start (docs/orders.md, "A stop brings nothing back"). */
  stops(): number;
  /** How often the machine slept since the start; a change ends every limit. */
  sleeps(): number;
};
