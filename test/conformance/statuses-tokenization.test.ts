// The tokenization operations. The SDK does what it can do; it always sends what it holds to be required.
import { beforeAll, expect } from 'vitest';
import type { Alpaca, trading } from '@alpacahq/alpaca-trade-api';
import { MORNING } from '#test/conformance/support/broker.ts';
import { itKeepsToTheDocuments, useDesk } from '#test/conformance/support/desk.ts';
import { NOWHERE, proveRows, refuses } from '#test/conformance/support/status-rows.ts';

const desk = useDesk({ start: MORNING, ap: true });

/** Authorized Participants: one with all rights, one that may only read; someone who is none, and nobody. */
const people = {} as Record<'main' | 'reader' | 'layman' | 'stranger', Alpaca>;

beforeAll(async () => {
  const { control, client } = desk;
  Object.assign(people, {
    main: desk.alpaca,
    reader: client(await control.addAccount({ ap: 'read' })),
    layman: client(await control.addAccount({ ap: 'none' })),
    stranger: client({ keyId: 'PKNOBODY', secretKey: 'none' }),
  });
  await desk.own('AAPL', 50);
});

const order: trading.TokenizationMintRequest = {
  underlyingSymbol: 'AAPL',
  qty: '1',
  issuer: 'xstocks',
  network: 'solana',
  walletAddress: '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs',
};
const keyed =
  (key: string): trading.InitOverrideFunction =>
  async ({ init }) => ({
    ...init,
    headers: { ...init.headers, 'Idempotency-Key': key },
    body: init.body as never,
  });
const mint = (who: Alpaca, change: Partial<trading.TokenizationMintRequest> = {}, key?: string) =>
  who.trading.tokenization.postTokenizationMint(
    { tokenizationMintRequest: { ...order, ...change } },
    key === undefined ? undefined : keyed(key),
  );
const byId = (who: Alpaca, tokenizationRequestId: string) =>
  who.trading.tokenization.getTokenizationRequest({ tokenizationRequestId });
const byLabel = (who: Alpaca, clientRequestId: string) =>
  who.trading.tokenization.getTokenizationRequestByClientRequestID({ clientRequestId });
const list = (who: Alpaca, filter: object = {}) =>
  who.trading.tokenization.getTokenizationRequests(filter);

/** A trading request that the SDK would not send. */
async function raw(method: string, path: string, body?: string): Promise<number> {
  const { keyId, secretKey } = desk.broker;
  const answer = await desk.recorder.fetchApi(`https://paper-api.alpaca.markets${path}`, {
    method,
    headers: {
      'APCA-API-KEY-ID': keyId,
      'APCA-API-SECRET-KEY': secretKey,
      'Content-Type': 'application/json',
    },
    ...(body !== undefined && { body }),
  });
  return answer.status;
}

