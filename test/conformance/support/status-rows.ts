// The status codes in the published description of the service, row by row: each is a test by its own words.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusal } from './desk.ts';

export type Row = [
  operation: string,
  status: number,
  condition: string,
  prove: () => Promise<void>,
];

/** The published description, where it is at hand (it is not part of the repository). */
const DESCRIPTION = resolve('../shared/SEED.md');
export const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** Proves the rows, and that they are all there are for these operations. */
export function proveRows(operations: RegExp, rows: Row[]): void {
  describe('the status codes of the published description', () => {
    it.each(rows)('%s %i: %s', async (_operation, _status, _condition, prove) => {
      await prove();
    });

    it('has each of its rows above', (context) => {
      if (!existsSync(DESCRIPTION)) return context.skip('skipped: ../shared/SEED.md is not there');
      const [, section = ''] = readFileSync(DESCRIPTION, 'utf8').split('\n## 7. Errors\n');
      const listed = [...section.matchAll(/^\| (\w+) \| (\d{3}) \| (.+) \|$/gm)]
        .map(([, operation = '', status, condition]) => [operation, Number(status), condition])
        .filter(([operation]) => operations.test(String(operation)));
      expect(rows.map((row) => row.slice(0, 3))).toEqual(listed);
      return undefined;
    });
  });
}

export const answers = async (status: number, ...calls: Promise<{ status: number }>[]) => {
  for (const call of calls) expect((await call).status).toBe(status);
};

export const refuses = async (status: number, ...calls: (() => Promise<unknown>)[]) => {
  for (const call of calls) expect(await refusal(call())).toMatchObject({ status });
};
