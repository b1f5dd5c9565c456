import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { plainText } from '#main/tools/plain-text.ts';

it.each([
  ['insufficient buying power', 'insufficient buying power'],
  ['  two\r\n\tlines  ', 'two lines'],
  ['a\u0000b\u001b[31mc\u0085d', 'a b [31mc d'],
  ['buy \u202Eelles\u202C \u2066x\u2069\u200E\u061C', 'buy elles x'],
  ['PK\u200BSE\u00ADCR\u2060ET\uFEFF', 'PKSECRET'],
  ['\uD800half', 'half'],
  ['naïve Ünïcode 日本語 €', 'naïve Ünïcode 日本語 €'],
  [`e${'\u0301'.repeat(50)}x`, 'e\u0301\u0301\u0301x'],
  ['\u3164\u115F\uFE0F', ''],
])('shows %j as %j', (text, shown) => {
  expect(plainText(text, 100)).toBe(shown);
});

it('cuts at its length, says so, and leaves no half of a pair', () => {
  expect(plainText('abcdef', 6)).toBe('abcdef');
  expect(plainText('abcdefg', 6)).toBe('abcde…');
  expect(plainText('abcd😀efg', 6)).toBe('abcd…');
});

it('reads no more of a long text than it needs', () => {
  const began = performance.now();
  expect(plainText('\u202E'.repeat(10_000_000) + 'end', 100)).toBe('…');
  expect(performance.now() - began).toBeLessThan(100);
});
