// The import rules of docs/architecture.md, read off the sources themselves. A rule that no file breaks is still
// proven here: each is tried against an import that it must refuse.
import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resolveImport } from '#test/support/resolve-import.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINES = 400;

/** One room, what it may import besides itself, and why the line is drawn there. The first match counts. */
type Rule = { name: string; room: string; mayImport: string[] };

const RULES: Rule[] = [
  { name: 'the contract knows nobody', room: 'preload/contract', mayImport: [] },
  { name: 'the bridge knows the contract alone', room: 'preload', mayImport: ['preload/contract'] },
  { name: 'the rules of trading are pure', room: 'main/domain', mayImport: ['preload/contract'] },
  { name: 'ports are types', room: 'main/ports.ts', mayImport: ['preload/contract'] },
  { name: 'a tool knows nothing of trading', room: 'main/tools', mayImport: ['main/ports.ts'] },
  {
    name: 'the wire is what crosses it, not who sends it',
    room: 'main/wire',
    mayImport: ['main/domain', 'main/tools', 'preload/contract'],
  },
  {
    name: 'the way to the broker keeps no state of the account',
    room: 'main/broker',
    mayImport: ['main/domain', 'main/tools', 'main/wire', 'preload/contract', 'main/ports.ts'],
  },
  {
    name: 'the journal asks nobody',
    room: 'main/journal',
    mayImport: ['main/domain', 'main/tools', 'main/wire', 'preload/contract', 'main/ports.ts'],
  },
  {
    name: 'an account knows nothing of the desk',
    room: 'main/account',
    mayImport: [
      'main/domain',
      'main/tools',
      'main/wire',
      'main/broker',
      'main/journal',
      'preload/contract',
      'main/ports.ts',
    ],
  },
  {
    name: 'the desk knows its accounts, and no window',
    room: 'main/desk',
    mayImport: [
      'main/domain',
      'main/tools',
      'main/wire',
      'main/broker',
      'main/journal',
      'main/account',
      'preload/contract',
      'main/ports.ts',
    ],
  },
  {
    name: 'what fetches a new version can show and start nothing',
    room: 'main/updates',
    mayImport: ['main/broker/http', 'main/desk', 'main/tools', 'preload/contract', 'main/ports.ts'],
  },
  {
    name: 'the gateway asks the desk and its accounts, never the broker',
    room: 'main/gateway',
    mayImport: [
      'main/desk',
      'main/account',
      'main/updates',
      'main/tools',
      'preload/contract',
      'main/ports.ts',
    ],
  },
  {
    name: 'the practice broker is another program',
    room: 'main/paper',
    mayImport: ['main/domain', 'main/tools', 'main/wire', 'preload/contract'],
  },
  {
    name: 'what the shells share knows neither',
    room: 'main/shell/common',
    mayImport: ['main/ports.ts', 'main/tools', 'preload/contract', 'package.json'],
  },
  {
    name: 'the start chooses a shell',
    room: 'main/shell/start.ts',
    mayImport: ['main/shell/common', 'main/shell/web'],
  },
  {
    name: 'a shell knows the desk as a whole',
    room: 'main/shell',
    mayImport: [
      'main/shell/common',
      'main/desk.ts',
      'main/ports.ts',
      'main/tools',
      'main/gateway/feeds.ts',
      'preload/contract',
    ],
  },
  {
    name: 'the composition knows neither shell nor practice broker',
    room: 'main/desk.ts',
    mayImport: [
      'main/domain',
      'main/tools',
      'main/broker',
      'main/account',
      'main/desk',
      'main/updates',
      'main/gateway',
      'main/ports.ts',
      'preload/contract',
    ],
  },
  {
    name: 'the core of the page knows no screen and no React',
    room: 'renderer/core',
    mayImport: ['preload/contract'],
  },
  {
    name: 'what draws has no data access',
    room: 'renderer/ui',
    mayImport: [
      'renderer/core/clock.ts',
      'renderer/core/delay.ts',
      'renderer/core/listeners.ts',
      'renderer/core/turns.ts',
      'preload/contract',
    ],
  },
  {
    name: 'the session gives the core to React',
    room: 'renderer/session',
    mayImport: ['renderer/ui', 'renderer/core', 'preload/contract'],
  },
  {
    name: 'trading knows no screen and no chart',
    room: 'renderer/trading',
    mayImport: ['renderer/session', 'renderer/ui', 'renderer/core', 'preload/contract'],
  },
  {
    name: 'the chart knows no screen and no ticket',
    room: 'renderer/chart',
    mayImport: ['renderer/session', 'renderer/ui', 'renderer/core', 'preload/contract'],
  },
  {
    name: 'a screen knows no other, and not the frame around it',
    room: 'renderer/screens',
    mayImport: [
      'renderer/trading',
      'renderer/chart',
      'renderer/session',
      'renderer/ui',
      'renderer/core',
      'preload/contract',
    ],
  },
  {
    name: 'the page has the contract and no main',
    room: 'renderer',
    mayImport: ['preload/contract'],
  },
  { name: 'the second proof shares nothing', room: 'test/second-proof', mayImport: [] },
];

