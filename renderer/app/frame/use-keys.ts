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

/** Lists and menus take letters too: they go to the entry that begins with them. */
const TAKES_LETTERS = 'input, textarea, [role="combobox"], [role="listbox"], [role="menu"]';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest(TAKES_LETTERS) !== null);
