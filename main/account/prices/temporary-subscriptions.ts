// Symbols that no watchlist holds and somebody looks at: a chart holds one until it releases it, and a ticket touches
// the one that it asks about. What the broker does not know is never subscribed to.
import { isNotFound } from '#contract/failure.ts';
import type { Client } from '#main/broker/client.ts';
import type { Ports } from '#main/ports.ts';

type TemporarySubscriptions = {
  /**
   * Follows the symbol until the answered function is called, and a little longer: a panel that is drawn anew releases
   * and holds again within a moment. Releasing twice is releasing once.
   */
  hold(symbol: string): () => void;
  /** Follows the symbol for as long as it is among the last few that were touched. */
  touch(symbol: string): void;
  /** What is to be followed and known to the broker, what a person is most likely to look at first. */
  symbols(): readonly string[];
  /** Nobody looks any more: what was only touched is let go. */
  rest(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'delay' | 'log'> & {
  client: Pick<Client, 'asset'>;
  /** For another reason too: then the broker knows it. */
  isFollowed: (symbol: string) => boolean;
  signal: AbortSignal;
  onChange: () => void;
};

type Held = { holders: number; isKnown: boolean; cancelWait?: (() => void) | undefined };

const LINGER_MS = 5_000;
const ASK_AGAIN_MS = 2_000;
const MOST_TOUCHED = 4;
const MOST_REMEMBERED = 500;

export function createTemporarySubscriptions(deps: Deps): TemporarySubscriptions {
  const { client, signal, delay, onChange, log } = deps;
  const held = new Map<string, Held>();
  let touched: readonly string[] = [];
  /** Symbols that are being asked about for a touch, and those that the broker does not know. */
  const asked = new Set<string>();

  async function ask(symbol: string): Promise<'known' | 'unknown' | 'unanswered'> {
    try {
      const asset = await client.asset(symbol, signal);
      if (asset.ok) return 'known';
      return isNotFound(asset.failure) ? 'unknown' : 'unanswered';
    } catch (error) {
      log('error', 'asking about a symbol failed', { symbol, error: String(error) });
      return 'unanswered';
    }
  }

  async function askForHeld(symbol: string, entry: Held): Promise<void> {
    const answer = await ask(symbol);
    if (held.get(symbol) !== entry || signal.aborted) return;
    if (answer === 'known') {
      entry.isKnown = true;
      onChange();
    } else if (answer === 'unanswered' && entry.holders > 0)
      entry.cancelWait = delay(ASK_AGAIN_MS, () => void askForHeld(symbol, entry));
  }

  async function askForTouched(symbol: string): Promise<void> {
    const answer = await ask(symbol);
    if (answer !== 'unknown') asked.delete(symbol);
    if (answer === 'known') touchKnown(symbol);
  }

  function touchKnown(symbol: string): void {
    touched = [symbol, ...touched.filter((other) => other !== symbol)].slice(0, MOST_TOUCHED);
    onChange();
  }

  function release(symbol: string, entry: Held): void {
    entry.holders--;
    if (entry.holders > 0) return;
    entry.cancelWait?.();
    entry.cancelWait = delay(LINGER_MS, () => {
      held.delete(symbol);
      if (entry.isKnown) onChange();
    });
  }

  return {
    hold(symbol) {
      const entry = held.get(symbol) ?? { holders: 0, isKnown: false };
      held.set(symbol, entry);
      entry.holders++;
      entry.cancelWait?.();
      entry.cancelWait = undefined;
      if (!entry.isKnown && deps.isFollowed(symbol)) {
        entry.isKnown = true;
        onChange();
      } else if (!entry.isKnown) void askForHeld(symbol, entry);
      let isHeld = true;
      return () => {
        if (isHeld) release(symbol, entry);
        isHeld = false;
      };
    },
    touch(symbol) {
      if (touched.at(0) === symbol || asked.has(symbol)) return;
      if (deps.isFollowed(symbol)) return touchKnown(symbol);
      if (asked.size >= MOST_REMEMBERED) asked.clear();
      asked.add(symbol);
      void askForTouched(symbol);
    },
    symbols: () => [
      ...touched,
      // A row of a list and a chart hold it: the chart is the one that is looked at.
      ...[...held]
        .filter(([, { isKnown }]) => isKnown)
        .toSorted(([, a], [, b]) => b.holders - a.holders)
        .map(([symbol]) => symbol),
    ],
    rest: () => (touched = []),
    stop() {
      for (const { cancelWait } of held.values()) cancelWait?.();
      held.clear();
    },
  };
}
