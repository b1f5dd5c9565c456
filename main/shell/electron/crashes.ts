// What is left of a crash stays on this computer: a line in the log and a dump in the data folder. Nothing is sent.
import { join } from 'node:path';
import { app, crashReporter, dialog } from 'electron';
import type { Log } from '#main/ports.ts';

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
    log('error', 'a promise failed and nobody looked', { error: textOf(reason) }),
  );
  // What the desk would do after this is anybody's guess. The journal has what was meant, for the next start.
  process.on('uncaughtException', (error) => {
    log('error', 'the application failed and ends', { error: textOf(error) });
    process.stderr.write(`${textOf(error)}\n`);
    if (app.isPackaged) dialog.showErrorBox('Ballast ended because of a fault', String(error));
    app.exit(1);
  });
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
