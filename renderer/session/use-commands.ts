import { useEffect, useLayoutEffect, useRef } from 'react';
import type { CommandReader, Commands, CommandSource } from '#renderer/core/commands/commands.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

export const [CommandsContext, useCommandRegistry] =
  neededContext<Commands>('the commands around it');

/** Adds commands for as long as the component is there; the source always knows what the component knows now. */
export function useCommands(source: CommandSource): void {
  const commands = useCommandRegistry();
  const newest = useRef(source);
  useLayoutEffect(() => {
    newest.current = source;
  });
  useEffect(() => commands.add(() => newest.current()), [commands]);
}

/** The same for what reads typed lines. */
export function useCommandReader(reader: CommandReader): void {
  const commands = useCommandRegistry();
  const newest = useRef(reader);
  useLayoutEffect(() => {
    newest.current = reader;
  });
  useEffect(() => commands.addReader((typed) => newest.current(typed)), [commands]);
}
