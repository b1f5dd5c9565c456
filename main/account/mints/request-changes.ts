// What is told of a request that changed. While a row of a batch may turn out to be it, as after a crash, the news waits
// until that is known, because those are told as one; but not for long. Should the desk end meanwhile, the batch tells of it.
import type { RequestOrigin, TokenizationRequest } from '#contract/tokenization.ts';
import type { RequestOrigins } from '#main/account/mints/request-origin.ts';
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
  origins: Pick<RequestOrigins, 'of' | 'mayBeRow'>;
  notify: (change: RequestChange, origin: RequestOrigin | undefined) => void;
};

/** By then it is told as one of which nobody knows. */
const LONGEST_WAIT_MS = 120_000;

export function createRequestChanges({ delay, origins, notify }: Deps): RequestChanges {
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
      const origin = origins.of(change.request);
      if (origin || !origins.mayBeRow(change.request)) return end(change, origin);
      waiting.get(tokenizationRequestId)?.stop();
      const stop = delay(LONGEST_WAIT_MS, () => end(change, undefined));
      waiting.set(tokenizationRequestId, { change, stop });
    },
    onIntent() {
      for (const { change } of waiting.values()) {
        const origin = origins.of(change.request);
        if (origin) end(change, origin);
      }
    },
    stop() {
      for (const { stop } of waiting.values()) stop();
    },
  };
}
