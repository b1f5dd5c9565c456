// Stops all trading on all accounts, at once, and across restarts. Turning it on needs nobody's leave; turning it off
// is confirmed by main itself.
import type { Confirm } from '#main/ports.ts';
import type { SettingsService } from '#main/services/settings.ts';

export type KillSwitch = {
  isStopped(): boolean;
  /** How often trading was stopped in this run: what was meant to go before must not go after it. */
  stops(): number;
  stop(): void;
  /** Whether trading is allowed again. */
  resume(): Promise<boolean>;
  onChange(listener: () => void): () => void;
};

export function createKillSwitch(settings: SettingsService, confirm: Confirm): KillSwitch {
  const listeners = new Set<() => void>();
  // In memory first: a settings file that cannot be written must not keep trading alive.
  let isStopped = settings.get().isStopped;
  let stops = 0;

  function set(next: boolean): void {
    if (next && !isStopped) stops++;
    isStopped = next;
    for (const listener of listeners) listener();
    settings.update((all) => ({ ...all, isStopped: next }));
  }

  return {
    isStopped: () => isStopped,
    stops: () => stops,
    stop: () => set(true),
    async resume() {
      if (!isStopped) return true;
      const isAllowed = await confirm({
        title: 'Allow trading again?',
        text: 'All trading is stopped on every account. Orders can be placed again after this.',
        action: 'Allow trading',
      });
      if (isAllowed) set(false);
      return isAllowed;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
