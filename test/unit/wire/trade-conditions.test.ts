import { expect, it } from 'vitest';
import { setsLastPrice } from '#main/wire/trade-conditions.ts';

it.each([
  ['a regular sale of tape C', ['@'], 'C', true],
  ['a regular sale of tapes A and B', [' '], 'A', true],
  ['a sweep', ['@', 'F'], 'C', true],
  ['an opening, a reopening and a closing print', ['O', '5', '6'], 'A', true],
  ['extended hours, where nothing else prints', ['@', 'T'], 'C', true],
  ['an odd lot, also of extended hours', ['@', 'T', 'I'], 'C', false],
  ['an average price of tape A', ['B'], 'A', false],
  ['a bunched trade of tape C, which has the same letter', ['B'], 'C', true],
  ['an average price of tape C', ['W'], 'C', false],
  ['a derivative’s price', ['4'], 'A', false],
  ['a prior reference price', ['P'], 'B', false],
  ['out of sequence', ['Z'], 'C', false],
  ['extended hours, out of sequence', ['U'], 'C', false],
  ['the official open and close, which are records', ['Q'], 'C', false],
  ['the official close', ['M'], 'A', false],
  ['a code that nobody knows', ['@', '?', '🙂'], 'C', true],
  ['no conditions', undefined, undefined, true],
  ['what is no list of them', 'I', 'C', true],
  ['what is no code', [7, null, {}], 'A', true],
])('says of %s whether it sets the last price', (_name, conditions, tape, sets) => {
  expect(setsLastPrice(conditions, tape)).toBe(sets);
});
