import { createContext, useContext, type Context } from 'react';

/** A context that is always there where it is asked for; a part of the screen outside of it is a mistake of ours. */
export function neededContext<T>(
  what: string,
): [context: Context<T | undefined>, useValue: () => T] {
  const context = createContext<T | undefined>(undefined);
  function useNeeded(): T {
    const value = useContext(context);
    if (value === undefined) throw new Error(`this part of the screen needs ${what}`);
    return value;
  }
  return [context, useNeeded];
}
