// How the application ends: a person is asked while the fate of an order or a mint is open, positions are being closed,
// or a cancel would be forgotten; a signal and the computer's shutdown are not questions. The desk and its
// broker end first, once.
import { app } from 'electron';
import type { Desk, DeskSummary } from '#main/desk.ts';
import type { Log } from '#main/ports.ts';
import { forgottenCancels } from '#main/shell/common/forgotten-cancels.ts';
import { askByDialog } from '#main/shell/electron/dialogs.ts';

type Quitting = {
  /** A person wants to quit. */
  ask(): void;
  /** Ends without a question. */
  now(): void;
  hasBegun(): boolean;
};

type Deps = {
  desk: Pick<Desk, 'stop' | 'summary'>;
  log: Log;
  /** Windows may close and the folder is free again. */
  release: () => void;
};

export function createQuitting({ desk, log, release }: Deps): Quitting {
  let phase: 'running' | 'asking' | 'ending' | 'ended' = 'running';

  function end(): void {
    if (phase === 'ending' || phase === 'ended') return;
    phase = 'ending';
    log('info', 'the application ends');
    desk
      .stop()
      .catch((error: unknown) =>
        log('error', 'the desk did not end cleanly', { error: String(error) }),
      )
      .finally(() => {
        phase = 'ended';
        release();
        app.quit();
      });
  }

  function ask(): void {
    if (phase !== 'running') return;
    const why = whyNotQuit(desk.summary());
    if (why === undefined) end();
    else void askPerson(why);
  }

  async function askPerson(why: string): Promise<void> {
    phase = 'asking';
    log('info', 'the application asks before it ends', { why });
    const isYes = await isConfirmed(why).catch(() => false);
    // A signal may have come meanwhile.
    if (phase !== 'asking') return;
    phase = 'running';
    if (isYes) end();
  }

  app.on('before-quit', (event) => {
    if (phase === 'ended') return;
    event.preventDefault();
    // Elsewhere Electron turns signals into this event, and nobody is there to answer; what a person does to quit comes
    // through `ask`. On macOS the dock and the application menu come this way as well.
    if (process.platform === 'darwin') ask();
    else end();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  return { ask, now: end, hasBegun: () => phase === 'ending' || phase === 'ended' };
}

function isConfirmed(why: string): Promise<boolean> {
  const message = 'Quit Ballast now?';
  return askByDialog({ type: 'warning', message, detail: why }, 'Quit', 'Stay');
}

type Open = Pick<DeskSummary, 'unknown' | 'mintsInFlight' | 'isClosing' | 'unkeptCancels'>;

const CLOSING = 'Positions are being closed.';

/** What a person should know who quits now. */
export function whyNotQuit(summary: Open): string | undefined {
  const why = whyGoesOn(summary);
  const then =
    why === CLOSING
      ? 'An exit that is open at the broker may still fill; it is canceled at the next start. The remaining exits wait until you continue them.'
      : 'Ballast is checking the outcome and cannot do that while it is closed. It continues at the next start.';
  const sentences = [
    why === undefined ? undefined : `${why} ${then}`,
    forgottenCancels(summary.unkeptCancels),
  ].filter((sentence) => sentence !== undefined);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

function whyGoesOn({ unknown, mintsInFlight, isClosing }: Open): string | undefined {
  if (isClosing) return CLOSING;
  if (unknown > 0)
    return unknown === 1 ? 'An order is unconfirmed.' : `${unknown} orders are unconfirmed.`;
  return mintsInFlight > 0 ? 'A mint is in progress.' : undefined;
}

/** What closing the last window does. */
export type CloseAction = 'hide' | 'minimize' | 'quit';

type Circumstances = { platform: NodeJS.Platform; closesToTray: boolean; hasTray: boolean };

/** By the person's choice and by what the system can show. */
export function closeActionOf({ platform, closesToTray, hasTray }: Circumstances): CloseAction {
  // On macOS an application lives on without windows, and its icon in the dock brings them back.
  if (platform === 'darwin') return 'hide';
  if (!closesToTray) return 'quit';
  // Hidden without a tray it would be lost.
  return hasTray ? 'hide' : 'minimize';
}
