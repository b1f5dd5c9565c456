// Backup and restore where the person types paths: what came of it is said there too, in words.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeptDesk, type KeptDesk } from '#test/desk/support/kept-desk.ts';

let work: string;
let desk: KeptDesk;
let lines: string[];

beforeEach(async () => {
  work = mkdtempSync(join(tmpdir(), 'ballast-typed-'));
  lines = [];
  desk = await createKeptDesk({ say: (line) => void lines.push(line) }, true);
});
afterEach(async () => {
  await desk.stop();
  rmSync(work, { recursive: true, force: true });
});

it('says where the backup is, or why there is none', async () => {
  const path = join(work, 'typed.ballast');
  desk.person.types.push(path, path, 'typed.ballast');
  await desk.must('data.backUp', {});
  for (let again = 0; again < 2; again++)
    expect(await desk.call('data.backUp', {})).toMatchObject({ ok: false });
  expect(lines).toEqual([
    `Backup saved: ${path}`,
    expect.stringContaining(`The file ${path} already exists.`),
    expect.stringContaining('Type the full path of the file.'),
  ]);
});

it('says why nothing was restored, and calls the practice account by its name', async () => {
  const path = join(work, 'typed.ballast');
  desk.person.types.push(path, path);
  await desk.must('data.backUp', {});
  desk.person.saysYes = false;
  expect(await desk.call('data.restore', {})).toMatchObject({ ok: false });
  expect(desk.asked.at(-1)?.text).toContain('(practice account');
  expect(desk.asked.at(-1)?.text).not.toContain('embedded');
  expect(lines.at(-1)).toContain('Nothing was replaced');
});
