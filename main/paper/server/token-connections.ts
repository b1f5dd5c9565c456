// What is held open with a token: streams of either kind, and answers that do not end. They end with it.
import type { Caller } from '#main/paper/types.ts';

/** Ends the connection; false while there is nothing yet that could be ended. */
type End = () => boolean;

export type TokenConnections = ReturnType<typeof createTokenConnections>;

export function createTokenConnections(isGood: (tokenHash: string) => boolean) {
  const open = new Map<string, Set<End>>();
  return {
    /** Answers how to forget it; what came by a key is not held. */
    hold({ tokenHash }: Caller, end: End): () => void {
      if (tokenHash === undefined) return () => undefined;
      const ends = open.get(tokenHash) ?? new Set();
      open.set(tokenHash, ends.add(end));
      return () => {
        ends.delete(end);
        if (ends.size === 0 && open.get(tokenHash) === ends) open.delete(tokenHash);
      };
    },
    /** Ends what is held with a token that was revoked, or whose application is disabled or gone. */
    endRevoked(): void {
      for (const [tokenHash, ends] of open) {
        if (isGood(tokenHash)) continue;
        for (const end of ends) if (end()) ends.delete(end);
        if (ends.size === 0) open.delete(tokenHash);
      }
    },
    count: (tokenHash: string): number => open.get(tokenHash)?.size ?? 0,
  };
}
