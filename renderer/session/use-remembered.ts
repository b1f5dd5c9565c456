// What a panel was left as. Panels come and go with tabs and screens; a filter that was typed must not go with them. Kept
// for as long as the account's feeds are, and never stored.
import { useCallback, useState } from 'react';
import { useSession } from '#renderer/session/session.ts';

const memories = new WeakMap<object, Map<string, unknown>>();

function useMemory(): Map<string, unknown> {
  const { feeds } = useSession();
  const memory = memories.get(feeds) ?? new Map<string, unknown>();
  memories.set(feeds, memory);
  return memory;
}

export function useRemembered<T>(name: string, initial: T): [T, (value: T) => void] {
  const memory = useMemory();
  const [value, setValue] = useState(() => (memory.has(name) ? (memory.get(name) as T) : initial));
  const remember = useCallback(
    (next: T) => {
      memory.set(name, next);
      setValue(next);
    },
    [memory, name],
  );
  return [value, remember];
}

/** What another panel was left as, at the moment of asking. */
export function useRecall(): (name: string) => unknown {
  const memory = useMemory();
  return useCallback((name) => memory.get(name), [memory]);
}

/** Something that goes on by itself when the panel is left. */
export function useKept<T>(name: string, create: () => T): T {
  const memory = useMemory();
  return useState(() => {
    if (!memory.has(name)) memory.set(name, create());
    return memory.get(name) as T;
  })[0];
}
