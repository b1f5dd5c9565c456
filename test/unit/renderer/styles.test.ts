// No screen can touch another by its style sheet: every rule is in the layer of its floor, every class belongs to one
// file, and whoever uses a class is in the room that it belongs to.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  classesIn,
  classesUsed,
  readStyles,
  subjectOf,
  wordsIn,
  type StyleSheet,
} from '#test/unit/renderer/style-rules.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const LAYERS = 'renderer/ui/layers.css';
const TOKENS = 'renderer/ui/tokens.css';
const BASE = 'renderer/ui/base.css';
/** Imports the docking library's own styles, into a layer below ours. */
const VENDOR = 'renderer/screens/desk/workspace/dockview.css';

/** Names that are put together at run time: what they begin with, and every end that is styled. */
const DYNAMIC: Record<string, string> = {
  'accounts-place-': 'paper live',
  'batch-progress-': 'good short',
  'batch-row-': 'wrong refused rejected pending completed not-sent unknown sending',
  'batch-tone-': 'open short good',
  'column-': 'actions line remove age',
  'environment-': 'embedded paper live',
  'evidence-': 'unknown set-aside accepted refused not-sent',
  'order-': 'done unknown',
  'outcome-': 'good unsure bad',
  'primary-': 'buy sell',
  'request-': 'pending completed rejected',
  'request-badge-': 'completed rejected',
  'side-': 'buy sell',
  'stream-': 'live quiet stale connecting reconnecting stopped',
  'toast-': 'good bad',
  'verdict-': 'warn block',
  'way-out-': 'closed left',
};
/** Classes of the docking library's elements, which are its own. */
const FOREIGN = /^dv-/;

const NAMED =
  'aqua aquamarine azure beige black blue brown coral crimson cyan fuchsia gold gray green grey indigo ivory khaki ' +
  'lavender lime linen magenta maroon navy olive orange orchid pink plum purple red salmon sienna silver snow tan teal ' +
  'tomato turquoise violet wheat white yellow';
const COLOR = new RegExp(
  String.raw`#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(dark|light)?(${NAMED.replaceAll(' ', '|')})(?![\w-])`,
  'i',
);

type Sources = Record<string, string>;

function faultsIn(styles: Sources, code: Sources): string[] {
  const sheets = Object.entries(styles).map(([file, text]) => readStyles(file, text));
  const owners = ownersOf(sheets);
  return [
    ...[...owners].flatMap(([name, files]) =>
      files.size > 1 ? [`.${name} belongs to ${[...files].join(' and ')}`] : [],
    ),
    ...sheets.flatMap(layerFaults),
    ...sheets.flatMap((sheet) => bareFaults(sheet, owners)),
    ...sheets.flatMap(colorFaults),
    ...useFaults(owners, code),
    ...importFaults(Object.keys(styles), code),
  ];
}

/** Whose a class is: the file with rules about it, or, where it only names a place, the file that names it. */
function ownersOf(sheets: readonly StyleSheet[]): Map<string, Set<string>> {
  const subjects = new Map<string, Set<string>>();
  const places = new Map<string, Set<string>>();
  for (const { file, rules } of sheets)
    for (const { selector } of rules) {
      for (const name of subjectOf(selector).classes) put(subjects, name, file);
      for (const name of classesIn(selector)) put(places, name, file);
    }
  return new Map([...places, ...subjects]);
}

function put(into: Map<string, Set<string>>, name: string, file: string): void {
  into.set(name, (into.get(name) ?? new Set()).add(file));
}

function layerOf(file: string): string {
  if (file === TOKENS) return 'tokens';
  return file === BASE ? 'base' : (file.split('/')[1] ?? '');
}

