// What the documents, the README and the comments point to is there: files, headings, modules. Citations break in
// silence when what they name is moved, so they are read like imports.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

type Text = { file: string; text: string };

const read = (file: string): Text => ({ file, text: readFileSync(file, 'utf8') });
const FOLDERS = '{main,preload,renderer,test,scripts,.ci}';
const files = globSync([`${FOLDERS}/**/*`, '*', 'docs/**/*', 'assets/**/*']);
const documents = globSync(['docs/*.md', 'README.md']).map(read);
/** Without this file, whose examples are broken on purpose. */
const sources = globSync(['{main,preload,renderer,test,scripts}/**/*.{ts,tsx,css}', '*.ts'])
  .filter((file) => file !== 'test/unit/citations.test.ts')
  .map(read);
const comments = sources.map(({ file, text }) => ({ file, text: commentsOf(text) }));

/** The comments of a source, each a line of its own however many it had. */
function commentsOf(text: string): string {
  const found = text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:\w'"`/])\/\/.*(?:\n\s*\/\/.*)*/g);
  return [...found]
    .map(([comment]) => comment.replace(/\s*\n\s*(?:\/\/|\*(?!\/))/g, ''))
    .join('\n');
}

const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const isThere = (path: string) =>
  path.includes('*') || path.includes('{') ? globSync(path).length > 0 : existsSync(path);

/** Whatever begins with one of our folders, up to what cannot be in a path. */
function brokenPaths({ file, text }: Text): string[] {
  const paths = text.matchAll(
    /(?<![\w./#@-])(?:(?:main|preload|renderer|test|scripts|docs|assets)\/|\.ci\/)[\w./*{},-]*/g,
  );
  return [...paths]
    .map(([path]) =>
      path.replace(/[.,}]+$/, (end) => (path.includes('{') ? end.replace(/[.,]+$/, '') : '')),
    )
    .filter((path) => !isThere(path))
    .map((path) => `${file}: ${path}`);
}

/** [words](path#anchor), relative to the document. */
function brokenLinks({ file, text }: Text): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !headingsOf(read(target).text).map(anchorOf).includes(anchor);
    })
    .map((link) => `${file}: ${link}`);
}

/** A document with one or more of its headings behind it, each in quotes. */
function brokenHeadings({ file, text }: Text): string[] {
  const cited = text.matchAll(/(docs\/[\w-]+\.md), ("[^"\n]+"(?:(?:, | and )"[^"\n]+")*)/g);
  return [...cited].flatMap(([, path = '', quoted = '']) => {
    const headings = existsSync(path) ? headingsOf(read(path).text) : [];
    return [...quoted.matchAll(/"([^"]+)"/g)]
      .map(([, heading = '']) => heading)
      .filter((heading) => !headings.includes(heading))
      .map((heading) => `${file}: ${path}, "${heading}"`);
  });
}

const names = new Set(files.map((file) => basename(file)));

/** A file by its name alone. What lies outside says so by its path; `*` stands for many. */
const brokenNames = ({ file, text }: Text): string[] =>
  [...text.matchAll(/(?<![\w./*<-])[\w-]+(?:\.[\w-]+)*\.(?:tsx?|md|css)\b(?![\w-])/g)]
    .map(([name]) => name)
    .filter((name) => !names.has(name))
    .map((name) => `${file}: ${name}`);

/** A document in capitals with the number of its section: ours have headings. SQL has limits. */
const numberedSections = ({ file, text }: Text): string[] =>
  [...text.matchAll(/\b(?!LIMIT)[A-Z]{4,} \d(?:\.\d)?(?=[):;])/g)].map(
    ([cited]) => `${file}: ${cited}`,
  );

const modules = new Set(
  sources
    .filter(({ file }) => !/^(?:test|scripts|main\/paper)\//.test(file))
    .flatMap(({ file }) =>
      [dirname(file), file].map((path) => basename(path).replace(/\.\w+$/, '')),
    ),
);

/** The column of docs/wire.md that says which modules rest on a fact; what is in brackets explains. */
const brokenModules = ({ file, text }: Text): string[] =>
  [...text.matchAll(/^\| .* \| ([^|]+) \|$/gm)]
    .flatMap(([, cell = '']) => cell.replaceAll(/\([^)]*\)/g, '').split(/[,;]/))
    .map((name) => name.trim())
    .filter(
      (name) => /^[a-z\d-]*[a-z][a-z\d-]*$/.test(name) && name !== 'paper' && !modules.has(name),
    )
    .map((name) => `${file}: ${name}`);

it('finds what it reads, and what is broken in it', () => {
  expect(documents.length).toBeGreaterThan(8);
  expect(comments.filter(({ text }) => text !== '').length).toBeGreaterThan(300);
  const broken = {
    file: 'docs/orders.md',
    text: '[gone](../main/gone.ts) main/gone/, docs/orders.md, "Gone" and "The intent"; gone.ts; (GONE 2)\n\n| a fact | source | place, gone-module (why); paper |',
  };
  expect(brokenLinks(broken)).toEqual(['docs/orders.md: ../main/gone.ts']);
  expect(brokenPaths(broken)).toEqual(['docs/orders.md: main/gone/']);
  expect(brokenHeadings(broken)).toEqual(['docs/orders.md: docs/orders.md, "Gone"']);
  expect(brokenNames(broken)).toEqual(['docs/orders.md: gone.ts']);
  expect(brokenModules(broken)).toEqual(['docs/orders.md: gone-module']);
  expect(numberedSections(broken)).toEqual(['docs/orders.md: GONE 2']);
});

it('links to what is there', () => {
  expect(documents.flatMap(brokenLinks)).toEqual([]);
});

it('names paths that are there', () => {
  expect([...documents, ...comments].flatMap(brokenPaths)).toEqual([]);
});

it('names files that are there, and documents also in titles and texts', () => {
  expect([...documents, ...comments].flatMap(brokenNames)).toEqual([]);
  expect(sources.flatMap(brokenNames).filter((name) => name.endsWith('.md'))).toEqual([]);
});

it('names modules that are there where it says who relies on a fact', () => {
  const wire = documents.filter(({ file }) => file === 'docs/wire.md');
  expect(wire.flatMap(brokenModules)).toEqual([]);
});

it('cites headings that are there', () => {
  expect([...documents, ...comments, ...sources].flatMap(brokenHeadings)).toEqual([]);
});

it('cites no document by the number of a section', () => {
  expect([...documents, ...sources].flatMap(numberedSections)).toEqual([]);
});
