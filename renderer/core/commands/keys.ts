// Keys as a command names them, as a person reads them, and whether a press is one of them.

/** Parts joined by '+': 'mod' is Cmd on a Mac and Ctrl elsewhere; then the key, or 'digit1' for a digit of any layout. */
export type Chord = string;

export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>;

/** Heard everywhere, whatever is open. */
export const STOP_KEYS: Chord = 'mod+shift+x';
export const STOP_COMMAND = 'trading.stop';

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
  return letterOf(press) === key && (isSign || press.shiftKey === has('shift'));
}

/**
 * What the key writes; on a layout without Latin letters (Cyrillic, Greek, Hebrew, an input method at work), the letter
 * at its place. A Latin layout in another order says what it writes, so there the place does not count.
 */
export function letterOf({ key, code }: Press): string {
  const isForeign = /^(Process|Unidentified|Dead|[^\u0020-\u007e])/.test(key);
  const place = isForeign ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (place ?? key).toLowerCase();
}

const WORDS: Record<string, [mac: string, other: string]> = {
  mod: ['⌘', 'Ctrl'],
  alt: ['⌥', 'Alt'],
  shift: ['⇧', 'Shift'],
};

const NAMES: Record<string, string> = {
  ' ': 'Space',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  pageup: 'Page Up',
  pagedown: 'Page Down',
  home: 'Home',
  end: 'End',
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  delete: 'Delete',
  plus: '+',
  minus: '−',
};

/** One text per key cap. */
export const chordCaps = (chord: Chord, mac: boolean): string[] =>
  chord.split('+').map((part) => {
    const word = WORDS[part];
    if (word) return word[mac ? 0 : 1];
    return NAMES[part] ?? part.replace(/^digit/, '').toUpperCase();
  });

export const chordText = (chord: Chord, mac: boolean): string =>
  chordCaps(chord, mac).join(mac ? '' : '+');

/** Plain keys and Alt with a key write text. Ctrl and Cmd do not, and what Alt writes with a digit no field here takes. */
export const isTypable = (chord: Chord): boolean => !/mod\+|^alt\+digit/.test(chord);
