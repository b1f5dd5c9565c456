// Looking for intents whose fate is not known. What somebody waits for is asked for at once; everything else one at a
// time, in the order in which it came: hundreds of unknown orders would stand in line for the broker together, and each
// would give up before its turn.
import type { Log } from '#main/ports.ts';

/** Whether somebody waits for the answer. */
export type LookUpLane = 'lookup' | 'follow';

type Looking = {
  /** When its turn comes. What waits already waits once. */
  atLeisure(intentId: string): void;
  /**
   * Of these, oldest first, each when they are few, else the newest, once; lists that were read in full have asked for
   * the others. Whether each question was answered.
   */
  forNewest(intentIds: readonly string[]): Promise<boolean>;
  /** After sleep nothing counts as answered. */
  wake(): void;
  stop(): void;
};

type Deps = {
  /** Whether every question was answered. */
  lookUp: (intentId: string, lane: LookUpLane) => Promise<boolean>;
  isSettled: (intentId: string) => boolean;
  onSettled: (intentId: string) => void;
  log: Log;
};

/** A list may lag behind the newest. */
const MOST_BY_ID = 5;

export function createLooking({ lookUp, isSettled, onSettled, log }: Deps): Looking {
  const waiting = new Set<string>();
  const answered = new Set<string>();
  let isWorking = false;
  let isStopped = false;

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (const intentId of waiting) {
      waiting.delete(intentId);
      try {
        if (!isSettled(intentId)) await lookUp(intentId, 'follow');
        if (isSettled(intentId)) onSettled(intentId);
      } catch (error) {
        log('error', 'looking for an intent failed', { intentId, error: String(error) });
      }
    }
    isWorking = false;
  }

  async function lookNow(intentId: string): Promise<boolean> {
    const isAnswered = await lookUp(intentId, 'lookup');
    if (isAnswered) answered.add(intentId);
    return isAnswered;
  }

  return {
    atLeisure(intentId) {
      if (isStopped) return;
      waiting.add(intentId);
      void work();
    },
    async forNewest(intentIds) {
      const newest = intentIds.slice(-MOST_BY_ID);
      for (const known of answered) if (!newest.includes(known)) answered.delete(known);
      const isFew = intentIds.length <= MOST_BY_ID;
      const due = newest.filter((intentId) => isFew || !answered.has(intentId));
      return (await Promise.all(due.map(lookNow))).every(Boolean);
    },
    wake: () => answered.clear(),
    stop() {
      isStopped = true;
      waiting.clear();
    },
  };
}
