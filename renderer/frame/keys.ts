// Keys as a command names them, as a person reads them, and whether a press is one of them.

/** Parts joined by '+': 'mod' is Cmd on a Mac and Ctrl elsewhere; then the key, or 'digit1' for a digit of any layout. */
export type Chord = string;

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export const isMac = (): boolean => /mac/i.test(navigator.platform);

export function isChord(chord: Chord, press: Press, mac: boolean): boolean {
  const parts = chord.toLowerCase().split('+');
  const key = parts.pop() ?? '';
  const has = (part: string) => parts.includes(part);
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (mod !== has('mod') || other || press.altKey !== has('alt')) return false;
  const digit = /^digit(\d)$/.exec(key)?.[1];
  if (digit !== undefined) return press.code === `Digit${digit}` && press.shiftKey === has('shift');
  // A sign such as '?' needs Shift on some keyboards and not on others; letters say what they need.
  const isSign = key.length === 1 && !/[a-z]/.test(key) && !has('shift');
  return press.key.toLowerCase() === key && (isSign || press.shiftKey === has('shift'));
}

const WORDS: Record<string, [mac: string, other: string]> = {
  mod: ['⌘', 'Ctrl'],
  alt: ['⌥', 'Alt'],
  shift: ['⇧', 'Shift'],
};

/** One text per key cap. */
export const chordCaps = (chord: Chord, mac: boolean): string[] =>
  chord.split('+').map((part) => {
    const word = WORDS[part];
    if (word) return word[mac ? 0 : 1];
    return part.replace(/^digit/, '').toUpperCase();
  });

/** Plain keys and Alt with a key write text; Ctrl and Cmd do not. */
export const isTypable = (chord: Chord): boolean => !chord.split('+').includes('mod');
