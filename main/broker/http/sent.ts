// How a request that changes something ended, without flattening: what the order protocol may conclude depends on
// whether an answer came, nothing left, or nobody knows.
import { fail, type Result } from '#contract/failure.ts';

export type Sent<T> =
  | {
      kind: 'answer';
      status: number;
      /** What the answer says. A 2xx that cannot be read is a failure here, and its status stays what it is. */
      result: Result<T>;
      /** The broker's words, or ours for an answer that cannot be read; 'HTTP 200' and the like when it has none. */
      message: string;
      requestId?: string;
    }
  /** Proven: no byte left. */
  | { kind: 'not-sent'; reason: string }
  /** It may have been taken, or not. */
  | { kind: 'lost'; reason: string };

/** For callers to whom a lost answer is only a failure: settings, codes, tokens. Never for orders and mints. */
export function resultOfSent<T>(sent: Sent<T>): Result<T> {
  switch (sent.kind) {
    case 'answer':
      return sent.result;
    case 'not-sent':
      return fail({ kind: 'offline', message: `Nothing was sent: ${sent.reason}.` });
    case 'lost':
      return fail({
        kind: 'offline',
        message: `The broker did not answer (${sent.reason}); it may have accepted the request.`,
      });
    default:
      return sent satisfies never;
  }
}
