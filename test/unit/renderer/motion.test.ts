// Nothing moves for longer than 150 ms, and nothing at all for whoever asked for less motion: every duration is a token,
// and it is zero then. Figures that no answer confirms are hidden at once after a while, which moves nothing. Nor does the
// animation of no length that tells of a table which has come into the page. The tint of a price comes and goes at once.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (pattern: string): [file: string, text: string][] =>
  globSync(pattern, { cwd: PROJECT }).map((file) => [
    file,
    readFileSync(join(PROJECT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
  ]);
const styles = read('renderer/**/*.css');
const code = read('renderer/**/*.{ts,tsx}');
const tokens = styles.find(([file]) => file === 'renderer/ui/tokens.css')?.[1] ?? '';
const MOST_MS = 150;
const HIDING = 'what-if-gone';
const TELLING = 'table-shown';

function faultsIn(file: string, text: string): string[] {
  const declared = [...text.matchAll(/([\w-]*(?:transition|animation)[\w-]*)\s*:\s*([^;}]+)[;}]/g)];
  return [
    ...declared
      .filter(([, name = '', value = '']) => !isQuick(name, value.trim()))
      .map(([, name, value]) => `${file}: ${name}: ${value}`),
    ...(text.match(/@keyframes [\w-]+|scroll-behavior:\s*smooth/g) ?? [])
      .filter((one) => one !== `@keyframes ${HIDING}` && one !== `@keyframes ${TELLING}`)
      .map((one) => `${file}: ${one}`),
  ];
}

function isQuick(name: string, value: string): boolean {
  if (value === 'none') return true;
  // Each of several is judged by itself.
  return value.split(/,(?![^(]*\))/).every((one) => {
    const isHiding = name === 'animation' && one === `${HIDING} 0s var(--silence) forwards`;
    const isTelling = name === 'animation' && one === `${TELLING} 0s`;
    return isHiding || isTelling || (one.includes('var(--quick)') && !/\d+m?s\b/.test(one));
  });
}

it('has every duration from a token', () => {
  expect(styles.length).toBeGreaterThan(20);
  expect(styles.flatMap(([file, text]) => faultsIn(file, text))).toEqual([]);
});

it.each([
  '.a { transition: opacity 400ms }',
  '.a { transition: opacity var(--quick), left 1s }',
  '.a { transition: left var(--silence) }',
  '.a { transition: background-color 300ms }',
  '.a { animation: spin 1s infinite; }',
  '.a { transition-duration: 0.2s; }',
  '@keyframes spin { }',
  'html { scroll-behavior: smooth; }',
])('objects to %s', (text) => {
  expect(faultsIn('a.css', text)).not.toEqual([]);
});

it('has no token of motion above 150 ms, and none but zero under reduced motion', () => {
  const quick = Number(/--quick: (\d+)ms/.exec(tokens)?.[1]);
  expect(quick).toBeGreaterThan(0);
  expect(quick).toBeLessThanOrEqual(MOST_MS);
  const reduced =
    /@media \(prefers-reduced-motion: reduce\) \{([\s\S]*?\})/.exec(tokens)?.[1] ?? '';
  expect(reduced.match(/--quick: 0ms/g)).toHaveLength(1);
});

it('moves nothing from the code either', () => {
  const faults = code.filter(([, text]) => /\.animate\(|behavior: 'smooth'/.test(text));
  expect(faults.map(([file]) => file)).toEqual([]);
});
