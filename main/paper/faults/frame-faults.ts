// Carries out stream faults on one connection's outgoing frames.
import type { FaultBook } from '#main/paper/faults/fault-book.ts';
import type { StreamKind } from '#main/paper/faults/fault.ts';

export type Frame = Buffer | string;
export type FrameGate = {
  /** The frames to send now, in order, or 'cut'. */
  pass(frame: Frame, event?: string): readonly Frame[] | 'cut';
};
export type FrameFaults = { gate(stream: StreamKind): FrameGate; unmute(): void };

/** Neither JSON nor MessagePack (0xc1 is the one byte the format never uses). */
const GARBAGE = Buffer.from([0xc1, 0x7b, 0x00, 0xff]);

export function createFrameFaults({ book, now }: { book: FaultBook; now(): number }): FrameFaults {
  const mutedUntil = new Map<StreamKind, number>();
  return {
    unmute: () => mutedUntil.clear(),
    gate(stream) {
      let held: Frame[] = [];
      return {
        pass(frame, event) {
          if (now() < (mutedUntil.get(stream) ?? Number.NEGATIVE_INFINITY)) return [];
          const act = book.forFrame(stream, event);
          if (!act) return release(frame);
          switch (act.kind) {
            case 'cut':
              return 'cut';
            case 'mute':
              if (act.ms !== undefined) mutedUntil.set(stream, now() + act.ms);
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
        },
      };

      function release(...frames: Frame[]): readonly Frame[] {
        const all = [...frames, ...held];
        held = [];
        return all;
      }
    },
  };
}
