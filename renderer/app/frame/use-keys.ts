import { useEffect } from 'react';
import type { Commands } from '#renderer/core/commands/commands.ts';
import { isMac } from '#renderer/core/commands/keys.ts';

/** Runs commands by their keys, but not over a dialog, and plain keys not in a field. */
export function useKeys(commands: Commands): void {
  useEffect(() => {
    const mac = isMac();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (document.querySelector('dialog[open]')) return;
      const command = commands.forPress(event, isTyping(event.target), mac);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [commands]);
}

/** A list of choices takes letters too. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));
