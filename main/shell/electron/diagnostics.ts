// What is left of a crash stays on this computer: a line in the log and a dump in the data folder. Nothing is sent. And
// no debugger looks into a shipped program, and an AppImage does not run without its sandbox.
import { url as inspectorUrl } from 'node:inspector';
import { join } from 'node:path';
import { app, crashReporter, dialog } from 'electron';
import type { Log } from '#main/ports.ts';

const DEBUGGER_SWITCHES = ['remote-debugging-port', 'remote-debugging-pipe'];

/** Must run before the application is ready. */
export function keepDumps(folder: string): void {
  app.setPath('crashDumps', join(folder, 'crashes'));
  crashReporter.start({ uploadToServer: false, submitURL: '', ignoreSystemCrashHandler: false });
}

export function logCrashes(log: Log): void {
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason !== 'clean-exit') log('error', 'a process died', { type, name, reason, exitCode });
  });
  process.on('unhandledRejection', (reason) =>
    log('error', 'unhandled promise rejection', { error: textOf(reason) }),
  );
  // What the desk would do after this is anybody's guess. The journal has what was meant, for the next start.
  process.on('uncaughtException', (error) => {
    log('error', 'the application failed and ends', { error: textOf(error) });
    process.stderr.write(`${textOf(error)}\n`);
    if (app.isPackaged) dialog.showErrorBox('Ballast ended because of a fault', String(error));
    app.exit(1);
  });
}

/**
 * Chromium opens itself to debuggers by a switch, not a fuse. Whoever may use it owns every window, so a shipped program
 * does not start with it. Where the inspector of Node is open (a build whose fuse was left on for tests) main is open
 * anyway, and refusing would protect nothing.
 */
export function isDebuggingRefused(): boolean {
  if (!app.isPackaged || inspectorUrl() !== undefined) return false;
  return DEBUGGER_SWITCHES.some((name) => app.commandLine.hasSwitch(name));
}

/**
 * An AppImage's own start adds this switch without a word where its user has no namespaces, and so do the menu entries of
 * some programs that manage AppImages. Elsewhere whoever adds it has asked for it.
 */
export function sandboxIssue(): string | undefined {
  if (!app.isPackaged || !process.env['APPIMAGE'] || !app.commandLine.hasSwitch('no-sandbox'))
    return undefined;
  return 'Ballast was started without its sandbox (--no-sandbox), and does not run that way. If this computer gives an AppImage no sandbox, as Ubuntu 24.04 does, install the deb instead.';
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