proveRows(/Tokenization/, [
  [
    'getTokenizationRequest',
    200,
    'Success.',
    async () => {
      const { tokenizationRequestId } = await mint(people.main);
      expect(await byId(people.main, tokenizationRequestId)).toMatchObject({
        tokenizationRequestId,
      });
    },
  ],
  [
    'getTokenizationRequest',
    401,
    'Credentials missing or invalid.',
    () => refuses(401, () => byId(people.stranger, NOWHERE)),
  ],
  [
    'getTokenizationRequest',
    403,
    'Caller not authorized.',
    () => refuses(403, () => byId(people.layman, NOWHERE)),
  ],
  [
    'getTokenizationRequest',
    404,
    'No request with this tokenization_request_id exists for the calling account.',
    async () => {
      const { tokenizationRequestId } = await mint(people.main);
      await refuses(
        404,
        () => byId(people.main, NOWHERE),
        () => byId(people.reader, tokenizationRequestId),
      );
    },
  ],
  [
    'getTokenizationRequest',
    422,
    'tokenization_request_id is not a valid UUID.',
    () => refuses(422, () => byId(people.main, 'seven')),
  ],
  [
    'getTokenizationRequestByClientRequestID',
    200,
    'Success.',
    async () => {
      const body = JSON.stringify({
        underlying_symbol: 'AAPL',
        qty: '1',
        issuer: 'ondo',
        network: 'robinhood',
        wallet_address: `0x${'a1'.repeat(20)}`,
        client_request_id: 'label',
      });
      expect(await raw('POST', '/v2/tokenization/mint', body)).toBe(200);
      const found = await byLabel(people.main, 'label');
      expect(found).toMatchObject({
        clientRequestId: 'label',
        issuer: 'ondo',
        network: 'robinhood',
      });
    },
  ],
  [
    'getTokenizationRequestByClientRequestID',
    401,
    'Credentials missing or invalid.',
    () => refuses(401, () => byLabel(people.stranger, 'label')),
  ],
  [
    'getTokenizationRequestByClientRequestID',
    403,
    'Caller not authorized.',
    () => refuses(403, () => byLabel(people.layman, 'label')),
  ],
  [
    'getTokenizationRequestByClientRequestID',
    404,
    'No request with this client_request_id exists for the calling account.',
    () =>
      refuses(
        404,
        () => byLabel(people.main, 'nobody’s'),
        () => byLabel(people.reader, 'label'),
      ),
  ],
  [
    'getTokenizationRequestByClientRequestID',
    422,
    'The client_request_id query parameter is missing.',
    async () =>
      expect(await raw('GET', '/v2/tokenization/requests:by_client_request_id')).toBe(422),
  ],
  [
    'getTokenizationRequests',
    200,
    'Success; a list of requests.',
    async () => expect((await list(people.main)).length).toBeGreaterThan(0),
  ],
  [
    'getTokenizationRequests',
    401,
    'Credentials missing or invalid.',
    () => refuses(401, () => list(people.stranger)),
  ],
  [
    'getTokenizationRequests',
    403,
    'Caller not authorized.',
    () => refuses(403, () => list(people.layman)),
  ],
  [
    'getTokenizationRequests',
    422,
    'One or more parameters missing or invalid.',
    () =>
      refuses(
        422,
        () => list(people.main, { type: 'gift' }),
        () => list(people.main, { status: 'lost' }),
        () => list(people.main, { network: 'post' }),
        () => list(people.main, { after: { toISOString: () => 'noon' } }),
      ),
  ],
  [
    'postTokenizationMint',
    200,
    'Minting was requested.',
    async () => expect(await mint(people.main)).toMatchObject({ status: 'pending' }),
  ],
  [
    'postTokenizationMint',
    400,
    'Malformed input, insufficient position, or the account is not authorized to mint; also a malformed Idempotency-Key, or a replay of a request that was originally rejected.',
    async () => {
      expect(await raw('POST', '/v2/tokenization/mint', '{"qty":')).toBe(400);
      expect(await raw('POST', '/v2/tokenization/mint', '{"qty":{}}')).toBe(400);
      await refuses(
        400,
        () => mint(people.main, { qty: '1.0123456789' }),
        () => mint(people.main, { qty: '51' }),
        () => mint(people.main, { underlyingSymbol: 'MSFT' }),
        () => mint(people.reader),
        () => mint(people.main, {}, 'two words'),
        () => mint(people.main, {}, 'x'.repeat(129)),
      );
      await desk.control.issuer({ next: ['reject'] });
      const { tokenizationRequestId } = await mint(people.main, {}, 'rejected');
      await desk.control.settle(tokenizationRequestId, 'reject');
      await refuses(400, () => mint(people.main, {}, 'rejected'));
    },
  ],
  [
    'postTokenizationMint',
    401,
    'Credentials missing or invalid.',
    () => refuses(401, () => mint(people.stranger)),
  ],
  [
    'postTokenizationMint',
    403,
    'Caller not authorized.',
    () => refuses(403, () => mint(people.layman)),
  ],
  [
    'postTokenizationMint',
    422,
    'Parameters missing or invalid, or the same Idempotency-Key was reused with a different body.',
    async () => {
      expect(await raw('POST', '/v2/tokenization/mint', '{}')).toBe(422);
      expect(JSON.parse(desk.recorder.last().body)).toMatchObject({
        code: 42210001,
        message: expect.stringContaining('issuer is required, network is required') as string,
      });
      await mint(people.main, {}, 'reused');
      await refuses(
        422,
        () => mint(people.main, { network: 'post' as never }),
        () => mint(people.main, { qty: '-1' }),
        () => mint(people.main, { qty: '2' }, 'reused'),
      );
    },
  ],
]);

itKeepsToTheDocuments(desk);
