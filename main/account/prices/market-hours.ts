// Whether the market is open, by the broker's clock. Asked rarely: between two answers it follows from the next open and close.
import type { Client } from '#main/broker/client.ts';
import type { Ports } from '#main/ports.ts';
import { createSingleRepeater } from '#main/tools/repeat.ts';

type MarketHours = {
  /** Undefined while nobody has said. */
  isOpen(): boolean | undefined;
  start(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  client: Pick<Client, 'marketClock'>;
  signal: AbortSignal;
};

const EVERY_MS = 300_000;
const RETRY_MS = 5_000;

export function createMarketHours({ client, signal, clock, delay, log }: Deps): MarketHours {
  let known: { isOpen: boolean; changesAt: number } | undefined;
  const reading = createSingleRepeater({
    what: 'reading the market clock',
    waitMs: () => RETRY_MS,
    delay,
    log,
    async run() {
      const answer = await client.marketClock(signal);
      if (!answer.ok) return RETRY_MS;
      const { isOpen, nextOpen, nextClose } = answer.value;
      const changesAt = Date.parse(isOpen ? nextClose : nextOpen);
      known = { isOpen, changesAt };
      return Math.max(RETRY_MS, Math.min(EVERY_MS, changesAt - clock.wall()));
    },
  });
  return {
    isOpen() {
      if (!known) return undefined;
      return clock.wall() < known.changesAt ? known.isOpen : !known.isOpen;
    },
    start: reading.now,
    stop: reading.stop,
  };
}
