// What a panel was left as. Panels come and go with tabs and screens; a filter that was typed must not go with them. Kept
// for as long as the account's feeds are, and never stored.
import { useCallback, useState } from 'react';
import { useSession } from '#renderer/session/session.ts';

const memories = new WeakMap<object, Map<string, unknown>>();

export function useRemembered<T>(name: string, initial: T): [T, (value: T) => void] {
  const { feeds } = useSession();
  const [value, setValue] = useState<T>(() => {
    const memory = memories.get(feeds);
    return memory?.has(name) ? (memory.get(name) as T) : initial;
  });
  const remember = useCallback(
    (next: T) => {
      const memory = memories.get(feeds) ?? new Map<string, unknown>();
      memories.set(feeds, memory.set(name, next));
      setValue(next);
    },
    [feeds, name],
  );
  return [value, remember];
}
