// The practice broker of a desk with its control interface in hand: the desk makes up the key itself, so it is caught on
// the way to the broker's process.
import type { BrokerStart, Hosts, KeyPair, Ports } from '#main/ports.ts';
import { startBrokerChild } from '#main/shell/web/child-processes.ts';

export type EmbeddedControl = {
  startBroker: Ports['startBroker'];
  /** Once it has started. */
  hosts(): Hosts;
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
};

/** Requests per minute: a test asks more than a person. */
const RATE = 1_000_000_000;

export function createEmbeddedControl(): EmbeddedControl {
  let started: { hosts: Hosts; key: KeyPair } | undefined;
  const running = (): { hosts: Hosts; key: KeyPair } => {
    if (!started) throw new Error('the practice broker has not started');
    return started;
  };

  async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { hosts, key } = running();
    const response = await fetch(`${hosts.rest}/_paper${path}`, {
      method,
      headers: {
        'APCA-API-KEY-ID': key.keyId,
        'APCA-API-SECRET-KEY': key.secretKey,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`control ${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  return {
    async startBroker(start: BrokerStart) {
      const broker = await startBrokerChild(start);
      started = { hosts: broker.hosts, key: start.credentials };
      await control('PUT', '/rate', { perMinute: RATE });
      return broker;
    },
    hosts: () => running().hosts,
    control,
  };
}
