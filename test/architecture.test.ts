// The import rules of docs/architecture.md, read off the sources themselves. A rule that no file breaks is still
// proven here: each is tried against an import that it must refuse.
import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINES = 400;

/** Folder → what it may import inside the project (its own folder is always allowed). The first match counts. */
const RULES: [folder: string, allowed: string[]][] = [
  ['preload/contract', []],
  ['preload', ['preload/contract']],
  ['main/domain', ['preload/contract']],
  ['main/wire', ['main/domain', 'preload/contract']],
  ['main/link', ['main/domain', 'main/wire', 'preload/contract', 'main/ports.ts']],
  ['main/client', ['main/domain', 'main/wire', 'preload/contract', 'main/ports.ts']],
  ['main/journal', ['main/domain', 'main/wire', 'preload/contract', 'main/ports.ts']],
  ['main/cache', ['preload/contract', 'main/ports.ts']],
  ['main/book', ['main/domain', 'main/wire', 'preload/contract', 'main/ports.ts']],
  [
    'main/services',
    [
      'main/domain',
      'main/wire',
      'main/link',
      'main/client',
      'main/journal',
      'main/cache',
      'main/book',
      'preload/contract',
      'main/ports.ts',
    ],
  ],
  ['main/alerts', ['main/domain', 'main/book', 'preload/contract', 'main/ports.ts']],
  [
    'main/gateway',
    ['main/services', 'main/alerts', 'main/book', 'preload/contract', 'main/ports.ts'],
  ],
  ['main/paper', ['main/domain', 'main/wire', 'preload/contract']],
  ['main/shell/common', ['main/ports.ts', 'preload/contract', 'package.json']],
  ['main/shell/start.ts', ['main/shell/common', 'main/shell/web']],
  [
    'main/shell',
    [
      'main/shell/common',
      'main/desk.ts',
      'main/ports.ts',
      'main/gateway/feeds.ts',
      'preload/contract',
    ],
  ],
  [
    'main/desk.ts',
    [
      'main/domain',
      'main/wire',
      'main/link',
      'main/client',
      'main/journal',
      'main/book',
      'main/services',
      'main/alerts',
      'main/gateway',
      'main/ports.ts',
      'preload/contract',
    ],
  ],
  ['main/ports.ts', ['preload/contract']],
  ['renderer', ['preload/contract']],
];

/** Packages that only some folders may know. */
const PACKAGES: [name: RegExp, folders: string[]][] = [
  [/^electron(-store)?$/, ['main/shell/electron', 'preload/index.ts', 'preload/ask.ts']],
  [/^keytar$/, ['main/shell/common']],
  [/^conf$/, ['main/shell/web']],
  [/^ws$/, ['main/link/socket.ts', 'main/shell/web', 'main/paper']],
  [/^fastify$/, ['main/paper']],
  [
    /^(react|react-dom|recharts|lightweight-charts|dockview-react|trading-signals|@tanstack)(\/|$)/,
    ['renderer'],
  ],
  [/^(@noble|@scure)\//, ['main/domain', 'main/shell/common']],
  [/^csv-parse(\/|$)/, ['main/domain', 'main/services']],
  [/^electron-updater$/, ['main/shell/electron']],
  [/^node:sqlite$/, ['main/cache', 'main/journal', 'main/paper', 'main/shell/common']],
];

type Import = { from: string; to: string };

function refusalOf({ from, to }: Import): string | undefined {
  if (isPackage(to)) {
    const rule = PACKAGES.find(([name]) => name.test(to));
    if (!rule || rule[1].some((folder) => isInside(from, folder))) return contractRefusal(from, to);
    return `${from} may not know ${to}`;
  }
  const rule = RULES.find(([folder]) => isInside(from, folder));
  if (!rule) return `${from} is in no known folder`;
  const [folder, allowed] = rule;
  if (isInside(to, ownFolder(from, folder)) || allowed.some((place) => isInside(to, place)))
    return screenRefusal(from, to);
  return `${from} may not import ${to}`;
}

const contractRefusal = (from: string, to: string) =>
  isInside(from, 'preload/contract') && to !== 'zod'
    ? `${from}: the contract knows zod alone, not ${to}`
    : undefined;

function screenRefusal(from: string, to: string): string | undefined {
  const mine = /^renderer\/screens\/([^/]+)\//.exec(from)?.[1];
  const theirs = /^renderer\/screens\/([^/]+)\//.exec(to)?.[1];
  if (isInside(from, 'renderer/ui') && /^renderer\/(feed|bridge|screens)\//.test(to))
    return `${from} draws and has no data access: not ${to}`;
  return mine && theirs && mine !== theirs
    ? `${from} may not reach into another screen`
    : undefined;
}

/** The two shells never import each other. */
const ownFolder = (from: string, folder: string) =>
  folder === 'main/shell' ? from.split('/').slice(0, 3).join('/') : folder;
const isInside = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
const isPackage = (to: string) =>
  !/^(main|preload|renderer|test|scripts|package\.json)(\/|$)/.test(to);

const sources = globSync('{main,preload,renderer}/**/*.{ts,tsx}', { cwd: PROJECT }).sort();

function importsOf(file: string): Import[] {
  const text = readFileSync(join(PROJECT, file), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, specifier = '']) => ({
    from: file,
    to: resolveImport(file, specifier),
  }));
}

