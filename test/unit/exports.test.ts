// An export is a promise to somebody. What no other file imports is not exported, types no less than the rest; and what
// tests alone use is not there, but for types, which they may name.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resolveImport } from '#test/support/resolve-import.ts';

const EXPORTED = /^export (?:async )?(const|function|class|type|interface) (\w+)/gm;
const IMPORTED = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g;
const IMPORTED_LATER = /(?:\{([^{}]*)\}\s*=\s*await\s+)?import\('([^']+)'\)(?:\)\s*\.(\w+))?/g;

const isTest = (file: string) => file.startsWith('test/');

function namesImportedBy(file: string, text: string): string[] {
  const found = [...text.matchAll(IMPORTED), ...text.matchAll(IMPORTED_LATER)];
  return found.flatMap(([, names = '', specifier = '', member = '']) =>
    [...names.split(','), member]
      .map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/(?: as|:) .*/, ''),
      )
      .map((name) => `${resolveImport(file, specifier)} ${name}`),
  );
}

function unusedExports(files: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, string[]>();
  for (const [file, text] of files)
    for (const name of namesImportedBy(file, text))
      importers.set(name, [...(importers.get(name) ?? []), file]);
  const isUnused = (file: string, text: string, kind: string, name: string): boolean => {
    const users = importers.get(`${file} ${name}`) ?? [];
    if (kind === 'type' || kind === 'interface') return users.length === 0;
    const isUsedInside = text.split(new RegExp(`\\b${name}\\b`)).length > 2;
    return users.length === 0 || (users.every(isTest) && !isUsedInside);
  };
  return [...files]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(EXPORTED)]
        .filter(([, kind = '', name = '']) => isUnused(file, text, kind, name))
        .map(([, , name]) => `${file}: ${name}`),
    );
}

it('finds what nobody imports, and what only a test does', () => {
  const files = new Map([
    ['main/a.ts', 'export const used = 1;\nexport const lonely = 2;\nexport const tested = 3;'],
    ['main/types.ts', 'export type Lonely = 1;\nexport type Tested = 2;\nexport interface Used {}'],
    ['main/b.ts', "import { used } from '#main/a.ts';\nexport function later() {}"],
    ['main/c.ts', "const { later } = await import('#main/b.ts');"],
    ['main/d.ts', "import type { Used } from '#main/types.ts';"],
    ['test/a.test.ts', "import { tested } from '#main/a.ts';"],
    ['test/d.test.ts', "import { type Tested } from '#main/types.ts';"],
  ]);
  expect(unusedExports(files)).toEqual([
    'main/a.ts: lonely',
    'main/a.ts: tested',
    'main/types.ts: Lonely',
  ]);
});

it('exports nothing that nobody imports', () => {
  const files = globSync('{main,preload,renderer,scripts,test}/**/*.{ts,tsx}');
  expect(files.length).toBeGreaterThan(1_000);
  expect(unusedExports(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual(
    [],
  );
});
