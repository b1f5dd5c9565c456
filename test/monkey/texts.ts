// What a person types: what is asked for, what was meant for another field, and nonsense.
import { REFUSED } from '#test/support/typed-texts.ts';

export const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'KO', 'BRK.B', 'SPY', 'TSLA'] as const;

const NUMBERS = '1 2 10 0.5 100 1.23456789 0 0.0 00 999999999999 .5 5.'.split(' ');
const SIGNS = '- + $ 1/0 😀 שלום __proto__ constructor %00 \\'.split(' ');

export const TEXTS: readonly string[] = [
  ...SYMBOLS,
  'ZZZZ',
  'BTC/USD',
  'aapl',
  ...NUMBERS,
  ...REFUSED.map(([typed]) => typed),
  'Morning',
  'a name that is far longer than anybody would choose for a list, a layout or a view',
  '<b>bold</b>',
  "'; DROP TABLE orders; --",
  '{"a":1}',
  '   ',
  ...SIGNS,
];

const MOVES =
  'Tab Tab Tab Shift+Tab ArrowDown ArrowUp ArrowLeft ArrowRight PageDown PageUp Home End';
const ACTS = 'Enter Space Delete Backspace Alt+ArrowUp Alt+ArrowDown Shift+ArrowDown';
const SHEET =
  'Control+k ? Control+Shift+H Control+1 Control+2 Control+3 Control+4 Control+5 Control+6';

/** Of the key sheet, and what every page knows. None of them leaves the page. */
export const KEYS: readonly string[] = [MOVES, ACTS, SHEET].flatMap((keys) => keys.split(' '));
