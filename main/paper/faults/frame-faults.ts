// Carries out stream faults on one connection's outgoing frames.
import type { FaultRules } from '#main/paper/faults/fault-rules.ts';
import type { StreamKind } from '#main/paper/faults/fault.ts';

export type Frame = Buffer | string;
/** The frames to send now, in order, or 'cut'. */
export type FrameFilter = (frame: Frame, event?: string) => readonly Frame[] | 'cut';
export type FrameFaults = ReturnType<typeof createFrameFaults>;

/** Neither JSON nor MessagePack (0xc1 is the one byte the format never uses). */
const GARBAGE = Buffer.from([0xc1, 0x7b, 0x00, 0xff]);

export function createFrameFaults({ rules, now }: { rules: FaultRules; now(): number }) {
  /** By stream, or by stream and account. */
  const mutes = new Map<string, { faultId: string; until: number }>();
  const isMuted = (name: string): boolean =>
    now() < (mutes.get(name)?.until ?? Number.NEGATIVE_INFINITY);
  return {
    /** Of this fault alone, or of all. */
    unmute(faultId?: string): void {
      for (const [name, mute] of mutes)
        if (faultId === undefined || mute.faultId === faultId) mutes.delete(name);
    },
    /** Whose connection it is may be known only once it has signed in. */
    filter(stream: StreamKind, accountOf: () => string | undefined): FrameFilter {
      const held: Frame[] = [];
      const release = (...frames: Frame[]): readonly Frame[] => [...frames, ...held.splice(0)];
      return (frame, event) => {
        const accountId = accountOf();
        if (isMuted(stream) || isMuted(`${stream} ${accountId}`)) return [];
        const hit = rules.forFrame(stream, event, accountId);
        if (!hit) return release(frame);
        const { faultId, act, isOfAccount } = hit;
        switch (act.kind) {
          case 'cut':
            return 'cut';
          case 'mute':
            if (act.ms !== undefined)
              mutes.set(isOfAccount ? `${stream} ${accountId}` : stream, {
                faultId,
                until: now() + act.ms,
              });
            return [];
          case 'duplicate':
            return release(frame, frame);
          case 'reorder':
            held.push(frame);
            return [];
          case 'garbage':
            return release(GARBAGE, frame);
          default:
            return act satisfies never;
        }
      };
    },
  };
}