function layerFaults({ file, rules, statements }: StyleSheet): string[] {
  const loose = statements.filter((one) => /^@(import|layer)/.test(one));
  const allowed = file === LAYERS ? /^@layer / : /^@import .+ layer\(vendor\)$/;
  const mayBeLoose = file === LAYERS || file === VENDOR;
  return [
    ...loose.filter((one) => !mayBeLoose || !allowed.test(one)).map((one) => `${file}: ${one}`),
    ...rules
      .filter(({ layer }) => layer !== layerOf(file))
      .map(({ selector, layer }) => `${file}: ${selector} is in the layer ${layer ?? 'of none'}`),
  ];
}

function bareFaults({ file, rules }: StyleSheet, owners: Map<string, Set<string>>): string[] {
  if (file === BASE || file === TOKENS) return [];
  return rules
    .map(({ selector }) => ({ selector, ...subjectOf(selector) }))
    .filter(({ classes }) => classes.length === 0)
    .filter(({ scope }) => !classesIn(scope).some((name) => owners.get(name)?.has(file)))
    .map(({ selector }) => `${file}: ${selector} is about elements of others`);
}

function colorFaults({ file, rules }: StyleSheet): string[] {
  if (file === TOKENS) return [];
  return rules.flatMap(({ selector, body }) =>
    body
      .split(';')
      .map((line) => line.slice(line.indexOf(':') + 1).replaceAll(/var\([^()]*\)|'[^']*'/g, ''))
      .filter((value) => COLOR.test(value))
      .map((value) => `${file}: ${selector} has a color of its own,${value}`),
  );
}

function useFaults(owners: Map<string, Set<string>>, code: Sources): string[] {
  const dynamic = Object.entries(DYNAMIC).flatMap(([start, ends]) =>
    ends.split(' ').map((end) => start + end),
  );
  const named = new Set([...dynamic, ...Object.values(code).flatMap(wordsIn)]);
  return [
    ...[...owners.keys()]
      .filter((name) => !FOREIGN.test(name) && !named.has(name))
      .map((name) => `.${name} is used nowhere`),
    ...Object.entries(code).flatMap(([file, text]) =>
      classesUsed(text)
        .filter((name) => !dynamic.includes(name))
        .flatMap((name) => useFault(file, name, owners.get(name))),
    ),
  ];
}

function useFault(file: string, name: string, owners: Set<string> | undefined): string[] {
  if (!owners) return [`${file} uses .${name}, which is defined nowhere`];
  const isNear = [...owners].some((owner) => [roomOf(file), 'renderer/ui'].includes(roomOf(owner)));
  return isNear ? [] : [`${file} uses .${name} of ${[...owners].join()}`];
}

/** A floor of the page, or one of its screens. */
const roomOf = (file: string): string =>
  file.split('/', file.startsWith('renderer/screens/') ? 3 : 2).join('/');

function importFaults(styles: readonly string[], code: Sources): string[] {
  const imports = Object.entries(code).flatMap(([file, text]) =>
    [...text.matchAll(/import '([^']+\.css)'/g)].map(([, to = '']) => ({
      file,
      to: to.replace(/^#/, ''),
    })),
  );
  return [
    ...imports
      .filter(({ file, to }) => !mayImport(file, to))
      .map(({ file, to }) => `${file} may not import ${to}`),
    ...styles
      .filter((style) => !imports.some(({ to }) => to === style))
      .map((style) => `${style} is imported by nobody`),
  ];
}

function mayImport(file: string, to: string): boolean {
  // Faces of the fonts, which no rule can be in conflict with.
  if (to.startsWith('@fontsource-variable/')) return file === 'renderer/ui/styles.ts';
  return dirname(to) === dirname(file) || dirname(to) === 'renderer/ui';
}

const read = (pattern: string): Sources =>
  Object.fromEntries(
    globSync(pattern, { cwd: PROJECT })
      .sort()
      .map((file) => [file, readFileSync(join(PROJECT, file), 'utf8')]),
  );
const styles = read('renderer/**/*.css');
const code = read('renderer/**/*.{ts,tsx}');

const APPS = 'renderer/screens/apps/apps.css';
const ACTIVITY = 'renderer/screens/activity/activity.css';
const USER = 'renderer/screens/apps/AppsScreen.tsx';

