// Symbols that a chart shows and no watchlist holds: followed for as long as somebody holds a lease on them, and a
// little longer, because a panel that is drawn anew lets go and takes hold again within a moment.
import type { Client } from '#main/broker/client.ts';
import type { Delay, Log } from '#main/ports.ts';

export type Leases = {
  /** Answers a function that lets go. Letting go twice is letting go once. */
  take(symbol: string): () => void;
  /** What is held and known to the broker. */
  symbols(): readonly string[];
  stop(): void;
};

type Deps = {
  client: Pick<Client, 'asset'>;
  signal: AbortSignal;
  delay: Delay;
  onChange: () => void;
  log: Log;
};

type Lease = { holders: number; isKnown: boolean; cancelWait?: (() => void) | undefined };

const LINGER_MS = 5_000;
const ASK_AGAIN_MS = 2_000;

export function createLeases({ client, signal, delay, onChange, log }: Deps): Leases {
  const leases = new Map<string, Lease>();

  /** What the broker does not know is never subscribed to. */
  async function ask(symbol: string, lease: Lease): Promise<void> {
    const asset = await client.asset(symbol, signal);
    if (leases.get(symbol) !== lease || signal.aborted) return;
    if (asset.ok) {
      lease.isKnown = true;
      onChange();
      return;
    }
    const isUnknown = asset.failure.kind === 'refused' && asset.failure.status === 404;
    if (!isUnknown && lease.holders > 0)
      lease.cancelWait = delay(ASK_AGAIN_MS, () => begin(symbol, lease));
  }

  function begin(symbol: string, lease: Lease): void {
    ask(symbol, lease).catch((error: unknown) =>
      log('error', 'asking about a symbol failed', { symbol, error: String(error) }),
    );
  }

  function letGo(symbol: string, lease: Lease): void {
    lease.holders--;
    if (lease.holders > 0) return;
    lease.cancelWait?.();
    lease.cancelWait = delay(LINGER_MS, () => {
      leases.delete(symbol);
      if (lease.isKnown) onChange();
    });
  }

  return {
    take(symbol) {
      let lease = leases.get(symbol);
      if (lease) {
        lease.holders++;
        lease.cancelWait?.();
        lease.cancelWait = undefined;
        if (!lease.isKnown) begin(symbol, lease);
      } else {
        lease = { holders: 1, isKnown: false };
        leases.set(symbol, lease);
        begin(symbol, lease);
      }
      const held = lease;
      let isHeld = true;
      return () => {
        if (isHeld) letGo(symbol, held);
        isHeld = false;
      };
    },
    symbols: () => [...leases].flatMap(([symbol, { isKnown }]) => (isKnown ? [symbol] : [])),
    stop() {
      for (const { cancelWait } of leases.values()) cancelWait?.();
      leases.clear();
    },
  };
}
