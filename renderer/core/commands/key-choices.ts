// Which keys a command has after a person changed some: pure. The stop keeps its own keys whatever is chosen, and no
// single key sends or cancels anything: what a file says otherwise is not heard.
import type { KeyChoices } from '#contract/ui.ts';
import { placeOf } from '#renderer/core/commands/key-help.ts';
import {
  chordText,
  isTypable,
  letterOf,
  STOP_COMMAND,
  STOP_KEYS,
  type Chord,
  type Press,
} from '#renderer/core/commands/keys.ts';

type Changed = KeyChoices['changed'];
type Keyed = { id: string; keys?: readonly Chord[]; needsModifier?: true };

/** At most so many keys for one command. */
const MOST_KEYS = 4;

export function keysFor(
  { id, keys, needsModifier }: Keyed,
  changed: Changed,
): readonly Chord[] | undefined {
  const chosen = changed[id];
  if (chosen === undefined) return keys;
  const heard = chosen.filter(
    (chord) => chord !== STOP_KEYS && !(needsModifier && isTypable(chord)),
  );
  return id === STOP_COMMAND ? [STOP_KEYS, ...heard] : heard;
}

/** Whether this one of its keys stays whatever a person wants. */
export const isFixed = (id: string, chord: Chord): boolean =>
  id === STOP_COMMAND && chord === STOP_KEYS;

/** The keys of a press; undefined while only Ctrl, Shift, Alt or Cmd are down. */
export function chordOf(press: Press, mac: boolean): Chord | undefined {
  if (/^(Control|Shift|Alt|Meta|AltGraph|CapsLock|OS)$/.test(press.key)) return undefined;
  const hasMod = mac ? press.metaKey : press.ctrlKey;
  const digit = /^Digit(\d)$/.exec(press.code)?.[1];
  const isPlaced = digit !== undefined && (hasMod || press.altKey);
  const key = isPlaced ? `digit${digit}` : letterOf(press);
  // A sign is written with Shift on some keyboards and without it on others.
  const isSign = key.length === 1 && !/[a-z]/.test(key);
  return [
    ...(hasMod ? ['mod'] : []),
    ...(press.altKey ? ['alt'] : []),
    ...(press.shiftKey && !isSign ? ['shift'] : []),
    key,
  ].join('+');
}

/** They move about, press buttons and write text everywhere. */
const MOVES =
  /^(shift\+)?(escape|enter|tab| |backspace|delete|arrow(up|down|left|right)|home|end|pageup|pagedown|insert)$/;
/** The browser and the system have them: copy, paste, undo, windows, reload, zoom, tools. */
const SYSTEM =
  /^(mod\+([acvxyznqrtw=-]|digit0)|mod\+shift\+([zntijrw])|(shift\+)?f(5|11|12)|alt\+f4|mod\+(tab|shift\+tab))$/;

/** Why these keys cannot be a command's; undefined when they can, or when only another command has them. */
export function whyNoKeys(
  chord: Chord,
  { id, needsModifier, keys }: Keyed,
  press: Press,
  mac: boolean,
): string | undefined {
  const name = chordText(chord, mac);
  const other = mac ? press.ctrlKey : press.metaKey;
  if (other) return 'Those keys belong to the system. Choose others.';
  if (chord === STOP_KEYS && id !== STOP_COMMAND)
    return `${name} always stops all trading. Choose other keys.`;
  if (MOVES.test(chord))
    return `${name.trim() || 'Space'} is needed to move around. Choose other keys.`;
  if (SYSTEM.test(chord)) return `${name} belongs to the system or the browser. Choose other keys.`;
  const place = placeOf(chord);
  if (place !== undefined) return `${name} is taken: ${place}. Choose other keys.`;
  // AltGr, which writes on many keyboards, is Ctrl and Alt.
  if (chord.startsWith('mod+alt+'))
    return `${name} types a character on many keyboards. Choose other keys.`;
  if (
    !/^(?:(?:mod|alt|shift)\+)*[^\s+]{1,12}$/.test(chord) ||
    /dead|process|unidentified/.test(chord)
  )
    return 'That key cannot be used. Choose another.';
  if (needsModifier && isTypable(chord))
    return `This takes ${mac ? '⌘' : 'Ctrl'} with a key: a single key must not send or cancel anything.`;
  if ((keys?.length ?? 0) >= MOST_KEYS)
    return `It has ${MOST_KEYS} keys already. Remove one first.`;
  return undefined;
}

/** The other command that has these keys. */
export const whoHas = <C extends Keyed>(
  chord: Chord,
  id: string,
  commands: readonly C[],
): C | undefined => commands.find((command) => command.id !== id && command.keys?.includes(chord));

/** One more for a command; from `other` they are taken away. */
export function withKeys(changed: Changed, command: Keyed, chord: Chord, other?: Keyed): Changed {
  return {
    ...changed,
    ...(other && without(changed, other, chord)),
    [command.id]: ownKeys(command, [...(command.keys ?? []), chord]),
  };
}

export const without = (changed: Changed, command: Keyed, chord: Chord): Changed => ({
  ...changed,
  [command.id]: ownKeys(
    command,
    (command.keys ?? []).filter((each) => each !== chord),
  ),
});

/** Those of the stop are added to what it has by itself. */
const ownKeys = ({ id }: Keyed, keys: readonly Chord[]): Chord[] => [
  ...new Set(keys.filter((chord) => !isFixed(id, chord))),
];

export function reset(changed: Changed, id: string): Changed {
  const { [id]: _gone, ...rest } = changed;
  return rest;
}
