// What is told of a request that changed. While a mint of this desk may turn out to be it, as after a crash, nobody knows
// whether it is a row of a batch, and those are told as one: the news waits until that is known, but not for long.
import type { RequestOrigin, TokenizationRequest } from '#contract/tokenization.ts';
import type { Ports } from '#main/ports.ts';

/** `before` is its status until now; undefined when it was not known. */
type RequestChange = { request: TokenizationRequest; before: string | undefined };

type RequestChanges = {
  tell(change: RequestChange): void;
  /** What is known of a mint of this desk changed. */
  onIntent(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'delay'> & {
  originOf: (request: TokenizationRequest) => RequestOrigin | undefined;
  notify: (change: RequestChange, origin: RequestOrigin | undefined) => void;
};

/** By then it is told as one of which nobody knows. */
const LONGEST_WAIT_MS = 120_000;

export function createRequestChanges({ delay, originOf, notify }: Deps): RequestChanges {
  const waiting = new Map<string, { change: RequestChange; stop: () => void }>();

  function end(change: RequestChange, origin: RequestOrigin | undefined): void {
    const { tokenizationRequestId } = change.request;
    waiting.get(tokenizationRequestId)?.stop();
    waiting.delete(tokenizationRequestId);
    notify(change, origin);
  }

  return {
    tell(change) {
      const { tokenizationRequestId } = change.request;
      const origin = originOf(change.request);
      if (origin) return end(change, origin);
      waiting.get(tokenizationRequestId)?.stop();
      const stop = delay(LONGEST_WAIT_MS, () => end(change, undefined));
      waiting.set(tokenizationRequestId, { change, stop });
    },
    onIntent() {
      for (const { change } of waiting.values()) {
        const origin = originOf(change.request);
        if (origin) end(change, origin);
      }
    },
    stop() {
      for (const { stop } of waiting.values()) stop();
    },
  };
}
