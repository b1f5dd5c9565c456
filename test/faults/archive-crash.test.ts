// The process is ended with -9 at every named point of archiving. Afterwards every line is in the journal or in the
// archive, is shown once, and the next run brings the rest over.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { archivePath } from '#main/journal/archive-file.ts';
import { ARCHIVE_POINTS } from '#main/journal/archive/write-archive.ts';
import { DROP_POINTS, type Journal } from '#main/journal/types.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';
import { createHarness, intentIn, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();
const CHILD = fileURLToPath(new URL('support/archive-child.ts', import.meta.url));
const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'ballast-compile-cache') };
const POINTS = [...ARCHIVE_POINTS, ...DROP_POINTS];
const RUNS = atScale(6, 2);
const ORDERS = 6;
const MONTH = '2019-03';
const IN_MARCH = Date.UTC(2019, 2, 14);
const counts = { kills: 0, lost: 0, twice: 0, otherwise: 0 };

afterAll(() =>
  tellProof({
    part: 'crashes',
    what: `kill -9 at each of the ${POINTS.length} steps of archiving a month`,
    count: counts.kills,
    zero: {
      'lines lost': counts.lost,
      'lines shown twice': counts.twice,
      'ended otherwise': counts.otherwise,
    },
    repeat: `BALLAST_SCALE=${SCALE} npx vitest run --project faults test/faults/archive-crash.test.ts`,
  }),
);

/** Orders of March 2019 by their lines, and one of now. */
function fill(): Map<string, string[]> {
  harness.state.time = createFakeTime(IN_MARCH);
  const journal = harness.open();
  const known = new Map<string, string[]>();
  for (let n = 0; n < ORDERS; n++) {
    const id = intentIn(journal, n % 2 ? 'accepted' : 'refused', { confirmedAt: IN_MARCH + n });
    known.set(id, value(journal.evidence(id)).map(lineOf));
  }
  for (let n = 0; n < 3; n++)
    value(journal.saveEvent({ kind: 'desk', detail: `${n}`, text: `event ${n}` }));
  harness.state.time.sleep(Date.UTC(2026, 0) - IN_MARCH);
  intentIn(journal, 'accepted', { confirmedAt: Date.UTC(2026, 0) });
  value(journal.saveEvent({ kind: 'desk', detail: 'now', text: 'the last' }));
  journal.close();
  return known;
}

const lineOf = ({ kind, text, at }: { kind: string; text: string; at: number }): string =>
  `${kind} ${text} ${at}`;

async function expectWhole(journal: Journal, known: Map<string, string[]>): Promise<void> {
  for (const [intentId, before] of known) {
    const intent = value(journal.get(intentId));
    if (!intent) throw new Error(`${intentId} is gone`);
    const { lines } = value(await journal.wholeEvidence(intent));
    const shown = lines.map(lineOf);
    counts.lost += before.filter((line) => !shown.includes(line)).length;
    counts.twice += shown.length - new Set(shown).size;
    expect(shown).toEqual(before);
  }
  const query = { kinds: ['desk' as const], text: '', limit: 100 };
  const here = value(journal.activity(query)).lines;
  const there = existsSync(archivePath({ folder: harness.state.folder, month: MONTH }))
    ? value(await journal.findArchived(MONTH, query)).lines
    : [];
  expect([...new Set([...here, ...there].map(({ text }) => text))].sort()).toEqual([
    'event 0',
    'event 1',
    'event 2',
    'the last',
  ]);
}

const run = (point: string, hit: number) =>
  spawnSync(process.execPath, [CHILD, harness.state.folder, point, String(hit)], {
    encoding: 'utf8',
    env,
  });

describe('ended with -9', { timeout: 120_000 }, () => {
  it.each(POINTS)(
    'at %s no line is lost, none is shown twice, and the next run ends it',
    async (point) => {
      const known = fill();
      for (let n = 0; n < RUNS; n++) {
        const { signal, status, stderr } = run(point, 1 + n * 2);
        counts.kills += signal === 'SIGKILL' ? 1 : 0;
        // A point that was passed fewer times than that, or had nothing left to do.
        if (signal !== 'SIGKILL' && status !== 0) counts.otherwise++;
        if (n === 0) expect(signal).toBe('SIGKILL');
        expect(stderr).toBe('');
        const { journal, setAside } = harness.openAll();
        expect(setAside).toBeUndefined();
        await expectWhole(journal, known);
        journal.close();
      }
      expect(run('never', 0)).toMatchObject({ status: 0, stderr: '' });
      const journal = harness.open();
      for (const intentId of known.keys()) expect(value(journal.evidence(intentId))).toEqual([]);
      await expectWhole(journal, known);
    },
  );
});