/** Packages that only some folders may know. */
const PACKAGES: [name: RegExp, folders: string[]][] = [
  [/^electron(-store)?$/, ['main/shell/electron', 'preload/index.ts', 'preload/ask.ts']],
  [/^keytar$/, ['main/shell/common']],
  [/^conf$/, ['main/shell/web']],
  [/^ws$/, ['main/broker/streams/socket.ts', 'main/shell/web', 'main/paper', 'test/second-proof']],
  [/^fastify$/, ['main/paper']],
  [
    /^(react|react-dom|recharts|lightweight-charts|dockview-react|trading-signals|@tanstack)(\/|$)/,
    [
      'renderer/app',
      'renderer/screens',
      'renderer/trading',
      'renderer/chart',
      'renderer/session',
      'renderer/ui',
      'renderer/main.tsx',
    ],
  ],
  [/^(@noble|@scure)\//, ['main/domain', 'main/paper', 'main/shell/common']],
  [/^csv-parse(\/|$)/, ['main/domain', 'main/account']],
  // What starts other programs. Nothing that was downloaded is among them.
  [/^node:child_process$/, ['main/shell', 'test/second-proof']],
  [
    /^node:sqlite$/,
    ['main/account/prices', 'main/desk/backup', 'main/journal', 'main/paper', 'main/shell/common'],
  ],
];

const REFUSED: [from: string, to: string][] = [
  ['preload/contract/calls.ts', 'main/domain/decimal.ts'],
  ['preload/contract/calls.ts', 'fastify'],
  ['preload/index.ts', 'main/ports.ts'],
  ['main/domain/decimal.ts', 'main/wire/answer.ts'],
  ['main/ports.ts', 'main/domain/decimal.ts'],
  ['main/tools/repeat.ts', 'main/domain/decimal.ts'],
  ['main/wire/answer.ts', 'main/broker/client.ts'],
  ['main/broker/client.ts', 'main/account/standing/book.ts'],
  ['main/journal/journal.ts', 'main/broker/client.ts'],
  ['main/account/account-unit.ts', 'main/desk/settings/settings.ts'],
  ['main/account/account-unit.ts', 'main/gateway/feeds.ts'],
  ['main/desk/watchlists.ts', 'main/gateway/feeds.ts'],
  ['main/desk/watchlists.ts', 'main/shell/common/system.ts'],
  ['main/desk/watchlists.ts', 'main/paper/broker.ts'],
  ['main/desk/settings/settings.ts', 'electron-store'],
  ['main/updates/updates.ts', 'main/shell/common/open-browser.ts'],
  ['main/updates/updates.ts', 'main/account/account-unit.ts'],
  ['main/updates/fetch-file.ts', 'node:child_process'],
  ['main/desk/watchlists.ts', 'main/updates/updates.ts'],
  ['main/gateway/dispatch.ts', 'main/broker/streams/link.ts'],
  ['main/paper/broker.ts', 'main/broker/client.ts'],
  ['main/paper/broker.ts', 'main/journal/journal.ts'],
  ['main/shell/common/system.ts', 'main/desk.ts'],
  ['main/shell/start.ts', 'main/shell/electron/main.ts'],
  ['main/shell/web/server.ts', 'main/shell/electron/ipc.ts'],
  ['main/shell/web/server.ts', 'main/desk/lock.ts'],
  ['main/shell/web/server.ts', 'electron'],
  ['main/desk.ts', 'main/shell/web/server.ts'],
  ['main/desk.ts', 'main/paper/broker.ts'],
  ['renderer/app/App.tsx', 'main/domain/decimal.ts'],
  ['renderer/core/clock.ts', 'renderer/ui/Price.tsx'],
  ['renderer/core/clock.ts', 'react'],
  ['renderer/ui/Price.tsx', 'renderer/core/feeds/slices.ts'],
  ['renderer/session/session.ts', 'renderer/trading/desk-control.ts'],
  ['renderer/trading/desk-control.ts', 'renderer/chart/Chart.tsx'],
  ['renderer/trading/desk-control.ts', 'renderer/screens/desk/DeskScreen.tsx'],
  ['renderer/chart/Chart.tsx', 'renderer/trading/desk-control.ts'],
  ['renderer/screens/desk/DeskScreen.tsx', 'renderer/screens/settings/Guards.tsx'],
  ['renderer/screens/desk/DeskScreen.tsx', 'renderer/app/frame/Frame.tsx'],
  ['test/second-proof/told.ts', 'main/domain/decimal.ts'],
  ['test/second-proof/window.ts', 'preload/contract/feeds.ts'],
  ['test/second-proof/run.ts', 'test/support/proof.ts'],
];

type Import = { from: string; to: string };

function refusalOf({ from, to }: Import): string | undefined {
  if (isPackage(to)) {
    const rule = PACKAGES.find(([name]) => name.test(to));
    if (!rule || rule[1].some((folder) => isInside(from, folder))) return contractRefusal(from, to);
    return `${from} may not know ${to}`;
  }
  const rule = RULES.find(({ room }) => isInside(from, room));
  if (!rule) return `${from} is in no known room`;
  if (isInside(to, ownRoom(from, rule.room)) || rule.mayImport.some((room) => isInside(to, room)))
    return screenRefusal(from, to);
  return `${rule.name}: ${from} may not import ${to}`;
}

const contractRefusal = (from: string, to: string) =>
  isInside(from, 'preload/contract') && to !== 'zod'
    ? `${from}: the contract knows zod alone, not ${to}`
    : undefined;

function screenRefusal(from: string, to: string): string | undefined {
  const mine = /^renderer\/screens\/([^/]+)\//.exec(from)?.[1];
  const theirs = /^renderer\/screens\/([^/]+)\//.exec(to)?.[1];
  return mine && theirs && mine !== theirs
    ? `${from} may not reach into another screen`
    : undefined;
}

/** The two shells never import each other. */
const ownRoom = (from: string, room: string) =>
  room === 'main/shell' ? from.split('/').slice(0, 3).join('/') : room;
const isInside = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
const isPackage = (to: string) =>
  !/^(main|preload|renderer|test|scripts|package\.json)(\/|$)/.test(to);

const sources = globSync('{main,preload,renderer}/**/*.{ts,tsx}', { cwd: PROJECT }).sort();
/** Beside what runs, the one part of the tests that is worth something only by what it does not know. */
const apart = globSync('test/second-proof/*.ts', { cwd: PROJECT });

function importsOf(file: string): Import[] {
  const text = readFileSync(join(PROJECT, file), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, specifier = '']) => ({
    from: file,
    to: resolveImport(file, specifier),
  }));
}