function resolveImport(from: string, specifier: string): string {
  if (specifier === '#package') return 'package.json';
  if (specifier.startsWith('#contract/')) return specifier.replace('#contract', 'preload/contract');
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return relative(PROJECT, join(PROJECT, dirname(from), specifier));
  return specifier;
}

describe('architecture', () => {
  it('finds the sources', () => {
    expect(sources.length).toBeGreaterThan(40);
  });

  it('keeps every import inside the rules', () => {
    const refusals = sources.flatMap(importsOf).map(refusalOf).filter(Boolean);
    expect(refusals).toEqual([]);
  });

  it.each([
    ['preload/contract/calls.ts', 'main/domain/decimal.ts'],
    ['preload/contract/calls.ts', 'fastify'],
    ['main/domain/decimal.ts', 'main/wire/answer.ts'],
    ['main/link/link.ts', 'main/client/client.ts'],
    ['main/client/client.ts', 'main/services/settings.ts'],
    ['main/paper/broker.ts', 'main/client/client.ts'],
    ['main/paper/broker.ts', 'main/journal/journal.ts'],
    ['main/cache/bar-cache.ts', 'main/client/client.ts'],
    ['main/services/watchlists.ts', 'main/shell/common/system.ts'],
    ['main/services/watchlists.ts', 'main/paper/broker.ts'],
    ['main/gateway/dispatch.ts', 'main/link/link.ts'],
    ['main/shell/web/server.ts', 'main/shell/electron/ipc.ts'],
    ['main/shell/web/server.ts', 'electron'],
    ['main/shell/common/system.ts', 'main/desk.ts'],
    ['main/services/settings.ts', 'electron-store'],
    ['main/desk.ts', 'main/shell/web/server.ts'],
    ['main/desk.ts', 'main/paper/broker.ts'],
    ['renderer/App.tsx', 'main/domain/decimal.ts'],
    ['renderer/ui/Price.tsx', 'renderer/feed/slices.ts'],
    ['renderer/screens/desk/DeskScreen.tsx', 'renderer/screens/settings/Guards.tsx'],
  ])('refuses %s → %s', (from, to) => {
    expect(refusalOf({ from, to })).toBeTypeOf('string');
  });

  it('keeps files short enough to read in one go', () => {
    const long = [...sources, ...globSync('{test,scripts}/**/*.{ts,tsx}', { cwd: PROJECT })]
      .map((file) => ({
        file,
        lines: readFileSync(join(PROJECT, file), 'utf8').split('\n').length,
      }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });

  it('writes no import that climbs out of its folder', () => {
    const climbing = sources.filter((file) =>
      /from '\.\.\/\.\.\//.test(readFileSync(join(PROJECT, file), 'utf8')),
    );
    expect(climbing).toEqual([]);
  });
});
