// While mutants are tried, test/mutants/collect.ts stands in for Vitest. A word that it lacks ends the run before the
// first mutant, which nobody notices until somebody runs it.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as collect from '#test/mutants/collect.ts';
import { TESTS } from '#test/mutants/runner.ts';
import { resolveImport } from '#test/support/resolve-import.ts';

const IMPORTED = /import\s+\{([^}]*)\}\s*from\s*'([^']+)'/g;

type Import = { names: string[]; from: string };

const importsOf = (file: string): Import[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, names = '', specifier = '']) => ({
    names: names.split(',').map((name) => name.trim()),
    from: resolveImport(file, specifier),
  }));

/** Test files and what they share, which may use Vitest too. */
function reachedFrom(files: string[]): string[] {
  const reached = new Set(files);
  for (const file of reached)
    for (const { from } of importsOf(file)) if (from.startsWith('test/')) reached.add(from);
  return [...reached];
}

it('has every word of Vitest that the tests of mutants use', () => {
  const files = reachedFrom(Object.values(TESTS).flatMap((pattern) => globSync(pattern)));
  const words = files
    .flatMap(importsOf)
    .filter(({ from }) => from === 'vitest')
    .flatMap(({ names }) => names.filter((name) => name !== '' && !name.startsWith('type ')));
  expect(words.length).toBeGreaterThan(200);
  expect([...new Set(words)].filter((word) => !Object.hasOwn(collect, word))).toEqual([]);
});

it('runs what was asked for at the end of a test after the hooks around it, the last first', async () => {
  const ran: string[] = [];
  await collect.runTest({
    id: 'id',
    name: 'name',
    file: 'file',
    line: 1,
    body({ task }) {
      ran.push(task.name);
      collect.onTestFinished(() => ran.push('first'));
      collect.onTestFinished(() => ran.push('second'));
    },
    hooks: [{ before: [], after: [() => ran.push('after')] }],
  });
  expect(ran).toEqual(['name', 'after', 'second', 'first']);
});
