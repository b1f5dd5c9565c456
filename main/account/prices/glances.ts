// Symbols that a ticket asks about and no watchlist holds. Their prices are followed for as long as they are among the
// last few; what the broker does not know is asked about once and never subscribed to.
import type { Client } from '#main/broker/client.ts';
import type { Log } from '#main/ports.ts';

export type Glances = {
  /** Begins to follow the symbol if the broker knows it. */
  lookAt(symbol: string): void;
  symbols(): readonly string[];
};

type Deps = {
  client: Pick<Client, 'asset'>;
  signal: AbortSignal;
  onChange: () => void;
  log: Log;
};

const MOST_GLANCES = 4;
const MOST_REMEMBERED = 500;

export function createGlances({ client, signal, onChange, log }: Deps): Glances {
  let followed: readonly string[] = [];
  const asked = new Set<string>();

  async function ask(symbol: string): Promise<void> {
    const asset = await client.asset(symbol, signal);
    const isUnknown = !asset.ok && asset.failure.kind === 'refused' && asset.failure.status === 404;
    if (!isUnknown) asked.delete(symbol);
    if (!asset.ok || followed.includes(symbol)) return;
    followed = [symbol, ...followed].slice(0, MOST_GLANCES);
    onChange();
  }

  return {
    symbols: () => followed,
    lookAt(symbol) {
      if (followed.includes(symbol) || asked.has(symbol)) return;
      if (asked.size >= MOST_REMEMBERED) asked.clear();
      asked.add(symbol);
      ask(symbol).catch((error: unknown) => {
        asked.delete(symbol);
        log('error', 'asking about a symbol failed', { symbol, error: String(error) });
      });
    },
  };
}
