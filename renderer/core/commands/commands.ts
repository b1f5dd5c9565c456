// Everything a person can ask for by name or by key: one registry for the palette, the keys and the key sheet. A part
// of the screen adds its commands while it is there.
import { fuzzyMatch } from '#renderer/core/commands/fuzzy.ts';
import { keysFor } from '#renderer/core/commands/key-choices.ts';
import type { KeyPlace } from '#renderer/core/commands/key-help.ts';
import { isChord, isTypable, type Chord } from '#renderer/core/commands/keys.ts';
import type { KeyChoices } from '#contract/ui.ts';

type CommandGroup = 'Symbols' | 'Orders' | 'Accounts' | 'Screens' | 'Panels' | 'Actions';

export type Command = {
  /** Unique; a later one of the same id takes the place of an earlier one. */
  id: string;
  group: CommandGroup;
  title: string;
  /** Said beside the title, and searched with it: a company's name, an order's state. */
  detail?: string;
  keys?: readonly Chord[];
  /** What its keys do, in a sentence, for the help. */
  help?: string;
  /** Where its keys are explained; anywhere without it. */
  place?: KeyPlace;
  /** It sends or cancels something, or asks to: no single key may be its. */
  needsModifier?: true;
  /** It cannot be done, and the title says why or what is missing. */
  isHeld?: true;
  run: () => void;
};

/** Asked anew each time, so that it may tell what is there now. */
export type CommandSource = () => readonly Command[];

/** What a typed line asks for besides the commands that fit it; undefined where it asks for nothing. */
export type CommandReader = (typed: string) => Command | undefined;

export type Commands = {
  add(source: CommandSource): () => void;
  all(): Command[];
  addReader(reader: CommandReader): () => void;
  read(typed: string): Command[];
  /** The command that a press of keys asks for. `isTyping`: in a field, where plain keys are text. */
  forPress(press: KeyboardEvent, isTyping: boolean, mac: boolean): Command | undefined;
};

/** With the keys that a person chose. */
export function createCommands(choices: () => KeyChoices['changed'] = () => ({})): Commands {
  const sources = new Set<CommandSource>();
  const readers = new Set<CommandReader>();

  function all(): Command[] {
    const byId = new Map<string, Command>();
    for (const source of sources) for (const command of source()) byId.set(command.id, command);
    const changed = choices();
    return [...byId.values()].map((command) => {
      const keys = keysFor(command, changed);
      return keys === command.keys ? command : { ...command, ...(keys && { keys }) };
    });
  }

  return {
    add(source) {
      sources.add(source);
      return () => sources.delete(source);
    },
    all,
    addReader(reader) {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    read: (typed) => [...readers].flatMap((reader) => reader(typed) ?? []),
    forPress: (press, isTyping, mac) =>
      all().find(({ keys }) =>
        keys?.some((chord) => !(isTyping && isTypable(chord)) && isChord(chord, press, mac)),
      ),
  };
}

export type FoundCommand = { command: Command; /** Marked letters of the title. */ at: number[] };

export const GROUP_ORDER: readonly CommandGroup[] = [
  'Symbols',
  'Orders',
  'Accounts',
  'Screens',
  'Panels',
  'Actions',
];

/** Best first. Without a query: everything in the order of its group, few of each. */
export function findCommands(
  commands: readonly Command[],
  query: string,
  most: number,
): FoundCommand[] {
  if (query.trim() === '')
    return GROUP_ORDER.flatMap((group) => inGroup(commands, group).slice(0, FEW[group])).map(
      (command) => ({ command, at: [] }),
    );
  return commands
    .flatMap((command) => {
      const match = fuzzyMatch(query, lineOf(command));
      return match ? [{ command, ...match }] : [];
    })
    .sort((a, b) => b.score - a.score || compareTitles(a.command, b.command))
    .slice(0, most)
    .map(({ command, at }) => ({
      command,
      at: at.filter((index) => index < command.title.length),
    }));
}

/** How many of each group a palette shows before anything is typed. */
const FEW: Record<CommandGroup, number> = {
  Symbols: 5,
  Orders: 5,
  Accounts: 5,
  Screens: 6,
  Panels: 8,
  Actions: 40,
};

const inGroup = (commands: readonly Command[], group: CommandGroup): Command[] =>
  commands.filter((command) => command.group === group);

const lineOf = ({ title, detail }: Command): string =>
  detail === undefined ? title : `${title} ${detail}`;

const compareTitles = (a: Command, b: Command): number =>
  a.title < b.title ? -1 : Number(a.title > b.title);
