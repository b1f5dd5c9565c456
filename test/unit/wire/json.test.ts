import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#main/tools/json.ts';
import { exactMoney, readJson } from '#main/wire/json.ts';

describe('JSON with money in it', () => {
  it.each([
    ['{"a":1.5}', { a: 1.5 }],
    ['{"a":123456789012345}', { a: 123456789012345 }],
    ['{"a":12345678901234567890}', { a: '12345678901234567890' }],
    ['{"a":-0.10000000000000000555}', { a: '-0.10000000000000000555' }],
    ['[187.12345678901235]', [187.12345678901235]],
    ['{"a":1e2,"b":1E-7}', { a: 100, b: 1e-7 }],
    ['{"a":1e400}', { a: '1e400' }],
    ['{"a":1e-400}', { a: '1e-400' }],
    ['{"a":1.0000000000000000}', { a: 1 }],
    ['{"a":"::12345678901234567890"}', { a: '::12345678901234567890' }],
    ['null', null],
    ['{"a":', undefined],
    ['{"a":12345678901234567890', undefined],
    ['', undefined],
  ])('%s', (text, value) => {
    expect(readJson(text)).toEqual(value);
  });

  it('reads everything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const plain = parseJson(text);
        const exact = readJson(text);
        if (!/\d{15}|\d[eE]/.test(text)) expect(exact).toEqual(plain);
        expect(typeof exact).toBe(typeof plain);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the value of every number, whatever its length', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,25}\.\d{0,25}[1-9]$/);
    fc.assert(
      fc.property(digits, (text) => {
        const { a } = readJson(`{"a":${text}}`) as { a: unknown };
        expect(exactMoney(a)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('does not overflow on a body that nests without an end', () => {
    const deep = `${'['.repeat(300_000)}1e9${']'.repeat(300_000)}`;
    expect(() => readJson(deep)).not.toThrow();
  });
});

describe('a money member', () => {
  it.each([
    [1.5, '1.5'],
    [1e-7, '0.0000001'],
    ['1e3', '1000'],
    ['12.5E-1', '1.25'],
    ['150.1000', '150.1000'],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ['1e9999', '1e9999'],
    ['abc', 'abc'],
    [null, null],
    [undefined, undefined],
  ])('%s becomes %s', (value, exact) => {
    expect(exactMoney(value)).toBe(exact);
  });
});
