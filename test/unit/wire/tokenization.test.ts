// Requests as a broker may write them: what is only shown costs itself alone, and names are known in any case.
import { expect, it } from 'vitest';
import type { Oddity } from '#main/wire/oddities.ts';
import {
  decodeMint,
  decodeTokenizationRequest,
  decodeTokenizationRequests,
} from '#main/wire/tokenization.ts';

const REQUEST = {
  tokenization_request_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  type: 'mint',
  status: 'completed',
  underlying_symbol: 'AAPL',
  issuer: 'xstocks',
  network: 'solana',
  qty: '1.5',
  created_at: '2026-11-17T11:00:00Z',
};

it.each([
  ['tx_hash', 1_234_567_890],
  ['issuer_request_id', 17],
  ['token_symbol', { name: 'AAPLx' }],
  ['updated_at', 1_794_913_200],
  ['fees', 'none'],
])('reads a request whose %s is not what it is shown as', (member, odd) => {
  const json = { ...REQUEST, [member]: odd };
  const told: Oddity[] = [];
  const read = decodeTokenizationRequest(json, (oddity) => void told.push(oddity));
  expect(read).toMatchObject({ ok: true, value: { status: 'completed', qty: '1.5' } });
  expect(told.map(({ kind }) => kind)).toEqual(['unread']);
  expect(decodeMint(json)).toMatchObject({ ok: true, value: { status: 'completed' } });
});

it.each(['wallet_address', 'client_request_id'])(
  'does not take a request whose %s cannot be read for one that has none',
  (member) => {
    const read = decodeTokenizationRequests([{ ...REQUEST, [member]: 5 }, REQUEST]);
    expect(read).toMatchObject({ ok: true, value: { length: 1 } });
    expect(decodeMint({ ...REQUEST, [member]: 5 }).ok).toBe(false);
  },
);

it('knows types, statuses, issuers and networks in whatever case, and leaves others as they are', () => {
  const shouted = { type: 'MINT', status: 'Completed', issuer: 'xStocks', network: 'SOLANA' };
  expect(decodeTokenizationRequest({ ...REQUEST, ...shouted })).toMatchObject({
    value: { type: 'mint', status: 'completed', issuer: 'xstocks', network: 'solana' },
  });
  const others = { type: 'Burn', status: 'In_Review', issuer: 'Nova', network: 'NovaChain' };
  expect(decodeTokenizationRequest({ ...REQUEST, ...others })).toMatchObject({ value: others });
});
