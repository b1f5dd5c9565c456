import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from '#renderer/core/commands/fuzzy.ts';

const best = (query: string, lines: string[]) =>
  lines
    .flatMap((line) => {
      const match = fuzzyMatch(query, line);
      return match ? [{ line, score: match.score }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ line }) => line);

describe('fuzzy match', () => {
  it.each([
    ['', 'anything'],
    ['stop', 'Stop all trading'],
    ['sat', 'Stop all trading'],
    ['trading stop', 'Stop all trading'],
    ['AAPL', 'aapl'],
    ['  aapl ', 'AAPL Apple Inc.'],
  ])('finds %j in %j', (query, line) => {
    expect(fuzzyMatch(query, line)).toBeDefined();
  });

  it.each([
    ['x', 'Stop'],
    ['pots', 'Stop'],
    ['stopp', 'Stop'],
    ['stop zebra', 'Stop all trading'],
    ['a', ''],
  ])('does not find %j in %j', (query, line) => {
    expect(fuzzyMatch(query, line)).toBeUndefined();
  });

  it('says which letters were meant', () => {
    expect(fuzzyMatch('st', 'Stop all trading')?.at).toEqual([0, 1]);
    expect(fuzzyMatch('tr', 'Stop all trading')?.at).toEqual([9, 10]);
    expect(fuzzyMatch('all stop', 'Stop all')?.at).toEqual([0, 1, 2, 3, 5, 6, 7]);
  });

  it('puts a symbol before the companies that contain its letters', () => {
    expect(best('ma', ['Amazon.com', 'META Meta Platforms', 'MA Mastercard', 'GMAB'])[0]).toBe(
      'MA Mastercard',
    );
    expect(best('v', ['NVDA', 'V', 'CVX'])[0]).toBe('V');
  });

  it('prefers the start of words, letters side by side and the shorter line', () => {
    expect(best('can', ['American', 'Cancel all orders'])[0]).toBe('Cancel all orders');
    expect(best('desk', ['Dense kiosk', 'Desk'])[0]).toBe('Desk');
    expect(best('theme', ['Theme: high contrast', 'Theme: dark'])[0]).toBe('Theme: dark');
  });

  it('puts letters side by side before the first letters of words', () => {
    expect(best('al', ['A L', 'Alphabet'])[0]).toBe('Alphabet');
  });

  it('takes signs as they are and stays quick on a long line', () => {
    expect(fuzzyMatch('(.*', 'a (.* b')).toBeDefined();
    const started = performance.now();
    fuzzyMatch('aaaaaaaaaaaaaaaaaaab', 'a'.repeat(2_000));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
