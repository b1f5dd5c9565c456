// Stops all trading on all accounts, at once, and across restarts. Turning it on needs nobody's leave and never fails;
// turning it off is confirmed by main itself. Permission to trade is a file that stopping deletes; where it is missing or
// in doubt, the desk starts stopped.
import { QUESTIONS } from '#contract/questions.ts';
import type { TradingState } from '#contract/trading.ts';
import type { Ports, TradingPermission } from '#main/ports.ts';
import type { Asking } from '#main/desk/asking.ts';
import { NotKeptError } from '#main/desk/settings/not-kept.ts';
import type { OpenedSettings } from '#main/desk/settings/settings.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { safely } from '#main/tools/safely.ts';
import { plainReason } from '#main/tools/plain-reason.ts';

export type KillSwitch = {
  isStopped(): boolean;
  /** What a person should know about the stop: why this start began with it, or that it is not on the disk. */
  note(): string | undefined;
  /** How often trading was stopped in this run: what was meant to go before must not go after it. */
  stops(): number;
  stop(): void;
  /** Undefined when trading is allowed again, otherwise why it is not. */
  resume(): Promise<string | undefined>;
  onChange(listener: () => void): () => void;
};

type Deps = Pick<Ports, 'delay' | 'log'> & {
  settings: Pick<OpenedSettings, 'get' | 'update' | 'isKept' | 'isOldAllowed'>;
  permission: TradingPermission;
  asking: Pick<Asking, 'whyNot'>;
};

const WRITE_AGAIN_MS = 5_000;
const ALLOW_IT = 'Allow trading when you are sure you want to.';

export function createKillSwitch(deps: Deps): KillSwitch {
  const { settings, permission, asking, delay, log } = deps;
  const listeners = createListeners();
  let stops = 0;
  let presses = 0;
  let isWaitingToWrite = false;
  let note: string | undefined;
  let isStopped = true;
  open();

  function open(): void {
    const found = permission.read();
    const isNew = found.kind === 'new-folder' || settings.isOldAllowed;
    // Any sign of a stop wins.
    if (settings.get().isStopped) return writeStop();
    if (found.kind === 'allowed' && !settings.isOldAllowed) isStopped = false;
    else if (isNew && found.kind !== 'doubtful') begin();
    else
      note = `Ballast starts stopped: the permission to trade, the file ${permission.path}, ${
        found.kind === 'doubtful'
          ? `could not be trusted (${found.reason})`
          : 'is missing. Trading was stopped, or the file was deleted'
      }. ${ALLOW_IT}`;
    if (note !== undefined) log('warn', note);
  }

  /** The document first: once it is of this edition, nothing but the file can bring permission back. */
  function begin(): void {
    try {
      settings.update((all) => all);
      permission.grant();
      isStopped = false;
    } catch (error) {
      note = `Ballast starts stopped: the permission to trade could not be saved (${reasonOf(error)}). ${ALLOW_IT}`;
    }
  }

  /** One sign on the disk is enough: no permission, or settings that say so. */
  function writeStop(): void {
    const problems: string[] = [];
    const attempt = (write: () => void): boolean => {
      try {
        write();
        return true;
      } catch (error) {
        problems.push(reasonOf(error));
        return false;
      }
    };
    const isRevoked = attempt(permission.revoke);
    const isInSettings = attempt(() => settings.update((all) => ({ ...all, isStopped: true })));
    for (const problem of problems) log('warn', 'the stop could not be written', { problem });
    if (isRevoked || (isInSettings && settings.isKept)) {
      note = undefined;
      return;
    }
    note = `The stop could not be saved to disk (${problems[0] ?? 'nothing is kept'}). It lasts while Ballast is running, and Ballast keeps trying to save it. A restart would lose it: make the disk writable, or delete ${permission.path}.`;
    if (isWaitingToWrite) return;
    isWaitingToWrite = true;
    delay(WRITE_AGAIN_MS, () => {
      isWaitingToWrite = false;
      if (!isStopped) return;
      writeStop();
      listeners.notify();
    });
  }

  return {
    isStopped: () => isStopped,
    note: () => (isStopped ? note : undefined),
    stops: () => stops,
    stop() {
      // In memory first: nothing that fails below may keep trading alive. Every press counts: what was allowed to go
      // while all is stopped ends with the next one.
      stops++;
      presses++;
      isStopped = true;
      listeners.notify();
      writeStop();
      if (note !== undefined) listeners.notify();
    },
    async resume() {
      if (!isStopped) return undefined;
      const before = presses;
      const whyNot = await asking.whyNot({
        title: QUESTIONS.allowTrading,
        text: 'All trading is stopped on every account. Orders can be placed again after this.',
        action: 'Allow trading',
      });
      if (whyNot !== undefined) return `Trading stays stopped: ${whyNot}`;
      if (presses !== before) return 'Trading stays stopped: it was stopped again in the meantime.';
      try {
        // The file last: without it, whatever happened before it, the next start is stopped.
        settings.update((all) => ({ ...all, isStopped: false }));
        permission.grant();
      } catch (error) {
        writeStop();
        listeners.notify();
        return `Trading stays stopped: the permission to trade could not be saved to disk (${reasonOf(error)}). Free some space or make the disk writable, then allow trading again.`;
      }
      isStopped = false;
      note = undefined;
      listeners.notify();
      return undefined;
    },
    // One listener that fails must not keep the stop from the others.
    onChange: (listener) =>
      listeners.add(safely(listener, log, 'a part of the desk could not be told of the stop')),
  };
}

/** Settings that are not kept say so in whole sentences; here the reason is part of another. */
const reasonOf = (error: unknown): string =>
  plainReason(error instanceof NotKeptError ? error.cause : error);

/** As the page is told. */
export function stopState({
  isStopped,
  note,
}: Pick<KillSwitch, 'isStopped' | 'note'>): Pick<TradingState, 'isStopped' | 'stopNote'> {
  const stopNote = note();
  return { isStopped: isStopped(), ...(stopNote !== undefined && { stopNote }) };
}
