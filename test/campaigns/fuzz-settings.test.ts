// Settings files that were damaged by a disk, an editor or somebody else: whatever is in the file, the start has settings,
// what can be read is kept, what cannot is set aside under a name that a sentence tells, and a newer file is left alone.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ALPACA_HOSTS } from '#main/domain/account-hosts.ts';
import { embeddedProfile, readSettings, Settings } from '#main/desk/settings/read-settings.ts';
import { createSettings } from '#main/desk/settings/settings.ts';
import { createSettingsFile } from '#main/shell/web/settings-file.ts';
import { createMutator } from '#test/campaigns/support/junk.ts';
import { createDice, repeatFile, SEED, type Dice } from '#test/campaigns/support/seed.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';

const COUNT = atScale(20_000);
/** Nothing here is about the disk’s own speed. */
const IN_MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const [first = '', second = '', third = ''] = ids;
const paper = (accountId: string, label: string) => ({
  ...embeddedProfile(accountId),
  label,
  environment: 'paper' as const,
  hosts: ALPACA_HOSTS.paper,
  keyHome: 'keychain' as const,
});
const list = (listId: string) => ({ listId, name: listId, symbols: ['AAPL', 'MSFT'] });
/** A desk that has been used for a while, and was stopped. */
const GOOD = Settings.parse({
  isStopped: true,
  profiles: [embeddedProfile(first), paper(second, 'Paper'), paper(third, 'Second paper')],
  lock: {
    afterMinutes: 5,
    isLocked: false,
    secret: { salt: 'ab'.repeat(16), hash: 'cd'.repeat(32), cost: 32_768 },
  },
  watchlists: { [first]: [list('first'), list('second')], [second]: [list('other')] },
  ui: { appearance: { theme: 'dark' }, views: { orders: [{ name: 'Mine' }] } },
});
const GOOD_TEXT = JSON.stringify({ settings: GOOD }, undefined, '\t');

type Damage = { text: Buffer | 'folder' | 'loop'; changed?: string };

