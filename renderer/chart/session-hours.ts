// The market's sessions, as far as a chart has looked: asked for in quarters of a year, each once.
import type { Bridge } from '#contract/bridge.ts';
import type { SessionSpan } from '#contract/market-state.ts';
import { DAY_MS } from '#contract/periods.ts';

export type SessionHours = {
  /** Asks for what is not known yet of this stretch. */
  want(from: number, to: number): void;
  /** What is known of it, in time order; the exchange's own sessions count before the night's. */
  within(from: number, to: number): SessionSpan[];
};

type Deps = { bridge: Pick<Bridge, 'call'>; accountId: string; now: () => number; onRead(): void };

const CHUNK_MS = 92 * DAY_MS;
/** After a failure it is asked again, not at once. */
const RETRY_MS = 30_000;
/** More than any screen shows; a chart that is zoomed out to years has no use for hours. */
const MOST_CHUNKS = 8;

export function createSessionHours({ bridge, accountId, now, onRead }: Deps): SessionHours {
  const chunks = new Map<number, readonly SessionSpan[]>();
  /** When a chunk may be asked for again. */
  const asked = new Map<number, number>();

  async function read(chunk: number): Promise<void> {
    asked.set(chunk, Infinity);
    const told = await bridge.call('market.sessions', {
      accountId,
      fromMs: Math.max(1, chunk * CHUNK_MS),
      toMs: (chunk + 1) * CHUNK_MS - 1,
    });
    if (told.ok) chunks.set(chunk, told.value);
    else asked.set(chunk, now() + RETRY_MS);
    if (told.ok) onRead();
  }

  const chunksOf = (from: number, to: number): number[] => {
    const [first, last] = [Math.floor(from / CHUNK_MS), Math.floor(to / CHUNK_MS)];
    return last - first >= MOST_CHUNKS
      ? []
      : Array.from({ length: last - first + 1 }, (_, n) => first + n);
  };

  return {
    want(from, to) {
      for (const chunk of chunksOf(from, to))
        if ((asked.get(chunk) ?? 0) <= now()) void read(chunk);
    },
    within(from, to) {
      const spans = new Map<string, SessionSpan>();
      for (const chunk of chunksOf(from, to))
        for (const span of chunks.get(chunk) ?? [])
          // A night may be told with the quarter before and with the one after.
          if (span.from < to && span.to > from) spans.set(`${span.phase} ${span.from}`, span);
      const isNight = ({ phase }: SessionSpan) => Number(phase === 'overnight');
      return [...spans.values()].sort((a, b) => isNight(a) - isNight(b) || a.from - b.from);
    },
  };
}
