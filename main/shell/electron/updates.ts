// New versions, from the feed that the packager configured and signed. Nothing is fetched or installed without a yes,
// and nothing restarts while the fate of an order or a mint is open.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Delay, Log } from '#main/ports.ts';
import type { DeskSummary } from '#main/desk.ts';
import { plainLines } from '#main/shell/common/plain-words.ts';
import { askByDialog } from '#main/shell/electron/dialogs.ts';
import { whyNotRestart } from '#main/shell/electron/quitting.ts';

const FIRST_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;

type Deps = {
  summary: () => DeskSummary;
  delay: Delay;
  log: Log;
  /** Windows must not stand in the way of the restart. */
  onInstall: () => void;
};

/** Off in development, where the packager named no feed, and on Linux, where no signature would be checked. */
export async function followUpdates(deps: Deps): Promise<void> {
  const { summary, delay, log, onInstall } = deps;
  if (!app.isPackaged || process.platform === 'linux') return;
  if (!existsSync(join(process.resourcesPath, 'app-update.yml'))) return;
  // Only where it is used: it would be a quarter of what a start reads.
  const { autoUpdater } = (await import('electron-updater')).default;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.logger = null;
  autoUpdater.on('error', (error) =>
    log('warn', 'looking for a new version failed', { error: String(error) }),
  );
  autoUpdater.on('update-available', ({ version, releaseNotes }) => {
    void offer(version, notesText(releaseNotes));
  });
  autoUpdater.on('update-downloaded', ({ version }) => {
    void install(version);
  });

  async function offer(version: string, notes: string): Promise<void> {
    const yes = await ask(`Ballast ${version} is available`, notes, 'Download');
    if (yes) await autoUpdater.downloadUpdate().catch(() => undefined);
  }

  async function install(version: string): Promise<void> {
    const why = whyNotRestart(summary());
    if (why !== undefined) {
      log('info', 'the new version waits', { version, why });
      delay(FIRST_MS, () => void install(version));
      return;
    }
    const yes = await ask(
      `Ballast ${version} is ready`,
      'It will restart with the new version. Open orders stay at the broker.',
      'Restart now',
    );
    // It may have changed while the question was open.
    if (!yes || whyNotRestart(summary()) !== undefined) return;
    onInstall();
    autoUpdater.quitAndInstall();
  }

  function check(): void {
    autoUpdater.checkForUpdates().catch(() => undefined);
    delay(EVERY_MS, check);
  }
  delay(FIRST_MS, check);
}

const ask = (message: string, detail: string, action: string): Promise<boolean> =>
  askByDialog({ type: 'info', message, detail }, action, 'Later');

/** Notes may come as HTML or as a list; only their text is shown. */
export function notesText(notes: unknown): string {
  if (Array.isArray(notes))
    return notes
      .map((entry: { version?: unknown; note?: unknown }) => notesText(entry.note))
      .join('\n');
  return typeof notes === 'string'
    ? plainLines(notes.replaceAll(/<[^>]*>/g, '').slice(0, 2_000))
    : 'No release notes.';
}