it(`starts with ${COUNT} damaged settings files (BALLAST_FUZZ_SEED=${SEED})`, () => {
  const watch = watchProcess();
  const dice = createDice(SEED);
  const mutator = createMutator(dice, false);
  const zero = { threw: 0, unsound: 0, notSetAside: 0, lost: 0, resumed: 0, overwritten: 0 };
  const kinds: Record<string, number> = {};
  const complaints: string[] = [];
  const folder = mkdtempSync(join(IN_MEMORY, 'ballast-fuzz-settings-'));
  const path = join(folder, 'settings.json');

  for (let count = 0; count < COUNT; count++) {
    for (const name of readdirSync(folder))
      rmSync(join(folder, name), { recursive: true, force: true });
    const damage = damagedFile(dice, mutator);
    const { text } = damage;
    if (text === 'folder') mkdirSync(path);
    else if (text === 'loop') symlinkSync(path, path);
    else writeFileSync(path, text);
    const shownText = typeof text === 'string' ? text : text.toString('latin1').slice(0, 1_500);
    const complain = (what: keyof typeof zero, told: unknown): void => {
      zero[what]++;
      if (complaints.length < 8) complaints.push(`${what}: ${shownText} → ${String(told)}`);
    };
    try {
      const settings = createSettings({ store: createSettingsFile(folder), log: () => undefined });
      const now = settings.get();
      if (!Settings.safeParse(now).success) complain('unsound', JSON.stringify(now));
      const expected = Buffer.isBuffer(text) ? readingOf(text.toString('utf8')) : 'unusable';
      kinds[expected] = (kinds[expected] ?? 0) + 1;
      const notes = settings.notes().join(' ');
      const aside = readdirSync(folder).filter((name) => name.startsWith('settings.damaged-'));
      if (expected === 'damaged') {
        const isKept = aside.some(
          (name) => Buffer.isBuffer(text) && readFileSync(join(folder, name)).equals(text),
        );
        if (!isKept || !aside.some((name) => notes.includes(name))) complain('notSetAside', notes);
      } else if ((expected === 'sound') !== (notes === ''))
        complain('notSetAside', `${expected}: ${notes}`);
      if (expected !== 'unusable' && /"isStopped"\s*:\s*true/.test(String(text)) && !now.isStopped)
        complain('resumed', JSON.stringify(now).slice(0, 200));
      for (const lost of lostFrom(now, damage)) complain('lost', lost);
      const isFile = expected !== 'unusable' && statSync(path, { throwIfNoEntry: false })?.isFile();
      const before = isFile ? readFileSync(path) : undefined;
      settings.update((all) => ({ ...all, watchlists: {} }));
      if (expected === 'newer' && before && !readFileSync(path).equals(before))
        complain('overwritten', 'a newer file');
      if (expected !== 'newer' && expected !== 'unusable') {
        const again = createSettings({ store: createSettingsFile(folder), log: () => undefined });
        if (again.notes().length > 0 || again.get().isStopped !== now.isStopped)
          complain('unsound', `after a change: ${again.notes().join()}`);
      }
    } catch (error) {
      complain('threw', error instanceof Error ? error.stack : error);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  watch.stop();
  tellProof({
    part: 'fuzz',
    what: 'settings files: bits, bytes, cuts, members, versions, folders',
    count: COUNT,
    zero: { ...zero, unhandled: watch.unhandled.length },
    figures: kinds,
    seed: SEED,
    repeat: repeatFile('fuzz-settings.test.ts'),
  });
  expect(complaints).toEqual([]);
  expect(watch.unhandled).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(kinds['damaged'] ?? 0).toBeGreaterThan(COUNT / 4);
});

function damagedFile(dice: Dice, { junk, mutate }: ReturnType<typeof createMutator>): Damage {
  const { below, chance, pick } = dice;
  const kind = below(20);
  if (kind < 6) {
    const changed = pick(Object.keys(GOOD));
    const value = chance(0.3)
      ? junk()
      : spoiledMember(GOOD[changed as keyof Settings], dice, mutate);
    return { text: json({ settings: { ...GOOD, [changed]: value } }), changed };
  }
  if (kind === 6)
    return {
      text: json({
        settings: { ...GOOD, version: pick([0, 1, 3, 99, -1, 1.5, '2', null, 1e300]) },
      }),
      changed: 'version',
    };
  if (kind === 7) return { text: json({ settings: junk() }) };
  if (kind === 8) return { text: json(mutate({ settings: GOOD })) };
  if (kind === 9) return { text: json(junk()) };
  const bytes = Buffer.from(GOOD_TEXT);
  if (kind < 13) return { text: bytes.subarray(0, below(bytes.length)) };
  if (kind < 16) {
    for (let times = 1 + below(4); times > 0; times--) {
      const at = below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
    }
    return { text: bytes };
  }
  if (kind === 16)
    return { text: Buffer.from(Array.from({ length: below(300) }, () => below(256))) };
  if (kind === 17) return { text: bytes.fill(0, below(bytes.length)) };
  if (kind === 18 && chance(0.3)) return { text: pick(['folder', 'loop'] as const) };
  return {
    text: Buffer.from(
      pick([
        `\ufeff${GOOD_TEXT}`,
        `${GOOD_TEXT}${GOOD_TEXT}`,
        '',
        ' ',
        '{}',
        'null',
        '[]',
        '{"settings":null}',
        `{"a":1}`,
        GOOD_TEXT.replace('settings', 'Settings'),
      ]),
    ),
  };
}

/** Something wrong inside, also by saying a thing twice. */
function spoiledMember(
  value: unknown,
  { chance }: Dice,
  mutate: (value: unknown) => unknown,
): unknown {
  return Array.isArray(value) && chance(0.2) ? [...(value as unknown[]), value[0]] : mutate(value);
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');

type Reading = 'sound' | 'damaged' | 'newer' | 'unusable';

/** By the rules, not by the code that carries them out: which of the four a text is. */
function readingOf(text: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'damaged';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'damaged';
  const members = Object.keys(value);
  if (members.length > 0 && !members.includes('settings')) return 'damaged';
  const { kind } = readSettings((value as { settings?: unknown }).settings);
  return kind === 'read' ? 'sound' : kind;
}

/** Of a document with one bad member: the others, and every account that is still described properly. */
function lostFrom(now: Settings, { text, changed }: Damage): string[] {
  if (changed === undefined || changed === 'version' || !Buffer.isBuffer(text)) return [];
  const { settings } = JSON.parse(text.toString()) as { settings: { profiles?: unknown } };
  const others = Object.keys(GOOD).filter((name) => name !== changed) as (keyof Settings)[];
  const wrong = others.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(GOOD[name]));
  const told = JSON.stringify(settings.profiles ?? []);
  const missing = GOOD.profiles.filter(
    (profile) =>
      told.includes(JSON.stringify(profile)) &&
      !now.profiles.some(({ accountId }) => accountId === profile.accountId),
  );
  return [...wrong, ...missing.map(({ label }) => `the account ${label}`)];
}
