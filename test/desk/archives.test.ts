// Old evidence on a whole desk: it moves by itself in a thread, is read back over the bridge, goes along in a backup, and
// goes with its account.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '#main/journal/journal.ts';
import { systemDelay } from '#main/shell/common/system.ts';
import { createKeptDesk, type KeptDesk } from '#test/desk/support/kept-desk.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { until } from '#test/support/until.ts';
import { intentIn, value } from '#test/unit/journal/harness.ts';

const MONTH = '2018-03';
const IN_MARCH = Date.UTC(2018, 2, 14, 15);
const DAY_MS = 86_400_000;
const TEN_MINUTES = 600_000;
const everything = { kinds: [], text: '', limit: 200 };

let work: string;
let paper: Paper;
let desk: KeptDesk;
let accountId: string;
let intentId: string;
let before: string[];

const folder = () => join(desk.folder, 'accounts', accountId);
const archive = () => join(folder(), 'archive', `${MONTH}.db`);
const evidence = () => desk.must('orders.evidence', { accountId, intentId });

/** As if the desk had been used in March 2018 and the day before yesterday. */
function writeThePast(): void {
  const time = createFakeTime(IN_MARCH);
  const { journal } = value(
    openJournal({ folder: folder(), accountId, clock: time.clock, log: () => undefined }),
  );
  intentId = intentIn(journal, 'accepted', { accountId, confirmedAt: IN_MARCH });
  value(journal.saveEvent({ kind: 'desk', detail: 'x', text: 'An event of March.' }));
  before = value(journal.evidence(intentId)).map(({ text }) => text);
  time.sleep(Date.now() - 2 * DAY_MS - IN_MARCH);
  intentIn(journal, 'accepted', { accountId, confirmedAt: time.clock.wall() });
  journal.close();
}

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'ballast-archives-'));
  paper = await startPaper({ folder: work, seed: 3 });
  desk = await createKeptDesk({
    delay: (ms, run) => systemDelay(ms === TEN_MINUTES ? 300 : ms, run),
  });
  accountId = await desk.connect(paper);
  await desk.untilRead(accountId);
  await desk.end();
  writeThePast();
  await desk.restart();
  await until(() => existsSync(archive()), 'the month is archived');
  await until(async () => (await evidence()).archive !== undefined, 'it is out of the journal');
}, 120_000);
afterAll(async () => {
  await desk?.stop();
  await paper?.stop();
  rmSync(work, { recursive: true, force: true });
});

describe('a month of 2018', () => {
  it('is in its file, is listed, and is read as it was written', async () => {
    const { accounts, years } = await desk.must('archives.list', {});
    expect(years).toBe(7);
    const mine = accounts.find((one) => one.accountId === accountId);
    expect(mine).toMatchObject({ label: 'Paper one', months: [{ month: MONTH }] });
    expect(mine?.problem).toBeUndefined();
    expect(await desk.must('archives.months', { accountId })).toEqual({ months: mine?.months });
    const read = await evidence();
    expect(read.archive).toEqual({ month: MONTH });
    expect(read.evidence.map(({ text }) => text)).toEqual(before);
    const page = await desk.must('activity.list', { accountId, ...everything, month: MONTH });
    const texts = page.lines.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['An event of March.', ...before]) as string[]);
    const now = await desk.must('activity.list', { accountId, ...everything });
    expect(now.lines.map(({ text }) => text)).not.toContain('An event of March.');
    expect(now.lines.some((line) => line.intentId === intentId)).toBe(true);
  });

  it('is in the record that a person saves before removing the account', async () => {
    const { text } = await desk.must('accounts.record', { accountId });
    for (const line of before) expect(text).toContain(line);
  });

  it('of which there is no file says so, with the name of the file', async () => {
    const said = await desk.call('activity.list', { accountId, ...everything, month: '2017-01' });
    expect(JSON.stringify(said)).toMatch(/archive of January 2017 is missing.*2017-01\.db/);
  });
});

describe('a backup', () => {
  const file = () => join(work, 'one.ballast');

  it('has the archives, and a restore brings them back', async () => {
    desk.person.chooses = file();
    expect(await desk.must('data.backUp', {})).toEqual({ path: file() });
    rmSync(archive());
    expect((await evidence()).archive?.problem).toContain('The archive of March 2018 is missing');
    expect(await desk.must('data.restore', {})).toEqual({ path: file() });
    await desk.restart();
    await until(async () => (await desk.call('archives.months', { accountId })).ok, 'it is open');
    expect((await evidence()).evidence.map(({ text }) => text)).toEqual(before);
  }, 60_000);

  it('with an archive of another account is not restored', async () => {
    const spoiled = join(work, 'spoiled.ballast');
    copyFileSync(file(), spoiled);
    const db = new DatabaseSync(spoiled);
    const { manifest, name } = rename(db);
    db.prepare('UPDATE manifest SET record = ?, sha256 = ?').run(manifest.record, manifest.sha256);
    db.prepare('UPDATE pieces SET name = ? WHERE name LIKE ?').run(name, '%/archive/%');
    db.close();
    desk.person.chooses = spoiled;
    const refused = await desk.call('data.restore', {});
    expect(JSON.stringify(refused)).toContain('is damaged or was cut short');
  });

  it('is not written while an archive is damaged, and names it', async () => {
    const db = new DatabaseSync(archive());
    db.exec(`UPDATE owner SET account_id = 'somebody'`);
    db.close();
    desk.person.chooses = join(work, 'two.ballast');
    const refused = await desk.call('data.backUp', {});
    expect(JSON.stringify(refused)).toContain(`${MONTH}.db`);
    expect(readdirSync(work)).not.toContain('two.ballast');
  });
});

it('goes with its account', async () => {
  const losses = await desk.must('accounts.losses', { accountId });
  expect(JSON.stringify(losses)).toContain('archived months included');
  await desk.must('accounts.remove', { accountId, isLossAccepted: true });
  expect(existsSync(folder())).toBe(false);
});

/** The archive under the name of the practice account, as somebody who knows the format would write it. */
function rename(db: DatabaseSync) {
  const record = String(db.prepare('SELECT record FROM manifest').get()?.['record']);
  const other = [...record.matchAll(/accounts\/([0-9a-f-]{36})\/journal/g)]
    .map(([, id]) => id)
    .find((id) => id !== accountId);
  const name = `accounts/${other}/archive/${MONTH}.db`;
  const changed = record.replace(`accounts/${accountId}/archive/${MONTH}.db`, name);
  return { name, manifest: { record: changed, sha256: hashOf(changed) } };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
