// Opens an address in the person's browser without putting what it carries (a ticket, a code) into any process's
// arguments: the browser is handed a private file that redirects, and the file is gone a little later.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILE_LIVES_MS = 30_000;

/** Whether there is a desktop to open a browser on. */
export function hasDesktop(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Rejects where there is nothing to open it with. */
export function openBrowser(url: string, platform: NodeJS.Platform): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-'));
  const file = join(folder, 'open.html');
  writeFileSync(file, redirectingPage(url), { mode: 0o600 });
  setTimeout(() => rmSync(folder, { recursive: true, force: true }), FILE_LIVES_MS).unref();
  return open(file, platform);
}

/** Shows a folder in the file manager; rejects where there is none. */
export const openFolder = (path: string, platform: NodeJS.Platform): Promise<void> =>
  open(path, platform);

const OPENERS: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'explorer.exe',
  darwin: 'open',
};

function open(path: string, platform: NodeJS.Platform): Promise<void> {
  const child = spawn(OPENERS[platform] ?? 'xdg-open', [path], { stdio: 'ignore', detached: true });
  child.unref();
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}

/** An address may hold characters that mean something to HTML. */
export function redirectingPage(url: string): string {
  const quoted = url.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${quoted}">`;
}
