import { expect, it } from 'vitest';
import * as sample from './samples.ts';
import { setUp } from './local-broker.ts';

it.each([
  ['an account', sample.account],
  ['another order', { ...sample.order, id: 'o-2', client_order_id: 'c-2' }],
  ['an order without an id of ours', { ...sample.order, client_order_id: null }],
])('a look-up takes %s for no answer about the order that was asked for', async (_what, json) => {
  const { client } = await setUp({ json });
  for (const read of [client.orderByClientId('c-1'), client.order('o-1')])
    expect(await read).toMatchObject({
      failure: {
        kind: 'unavailable',
        message: expect.stringContaining('another record') as string,
      },
    });
});
