import { describe, expect, it } from 'vitest';
import { OrderChange, OrderDraft } from '#contract/orders.ts';
import { encodeChange, encodeOrder } from '#main/wire/order-body.ts';
import { encodeMint } from '#main/wire/tokenization.ts';

const base = { symbol: 'AAPL', side: 'buy', type: 'limit', timeInForce: 'day' } as const;

describe('the bytes of an order', () => {
  it('carry every member under its wire name, money as the text it was', () => {
    const draft = OrderDraft.parse({
      ...base,
      qty: '1.500000000',
      limitPrice: '150.10',
      stopPrice: '0.0100',
      trailPrice: '1',
      trailPercent: '2',
      extendedHours: false,
      orderClass: 'bracket',
      takeProfit: { limitPrice: '160' },
      stopLoss: { stopPrice: '140', limitPrice: '139.99' },
    });
    expect(encodeOrder(draft, 'id-1')).toBe(
      '{"symbol":"AAPL","side":"buy","type":"limit","time_in_force":"day","qty":"1.500000000",' +
        '"limit_price":"150.10","stop_price":"0.0100","trail_price":"1","trail_percent":"2",' +
        '"extended_hours":false,"order_class":"bracket","take_profit":{"limit_price":"160"},' +
        '"stop_loss":{"stop_price":"140","limit_price":"139.99"},"client_order_id":"id-1"}',
    );
  });

  it('are the same whatever the order of the draft’s members', () => {
    const one = OrderDraft.parse({ ...base, qty: '1', limitPrice: '2' });
    const other = Object.fromEntries(Object.entries(one).reverse()) as OrderDraft;
    expect(encodeOrder(other, 'x')).toBe(encodeOrder(one, 'x'));
  });

  it('leave out what is absent', () => {
    const draft = OrderDraft.parse({ ...base, type: 'market', notional: '10' });
    expect(encodeOrder(draft, 'x')).toBe(
      '{"symbol":"AAPL","side":"buy","type":"market","time_in_force":"day","notional":"10","client_order_id":"x"}',
    );
  });
});

describe('the bytes of a change and of a mint', () => {
  it('carry their own id', () => {
    expect(
      encodeChange(OrderChange.parse({ trail: '1', qty: '2', timeInForce: 'gtc' }), 'c-2'),
    ).toBe('{"qty":"2","time_in_force":"gtc","trail":"1","client_order_id":"c-2"}');
    expect(
      encodeMint(
        { underlyingSymbol: 'AAPL', qty: '1.5', issuer: 'i', network: 'n', walletAddress: 'W' },
        'label',
      ),
    ).toBe(
      '{"underlying_symbol":"AAPL","qty":"1.5","issuer":"i","network":"n","wallet_address":"W","client_request_id":"label"}',
    );
  });
});
