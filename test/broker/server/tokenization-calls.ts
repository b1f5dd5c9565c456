// The four tokenization operations against a fresh rig per test; every answer is held against the published document.
import { afterEach, beforeEach, expect } from 'vitest';
import { KEY, MAIN_ACCOUNT, startRig, type Rig } from '#test/broker/server/rig.ts';
import { specProblems } from '#test/broker/server/spec.ts';

export const BODY = {
  underlying_symbol: 'AAPL',
  qty: '1.5',
  issuer: 'xstocks',
  network: 'solana',
  wallet_address: 'W',
};
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

type Key = typeof KEY | null;
type Given = { key?: Key; idempotencyKey?: string };

export function useTokenization() {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.end());

  async function read(operation: string, query: string, key: Key = KEY) {
    const answer = await rig.call('GET', `/v2/tokenization/requests${query}`, { key });
    expect(specProblems('trading', operation, answer.status, answer.json)).toEqual([]);
    return answer;
  }
  const list = (query = '', key?: Key) => read('getTokenizationRequests', query, key);

  return {
    rig: () => rig,
    async mint(body: unknown = BODY, { key = KEY, idempotencyKey }: Given = {}) {
      const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
      const answer = await rig.call('POST', '/v2/tokenization/mint', { body, key, headers });
      const problems = specProblems('trading', 'postTokenizationMint', answer.status, answer.json);
      expect(problems).toEqual([]);
      return answer;
    },
    get: (id: string, key?: Key) => read('getTokenizationRequest', `/${id}`, key),
    byLabel: (query: string, key?: Key) =>
      read('getTokenizationRequestByClientRequestID', `:by_client_request_id${query}`, key),
    list,
    permit: (permission: string, id = MAIN_ACCOUNT) =>
      rig.call('PUT', `/_paper/accounts/${id}/ap`, { body: { permission } }),
    issuer: (change: object) => rig.call('PUT', '/_paper/tokenization', { body: change }),
    held: () => rig.engine.held(MAIN_ACCOUNT, 'AAPL'),
    count: async () => ((await list()).json as unknown[]).length,
  };
}
