// An archive that somebody moved away, or whose disk is not there, and one that lacks what it should have.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { archiveMonth } from '#main/journal/archive/write-archive.ts';
import { AnsweredError } from '#main/journal/reader.ts';
import { MIGRATIONS } from '#main/journal/schema.ts';
import { change, createMarch, CUTOFF, NOW } from '#test/unit/journal/archive/march.ts';
import { createFaultyDisk, failure, value } from '#test/unit/journal/harness.ts';

const IO_ERROR = 10;

const { harness, journalAt, moveTo, old, job, march, filled, archive } = createMarch();

it.each([
  ['is missing', () => rmSync(march())],
  [
    'is on a disk that is not there now',
    () => {
      rmSync(march());
      symlinkSync(join(harness.state.folder, 'elsewhere', 'march.db'), march());
    },
  ],
])('%s gets no other in its place: what would join it stays in the journal', (_, take) => {
  const { journal, ids } = filled();
  archive(journal);
  harness.state.time.sleep(-(NOW - CUTOFF) - 86_400_000);
  for (const id of ids) value(journal.addEvidence(id, { kind: 'heard', text: 'late' }));
  moveTo(NOW);
  old(journal, 'accepted');
  const bytes = readFileSync(march());
  take();
  expect(() => archiveMonth(job())).toThrow(/The archive of March 2019 is missing/);
  expect(value(journal.evidence(ids[0] ?? '')).map(({ text }) => text)).toEqual(['late']);
  // Put back, it takes them.
  rmSync(march(), { force: true });
  writeFileSync(march(), bytes);
  archive(journal);
  expect(value(journal.evidence(ids[0] ?? ''))).toEqual([]);
});

it('is told of an order that has newer lines here, too', async () => {
  const { journal, ids } = filled();
  archive(journal);
  const intent = value(journal.get(ids[0] ?? ''));
  if (!intent) throw new Error('gone');
  const late = value(journal.addEvidence(intent.intentId, { kind: 'heard', text: 'late' }));
  const bytes = readFileSync(march());
  rmSync(march());
  const without = value(await journal.wholeEvidence(intent));
  expect(without.lines).toEqual([late]);
  expect(without.archive?.problem).toMatch(/The archive of March 2019 is missing/);
  writeFileSync(march(), bytes);
  change(march(), 'DELETE FROM evidence');
  const lacking = value(await journal.wholeEvidence(intent));
  expect(lacking.lines).toEqual([late]);
  expect(lacking.archive?.problem).toMatch(/no older evidence of it .* archive of March 2019/);
});

it('is not read again by main when the thread could not: that is said', async () => {
  const { journal, ids } = filled();
  archive(journal);
  journal.close();
  const refuse = () => Promise.reject(new AnsweredError('disk I/O error'));
  const again = harness.open({ archives: { lines: refuse, find: refuse } });
  const intent = value(again.get(ids[0] ?? ''));
  if (!intent) throw new Error('gone');
  const said = /The archive of March 2019 cannot be read now \(disk I\/O error\)/;
  expect(value(await again.wholeEvidence(intent)).archive?.problem).toMatch(said);
  const found = await again.findArchived(job().month, { kinds: [], text: '', limit: 9 });
  expect(failure(found).message).toMatch(said);
});

it.each([
  [
    'of an older version, where there is no temporary folder',
    () => {
      change(march(), `DROP TABLE address_digests; PRAGMA user_version = ${MIGRATIONS.length - 1}`);
      for (const name of ['TMPDIR', 'TEMP', 'TMP']) {
        const before = process.env[name];
        process.env[name] = harness.path('none');
        onTestFinished(() => {
          if (before === undefined) delete process.env[name];
          else process.env[name] = before;
        });
      }
    },
    /it is not there/,
  ],
  [
    'in whose place is a folder',
    () => {
      rmSync(march());
      mkdirSync(march());
    },
    // By the system that is asked to read a folder.
    /disk I\/O error|unable to open/,
  ],
])('%s is not called damaged, and nobody is told to replace it', async (_, spoil, why) => {
  const { journal, ids } = filled();
  archive(journal);
  spoil();
  const intent = value(journal.get(ids[0] ?? ''));
  if (!intent) throw new Error('gone');
  const { archive: told } = value(await journal.wholeEvidence(intent));
  expect(told?.problem).toMatch(/^The archive of March 2019 cannot be read now/);
  expect(told?.problem).toMatch(why);
  expect(told?.problem).not.toContain('good copy');
});

it('that cannot be opened to be compared is not called damaged either', () => {
  const { journal } = filled();
  archiveMonth(job());
  rmSync(march());
  mkdirSync(march());
  expect(() => archiveMonth(job())).toThrow(/of March 2019 cannot be read now/);
  journal.close();
});

it.each(['heard', 'not-sent'] as const)(
  'is not called missing while the journal itself cannot be read, with a line that says %s',
  async (kind) => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    const id = old(journal, 'accepted');
    const intent = value(journal.get(id));
    if (!intent) throw new Error('gone');
    state.fault = { errcode: IO_ERROR, at: 'begin' };
    for (const text of ['late', 'later']) journal.addEvidence(id, { kind, text });
    state.fault = { errcode: IO_ERROR, at: 'read' };
    const { lines, archive: told } = value(await journal.wholeEvidence(intent));
    expect(lines.map(({ text }) => text)).toEqual(['late', 'later']);
    expect(told?.problem).toMatch(/^The journal cannot be read now, .* The disk failed/);
    expect(told?.problem).not.toContain('archive');
    state.fault = undefined;
    value(journal.reopen());
    const again = value(await journal.wholeEvidence(intent));
    expect(again.archive).toBeUndefined();
    expect(again.lines.length).toBeGreaterThan(2);
  },
);

it('is not looked for where the record itself failed', async () => {
  const journal = journalAt();
  const id = old(journal, 'accepted');
  change(
    harness.path(),
    `DELETE FROM evidence WHERE intent_id = '${id}' AND kind = 'recorded';
     UPDATE evidence SET kind = 'not-sent' WHERE intent_id = '${id}'`,
  );
  const intent = value(journal.get(id));
  if (!intent) throw new Error('gone');
  const { lines, archive: told } = value(await journal.wholeEvidence(intent));
  expect([lines.length > 0, told]).toEqual([true, undefined]);
});
