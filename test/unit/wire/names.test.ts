import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { camelize, snakeKeys } from '#main/wire/names.ts';
import { isSegment, pathWith } from '#main/wire/paths.ts';

describe('names', () => {
  it('become the desk’s, at every level, and unknown ones survive', () => {
    expect(
      camelize({ client_order_id: 'a', legs: [{ filled_qty: '1' }], x_1: { new_one: true } }),
    ).toEqual({ clientOrderId: 'a', legs: [{ filledQty: '1' }], x1: { newOne: true } });
  });

  it('leave null members out and null items in', () => {
    expect(camelize({ replaced_by: null, equity: [1, null] })).toEqual({ equity: [1, null] });
  });

  it.each([
    [{ client_order_id: 'wire', clientOrderId: 'other' }],
    [{ clientOrderId: 'other', client_order_id: 'wire' }],
  ])('let the wire’s own spelling win: %j', (record) => {
    expect(camelize(record)).toEqual({ clientOrderId: 'wire' });
  });

  it('cannot reach a prototype', () => {
    const record = camelize(JSON.parse('{"__proto__":{"status":"filled"},"a":1}')) as object;
    expect(record).toEqual({ a: 1 });
    expect('status' in record).toBe(false);
  });

  it('end where nesting makes no sense', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as unknown;
    expect(() => JSON.stringify(camelize(deep))).not.toThrow();
  });

  it('go back for flat bodies', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]+([A-Z][a-z]+){0,3}$/), (name) => {
        expect(camelize(snakeKeys({ [name]: 1, none: undefined }))).toEqual({ [name]: 1 });
      }),
    );
  });
});

/** Code units as they fall, lone surrogates included. */
const anyText = fc
  .array(fc.oneof(fc.nat(0xffff), fc.constantFrom(0x2e, 0x2f, 0x25, 0x5c)), { maxLength: 6 })
  .map((units) => String.fromCharCode(...units));

describe('paths', () => {
  it('carry a query in the wire’s spelling', () => {
    expect(
      pathWith('/x', { pageToken: 'a&b=c', symbols: ['A', 'B/C'], nested: true, none: undefined }),
    ).toBe('/x?page_token=a%26b%3Dc&symbols=A%2CB%2FC&nested=true');
    expect(pathWith('/x', { none: undefined })).toBe('/x');
  });

  it('have segments that stay where they are put', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(isSegment(text));
        const url = new URL(`/v2/orders/${encodeURIComponent(text)}/end`, 'https://h');
        expect(url.pathname.split('/')).toHaveLength(5);
        expect(url.pathname.endsWith('/end')).toBe(true);
      }),
    );
  });
});
