import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IntentId } from '#contract/intents.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';

const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const HEX = '0123456789abcdefABCDEF'.split('');
const random = fc
  .array(fc.constantFrom(...HEX), { minLength: 20, maxLength: 24 })
  .map((digits) => digits.join(''));

describe('uuidV7', () => {
  it('writes time, version and variant where the standard has them', () => {
    // The example of RFC 9562, appendix A.6: its 74 random bits, with two unused bits before the variant's digit.
    expect(uuidV7(0x017f22e279b0, 'cc318c4dc0c0c07398f0')).toBe(
      '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
    );
  });

  it('is an intent id, whatever the time and the chance', () => {
    fc.assert(
      fc.property(times, random, (nowMs, hex) => {
        const id = uuidV7(nowMs, hex);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(IntentId.safeParse(id).success).toBe(true);
      }),
    );
  });

  it('sorts by time', () => {
    fc.assert(
      fc.property(times, times, random, random, (a, b, x, y) => {
        fc.pre(a < b);
        expect(uuidV7(a, x) < uuidV7(b, y)).toBe(true);
      }),
    );
  });

  it('differs when the chance does', () => {
    expect(uuidV7(1, '0'.repeat(20))).not.toBe(uuidV7(1, '0'.repeat(18) + '10'));
  });

  it.each([
    ['too little chance', 1, 'abc'],
    ['no hexadecimal', 1, 'z'.repeat(20)],
    ['a time before 1970', -1, '0'.repeat(20)],
    ['half a millisecond', 1.5, '0'.repeat(20)],
    ['a time beyond the format', 2 ** 48, '0'.repeat(20)],
  ])('refuses %s', (_name, nowMs, hex) => {
    expect(() => uuidV7(nowMs, hex)).toThrow(RangeError);
  });
});
