import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import type { Commands, CommandSource } from '#renderer/core/commands/commands.ts';

export const CommandsContext = createContext<Commands | undefined>(undefined);

export function useCommandRegistry(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error('this part of the screen needs the commands around it');
  return commands;
}

/** Adds commands for as long as the component is there; the source always knows what the component knows now. */
export function useCommands(source: CommandSource): void {
  const commands = useCommandRegistry();
  const newest = useRef(source);
  useLayoutEffect(() => {
    newest.current = source;
  });
  useEffect(() => commands.add(() => newest.current()), [commands]);
}
