// The lock and the alerts in files of their own, also when they come from an edition that kept them in the settings.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createAlertStore, DEFAULT_ALERTS } from '#main/desk/alerts/alert-store.ts';
import { openDocuments } from '#main/desk/settings/desk-documents.ts';
import { createSettings } from '#main/desk/settings/settings.ts';
import { createDocumentFiles } from '#main/shell/common/document-file.ts';
import { createSettingsFile } from '#main/shell/web/settings-file.ts';
import type { SettingsStore } from '#main/ports.ts';
import { anIntent, createWorld } from '#test/unit/desk/alerts/world.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const LOCK = {
  afterMinutes: 5,
  isLocked: true,
  secret: { salt: 'ab'.repeat(16), hash: 'cd'.repeat(32), cost: 32_768 },
};
const ALERTS = {
  settings: { ...DEFAULT_ALERTS, isDoNotDisturb: true },
  told: ['fill:1', 'fill:2'],
  since: { [ACCOUNT]: 7 },
  prices: [
    {
      priceAlertId: ACCOUNT,
      accountId: ACCOUNT,
      symbol: 'AAPL',
      rule: { kind: 'above', price: '200' },
    },
  ],
};
const KEPT = { ...ALERTS, recent: [], unseen: [] };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function folderOfOldEdition(): string {
  const folder = newFolder();
  const settings = {
    version: 2,
    isStopped: true,
    tradingPermission: 'file',
    lock: LOCK,
    alerts: ALERTS,
  };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ settings }));
  return folder;
}

type Broken = (store: SettingsStore, name: 'settings' | 'alerts' | 'lock') => SettingsStore;

function open(folder: string, broken: Broken = (store) => store) {
  const files = createDocumentFiles({ folder, now: () => 0 });
  const settings = createSettings({
    store: broken(createSettingsFile(folder), 'settings'),
    log: () => undefined,
  });
  const documents = {
    alerts: broken(files.alerts, 'alerts'),
    lock: broken(files.lock, 'lock'),
    updates: files.updates,
  };
  return { settings, ...openDocuments({ documents, log: () => undefined }, settings) };
}

const inSettings = (folder: string): Record<string, unknown> =>
  (
    JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as {
      settings: Record<string, unknown>;
    }
  ).settings;

it('what an earlier edition kept in the settings is moved, once, and loses nothing', () => {
  const folder = folderOfOldEdition();
  for (let start = 0; start < 2; start++) {
    const { lock, alerts, settings, notes } = open(folder);
    expect([lock.get(), alerts.get(), notes()]).toEqual([LOCK, KEPT, []]);
    expect(settings.get()).toMatchObject({ isStopped: true });
    expect(inSettings(folder)).not.toHaveProperty('alerts');
  }
  expect(readdirSync(folder).sort()).toEqual(['alerts.json', 'desk-lock.json', 'settings.json']);
});

/** The process ends at the nth write of the start. */
it.each([1, 2, 3, 4])('a start that is killed at its write %i loses nothing', (nth) => {
  const folder = folderOfOldEdition();
  let writes = 0;
  const dying: Broken = (store) => ({
    ...store,
    read: () => store.read(),
    write(value) {
      if (++writes >= nth) throw new Error('killed');
      store.write(value);
    },
  });
  const half = open(folder, dying);
  expect([half.lock.get(), half.alerts.get()]).toEqual([LOCK, KEPT]);
  const whole = open(folder);
  expect([whole.lock.get(), whole.alerts.get()]).toEqual([LOCK, KEPT]);
  expect(inSettings(folder)).not.toHaveProperty('alerts');
});

/** What may become of the lock's file while Ballast is not running. */
const LOSSES: [string, (path: string) => void][] = [
  ['is deleted', (path) => rmSync(path)],
  ['is damaged', (path) => writeFileSync(path, '{"secret":')],
  [
    'is of a newer edition',
    (path) => writeFileSync(path, JSON.stringify({ ...LOCK, version: 9, secret: 'another kind' })),
  ],
  [
    'cannot be read',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
];

it.each(LOSSES)('a desk whose lock file %s is locked, with its passphrase', (_what, lose) => {
  const folder = newFolder();
  open(folder).lock.change({ ...LOCK, isLocked: false });
  lose(join(folder, 'desk-lock.json'));
  for (let start = 0; start < 2; start++) expect(open(folder).lock.get()).toEqual(LOCK);
});

it('a newer edition that wrote the settings leaves the lock in force', () => {
  const folder = newFolder();
  open(folder).lock.change(LOCK);
  rmSync(join(folder, 'desk-lock.json'));
  const newer = { ...inSettings(folder), version: 9 };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ settings: newer }));
  expect(open(folder).lock.get()).toEqual(LOCK);
});

