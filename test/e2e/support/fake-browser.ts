// What a desktop opens addresses with, played: it keeps what it was given, and the file that it was given.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export type FakeBrowser = {
  /** For the program that is to find it. */
  env: { PATH: string };
  /** The arguments of each start. */
  arguments(): string[];
  /** Where each led to. */
  opened(): string[];
  remove(): void;
};

const linesOf = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  } catch {
    return [];
  }
};

export function createFakeBrowser(): FakeBrowser {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-browser-'));
  const [program, given, pages] = ['xdg-open', 'given', 'pages'].map((name) => join(folder, name));
  writeFileSync(
    program ?? '',
    `#!/bin/sh\necho "$*" >> '${given}'\ncat "$1" >> '${pages}'\necho >> '${pages}'\n`,
  );
  chmodSync(program ?? '', 0o755);
  return {
    env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    arguments: () => linesOf(given ?? ''),
    opened: () =>
      linesOf(pages ?? '').map((page) =>
        (/url=([^"]*)"/.exec(page)?.[1] ?? 'nothing').replaceAll(
          /&#(\d+);/g,
          (_all, code: string) => String.fromCharCode(Number(code)),
        ),
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