/** Groups of files that import each other, however long the way round. */
function circlesIn(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const reachable = (start: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let file = open.pop(); file !== undefined; file = open.pop())
      if (!seen.has(file)) {
        seen.add(file);
        open.push(...(next.get(file) ?? []));
      }
    return seen;
  };
  const reach = new Map([...next.keys()].map((file) => [file, reachable(file)]));
  const isRound = (a: string, b: string) => reach.get(a)?.has(b) && reach.get(b)?.has(a);
  const circles = [...next.keys()]
    .filter((file) => isRound(file, file))
    .map((file) => [...next.keys()].filter((other) => isRound(file, other)).sort());
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

/**
 * The same import between neighbors: two entries of the deepest folder that holds both files. An entry is a folder with
 * all that is inside it, or a file, so that a file beside folders may put them together.
 */
function betweenNeighbors({ from, to }: Import): Import {
  const [mine, theirs] = [from.split('/'), to.split('/')];
  const shared = mine.findIndex((part, at) => part !== theirs[at]) + 1;
  return { from: mine.slice(0, shared).join('/'), to: theirs.slice(0, shared).join('/') };
}

describe('architecture', () => {
  it('finds the sources', () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(apart.length).toBeGreaterThan(20);
  });

  it('keeps every import inside the rules', () => {
    const refusals = [...sources, ...apart].flatMap(importsOf).map(refusalOf).filter(Boolean);
    expect(refusals).toEqual([]);
  });

  it.each(REFUSED)('refuses %s → %s', (from, to) => {
    expect(refusalOf({ from, to })).toBeTypeOf('string');
  });

  it('tries every rule against an import that it must refuse', () => {
    const tried = new Set(REFUSED.map(([from]) => RULES.find(({ room }) => isInside(from, room))));
    expect(RULES.filter((rule) => !tried.has(rule)).map(({ name }) => name)).toEqual([]);
  });

  it('has no circle of imports', () => {
    const circle = ['a.ts', 'b.ts', 'c.ts', 'a.ts'];
    const round = circle.slice(1).map((to, at) => ({ from: circle[at] ?? '', to }));
    expect(circlesIn([...round, { from: 'd.ts', to: 'a.ts' }])).toEqual([['a.ts', 'b.ts', 'c.ts']]);
    expect(circlesIn(sources.flatMap(importsOf))).toEqual([]);
  });

  it('has no ring of folders anywhere in main', () => {
    const inMain = ({ from, to }: Import) => isInside(from, 'main') && isInside(to, 'main');
    const round = [
      { from: 'main/a/deep/x.ts', to: 'main/b/y.ts' },
      { from: 'main/b/z.ts', to: 'main/whole.ts' },
      { from: 'main/whole.ts', to: 'main/a/w.ts' },
      { from: 'main/root.ts', to: 'main/a/w.ts' },
      { from: 'main/a/w.ts', to: 'main/a/deep/x.ts' },
    ];
    const rings = (imports: Import[]) => circlesIn(imports.filter(inMain).map(betweenNeighbors));
    expect(rings(round)).toEqual([['main/a', 'main/b', 'main/whole.ts']]);
    expect(rings(sources.flatMap(importsOf))).toEqual([]);
  });

  it('keeps files short enough to read in one go', () => {
    const others = globSync(['{test,scripts}/**/*.{ts,tsx}', '{renderer,test}/**/*.css'], {
      cwd: PROJECT,
    });
    const long = [...sources, ...others]
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