it('a passphrase that was taken away, or another one, is so in the copy too', () => {
  const folder = newFolder();
  const { lock } = open(folder);
  lock.change(LOCK);
  const other = { ...LOCK, secret: { ...LOCK.secret, hash: 'ef'.repeat(32) } };
  lock.change(other);
  expect(inSettings(folder)['lock']).toEqual(other);
  lock.change({ afterMinutes: 0, isLocked: false });
  expect(inSettings(folder)).not.toHaveProperty('lock');
  rmSync(join(folder, 'desk-lock.json'));
  expect(open(folder).lock.get()).toEqual({ afterMinutes: 0, isLocked: false });
});

it('a lock of an edition that kept no copy gets one at the next start', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'desk-lock.json'), JSON.stringify({ ...LOCK, isLocked: false }));
  expect(open(folder).lock.get().isLocked).toBe(false);
  expect(inSettings(folder)['lock']).toEqual(LOCK);
});

it('a full disk leaves both where they were, and they hold all the same', () => {
  const folder = folderOfOldEdition();
  const full: Broken = (store) => ({
    ...store,
    read: () => store.read(),
    write: () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
  });
  const { lock, alerts } = open(folder, full);
  expect([lock.get(), alerts.get()]).toEqual([LOCK, KEPT]);
  expect(inSettings(folder)).toMatchObject({ lock: LOCK, alerts: ALERTS });
  expect(() => lock.change({ afterMinutes: 0, isLocked: false })).toThrow('The disk is full');
  expect(lock.get()).toEqual(LOCK);
  lock.note({ ...LOCK, isLocked: false });
  expect(lock.get().isLocked).toBe(false);
});

it.each([
  ['no JSON', '{"told": ['],
  ['something else', '{"told": 7}'],
])('a file of alerts that is %s is set aside, told, and costs no setting', (_what, text) => {
  const folder = folderOfOldEdition();
  open(folder);
  writeFileSync(join(folder, 'alerts.json'), text);
  const { alerts, lock, settings, notes } = open(folder);
  expect(alerts.get().told).toEqual([]);
  expect([lock.get(), settings.get().isStopped]).toEqual([LOCK, true]);
  const aside = readdirSync(folder).find((name) => name.startsWith('alerts.damaged-'));
  expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe(text);
  expect(notes().join()).toContain(aside);
});

it('one alert that cannot be read costs no other, nor the settings of alerts', () => {
  const folder = folderOfOldEdition();
  open(folder);
  const odd = { ...ALERTS.prices[0], rule: { kind: 'sideways' } };
  const damaged = { ...KEPT, prices: [odd, ...ALERTS.prices], told: ['fill:1', 7, 'fill:2'] };
  writeFileSync(join(folder, 'alerts.json'), JSON.stringify(damaged));
  const { alerts, notes } = open(folder);
  expect(alerts.get()).toEqual(KEPT);
  expect(notes().join()).toMatch(/^The alerts could not all be read\. The file was set aside as /);
});

it('alerts of an order with an id of any length are still there after a restart', () => {
  const folder = folderOfOldEdition();
  const told = `fill:${'x'.repeat(1_000)}`;
  const first = open(folder).alerts;
  first.note({ ...first.get(), told: [told] });
  const { alerts, notes } = open(folder);
  expect([alerts.get(), notes()]).toEqual([{ ...KEPT, told: [told] }, []]);
});

it('alerts are still there after a restart', () => {
  const folder = folderOfOldEdition();
  const first = createWorld(createAlertStore(open(folder).alerts));
  first.news({ kind: 'intent', intent: anIntent({ state: 'refused', reason: 'no' }) });
  const told = first.notifier.recent();
  expect(told).toHaveLength(1);
  const second = createWorld(createAlertStore(open(folder).alerts));
  expect(second.notifier.recent()).toEqual(told);
  const [alertId = ''] = told.map((alert) => alert.alertId);
  expect(second.notifier.isUnseen(alertId)).toBe(true);
  second.notifier.see(['another']);
  expect(second.notifier.isUnseen(alertId)).toBe(true);
  second.notifier.see([alertId]);
  const third = createWorld(createAlertStore(open(folder).alerts));
  expect([third.notifier.recent(), third.notifier.isUnseen(alertId)]).toEqual([told, false]);
  second.news({ kind: 'intent', intent: anIntent({ state: 'refused', reason: 'no' }) });
  expect(second.heard).toEqual([]);
});
