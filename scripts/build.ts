// Builds what runs: the page (Vite), and the desk of both shells, the broker, the keychain and the preload (Rolldown).
// Nothing is rebuilt while the sources are what they were; `--force` rebuilds anyway. Every start of the web shell asks
// here first, so the tools that build are loaded only when there is something to build.
import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import type { InputOptions, OutputOptions, Plugin } from 'rolldown';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(PROJECT, 'out');
const STAMP = join(OUT, 'built-from');

const stamp = stampOfSources();
if (process.argv.includes('--force') || readStamp() !== stamp) {
  process.stdout.write('Building the page and the desk: about 10 s.\n');
  const { build: buildPage } = await import('vite');
  for (const folder of ['main', 'preload', 'renderer'])
    rmSync(join(OUT, folder), { recursive: true, force: true });
  await buildPage({ root: join(PROJECT, 'renderer'), logLevel: 'warn' });
  await bundle(
    {
      input: {
        electron: join(PROJECT, 'main/shell/electron/main.ts'),
        web: join(PROJECT, 'main/shell/web/web-shell.ts'),
        paper: join(PROJECT, 'main/paper/process.ts'),
        'journal-reader': join(PROJECT, 'main/journal/reader-thread.ts'),
        'journal-archive': join(PROJECT, 'main/journal/archive/archive-thread.ts'),
        'journal-index': join(PROJECT, 'main/journal/search/index-thread.ts'),
        keychain: join(PROJECT, 'main/shell/common/keychain-process.ts'),
      },
      external: ['electron', 'keytar', 'msgpackr-extract', 'bufferutil', 'utf-8-validate'],
    },
    { dir: join(OUT, 'main'), format: 'esm', entryFileNames: '[name].js' },
  );
  await bundle(
    { input: join(PROJECT, 'preload/index.ts'), external: ['electron'] },
    { file: join(OUT, 'preload/index.cjs'), format: 'cjs' },
  );
  cpSync(join(PROJECT, 'assets/icons'), join(OUT, 'main/icons'), { recursive: true });
  await bundle(
    { input: join(PROJECT, 'preload/ask.ts'), external: ['electron'] },
    { file: join(OUT, 'preload/ask.cjs'), format: 'cjs' },
  );
  mkdirSync(OUT, { recursive: true });
  writeFileSync(STAMP, stamp);
}

/**
 * An import of node:http has Node read all that it exports, and with that load its own browser (undici): some 50 ms of
 * every start. Asked for by name it is what it is, and nothing more.
 */
function httpAlone(): Plugin {
  const id = '\0http';
  const names = Object.entries(Object.getOwnPropertyDescriptors(http))
    .filter(([, { get }]) => !get)
    .map(([name]) => name);
  return {
    name: 'http-alone',
    resolveId: (source) => (/^(node:)?http$/.test(source) ? id : undefined),
    load: (asked) =>
      asked === id
        ? `const http = process.getBuiltinModule('node:http');\nexport default http;\nexport const { ${names.join(', ')} } = http;\n`
        : undefined,
  };
}

/**
 * V8 keeps the text of what it runs, with two bytes for every character as soon as one of them is not plain: a quotation
 * mark in a sentence doubles megabytes.
 */
function plainText(): Plugin {
  return {
    name: 'plain-text',
    // Whatever prints the chunks has done so; their lines stay what they are.
    generateBundle(_options, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk')
          file.code = file.code.replaceAll(
            /[^\0-\x7f]/g,
            (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
    },
  };
}

async function bundle(input: InputOptions, output: OutputOptions): Promise<void> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    platform: 'node',
    cwd: PROJECT,
    logLevel: 'warn',
    plugins: [httpAlone(), plainText()],
    ...input,
  });
  await build.write({ sourcemap: true, ...output });
  await build.close();
}

function stampOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(
    ['{main,preload,renderer,scripts,assets}/**/*', 'package-lock.json', '*.config.ts'],
    { cwd: PROJECT },
  ).sort();
  for (const file of files) {
    const path = join(PROJECT, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}
