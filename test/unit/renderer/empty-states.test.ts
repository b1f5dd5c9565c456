// A table that is empty says what comes there and what to do next: one sentence is not enough for both.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const sources = globSync('renderer/{trading,screens}/**/*.tsx', { cwd: PROJECT }).map(
  (file) => [file, readFileSync(join(PROJECT, file), 'utf8')] as const,
);

/** The words of every table that has any of its own. */
function emptyWords(text: string): string[] {
  const told = [...text.matchAll(/\bempty=(?:"([^"]+)"|\{([^}]*)\})/g)];
  return told.flatMap(([, plain, chosen = '']) =>
    plain === undefined
      ? [...chosen.matchAll(/'([^']{12,})'/g)].map(([, words = '']) => words)
      : [plain],
  );
}

/** Sentences, and what stands behind a colon. */
const parts = (words: string): number => words.split(/[.:] (?=\S)/).length;

const all = sources.flatMap(([file, text]) =>
  emptyWords(text).map((words) => [file, words] as const),
);

it('finds them', () => {
  expect(all.length).toBeGreaterThan(10);
});

it('says more than that there is nothing', () => {
  const short = all.filter(([, words]) => /^(No|This) /.test(words) && parts(words) < 2);
  expect(short).toEqual([]);
});
