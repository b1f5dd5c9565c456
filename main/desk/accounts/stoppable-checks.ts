// A host that is silent can keep a check waiting for as long as the client has patience. The person need not.
import { notAllowed } from '#contract/failure.ts';
import type { CheckKey } from '#main/desk/accounts/check-key.ts';

type StoppableChecks = {
  checkKey: CheckKey;
  /** Every check that a person waits for ends now, with a sentence. */
  stop(): void;
};

export function createStoppableChecks(checkKey: CheckKey): StoppableChecks {
  const running = new Set<AbortController>();
  return {
    async checkKey(asked) {
      const stopper = new AbortController();
      running.add(stopper);
      try {
        const checked = await checkKey({ ...asked, signal: stopper.signal });
        return checked.ok || !stopper.signal.aborted
          ? checked
          : notAllowed('The check was stopped. Nothing was saved.');
      } finally {
        running.delete(stopper);
      }
    },
    stop() {
      for (const stopper of running) stopper.abort();
    },
  };
}