/** Each of them breaks one rule, with what is said about it. */
const BROKEN: [name: string, file: string, more: string, said: RegExp][] = [
  [
    'a class of two files',
    ACTIVITY,
    '@layer screens { .activity .apps { margin: 0 } }',
    /^\.apps belongs/,
  ],
  [
    'a screen that restyles a panel',
    APPS,
    '@layer screens { .panel { margin: 0 } }',
    /^\.panel bel/,
  ],
  ['an element of everybody', APPS, '@layer screens { th { margin: 0 } }', /th is about elements/],
  [
    'an element in a foreign place',
    APPS,
    '@layer screens { .panel p { margin: 0 } }',
    /\.panel p is/,
  ],
  ['a color in hex', APPS, '@layer screens { .apps { color: #fff } }', /color of its own/],
  ['a color by function', APPS, '@layer screens { .apps { color: rgb(0 0 0) } }', /color of its/],
  ['a color by name', APPS, '@layer screens { .apps { border: 1px solid red } }', /color of its/],
  ['a rule in no layer', APPS, '.apps { margin: 0 }', /\.apps is in the layer of none/],
  ['a rule in the wrong layer', APPS, '@layer ui { .apps { margin: 0 } }', /in the layer ui/],
  ['another order of layers', APPS, '@layer screens, ui;', /@layer screens, ui/],
  ['styles of others in no layer', APPS, "@import 'a.css';", /apps\.css: @import/],
  [
    'a class that nobody uses',
    APPS,
    '@layer screens { .apps-x { margin: 0 } }',
    /apps-x is used no/,
  ],
  [
    'a class that is only a variable',
    APPS,
    '@layer screens { .isLooking { margin: 0 } }',
    /isLooking is used nowhere/,
  ],
  [
    'a class that is defined nowhere',
    USER,
    '<p className="nowhere" />',
    /nowhere, which is defined/,
  ],
  [
    'one in a template',
    USER,
    '<p className={`panel ${a} nowhere`} />',
    /nowhere, which is defined/,
  ],
  [
    'one of two',
    USER,
    "<p className={a === 'b' ? 'panel' : 'nowhere'} />",
    /nowhere, which is def/,
  ],
  ['a class of another screen', USER, '<p className="settings" />', /uses \.settings of/],
  ['styles of another screen', USER, `import '#${ACTIVITY}'`, /may not import .+activity\.css/],
  [
    'styles of a floor above',
    'renderer/ui/Num.tsx',
    `import '#${APPS}'`,
    /may not import .+apps\.c/,
  ],
  ['styles that nobody imports', 'renderer/ui/x.css', '', /x\.css is imported by nobody/],
];

describe('styles', () => {
  it('finds style sheets and sources', () => {
    expect(Object.keys(styles).length).toBeGreaterThan(20);
    expect(Object.values(code).flatMap(classesUsed).length).toBeGreaterThan(500);
  });

  it('keeps every class in one file, every rule in its layer and every use near', () => {
    expect(faultsIn(styles, code)).toEqual([]);
  });

  it.each(BROKEN)('objects to %s', (_, file, more, said) => {
    const into = file.endsWith('.css') ? styles : code;
    const changed = { ...into, [file]: `${into[file] ?? ''}\n${more}\n` };
    const faults = into === styles ? faultsIn(changed, code) : faultsIn(styles, changed);
    expect(faults).toEqual([expect.stringMatching(said)]);
  });

  it('lists no name as dynamic that no source puts together', () => {
    const all = Object.values(code).join('\n');
    expect(Object.keys(DYNAMIC).filter((start) => !all.includes(`${start}\${`))).toEqual([]);
  });

  it('declares the order of the layers before anything is in one', () => {
    expect(styles[LAYERS]).toContain(
      '@layer tokens, base, vendor, ui, session, app, trading, chart, screens;',
    );
    const first = /import '#renderer\/[^']+'/.exec(code['renderer/ui/styles.ts'] ?? '')?.[0];
    expect(first).toBe(`import '#${LAYERS}'`);
  });
});
