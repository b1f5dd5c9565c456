// The broker's own control interface: the hands that move its clock, its prices and its connections during a test.
import type { BrokerAddresses } from './broker.ts';

export type KeyPair = { keyId: string; secretKey: string };
export type Control = {
  now(): Promise<Date>;
  step(ms: number): Promise<void>;
  stepTo(iso: string): Promise<void>;
  shock(symbol: string, factor: string): Promise<void>;
  /** Orders a fault; see /_paper/faults. */
  fault(rule: { match: object; act: object; times?: number }): Promise<void>;
  clearFaults(): Promise<void>;
  cut(stream: 'trade' | 'data'): Promise<number>;
  openStreams(): Promise<{ trade: number; data: number }>;
  changeStreams(change: object): Promise<void>;
  addAccount(input: { ap?: 'none' | 'read' | 'mint'; cash?: string }): Promise<Account>;
  permit(accountId: string, permission: 'none' | 'read' | 'mint'): Promise<void>;
  restrict(accountId: string, change: object): Promise<void>;
  setRate(perMinute: number): Promise<void>;
  issuer(change: object): Promise<void>;
  settle(requestId: string, outcome: 'complete' | 'reject'): Promise<void>;
  redeem(input: { underlying_symbol: string; qty: string }): Promise<void>;
  addOAuthClient(draft: object): Promise<Record<string, string>>;
  accounts(): Promise<Account[]>;
};
type Account = KeyPair & { id: string };

export function createControl(broker: BrokerAddresses): Control {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${broker.rest}/_paper/${path}`, {
      method,
      headers: {
        'APCA-API-KEY-ID': broker.keyId,
        'APCA-API-SECRET-KEY': broker.secretKey,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} /_paper/${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  return {
    now: async () => new Date((await call<{ now: string }>('GET', 'clock')).now),
    step: (ms) => call('POST', 'clock/step', { ms }),
    stepTo: (to) => call('POST', 'clock/step', { to }),
    shock: (symbol, factor) => call('POST', 'market/shock', { symbol, factor }),
    fault: (rule) => call('POST', 'faults', rule),
    clearFaults: () => call('DELETE', 'faults'),
    cut: async (stream) => (await call<{ cut: number }>('POST', 'streams/cut', { stream })).cut,
    openStreams: async () =>
      (await call<{ open: { trade: number; data: number } }>('GET', 'streams')).open,
    changeStreams: (change) => call('PUT', 'streams', change),
    addAccount: (input) => call('POST', 'accounts', input),
    permit: (accountId, permission) => call('PUT', `accounts/${accountId}/ap`, { permission }),
    restrict: (accountId, change) => call('PUT', `accounts/${accountId}/restrictions`, change),
    setRate: (perMinute) => call('PUT', 'rate', { perMinute }),
    issuer: (change) => call('PUT', 'tokenization', change),
    settle: (requestId, outcome) =>
      call('POST', `tokenization/requests/${requestId}/settle`, { outcome }),
    redeem: (input) => call('POST', 'tokenization/redeem', input),
    addOAuthClient: (draft) => call('POST', 'oauth/clients', draft),
    accounts: () => call('GET', 'accounts'),
  };
}
