// The keys that belong to a place and cannot be changed, each in a sentence.
import type { Chord } from '#renderer/core/commands/keys.ts';

export const KEY_PLACES = [
  'Anywhere',
  'Desk',
  'Tables',
  'Chart',
  'Order ticket',
  'Dialogs',
] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

type FixedKey = { keys: readonly Chord[]; help: string };

export const FIXED_KEYS: Partial<Record<KeyPlace, readonly FixedKey[]>> = {
  Tables: [
    {
      keys: ['arrowup', 'arrowdown'],
      help: 'Move to the next row. In the watchlist, chart and ticket follow at once.',
    },
    { keys: ['home', 'end'], help: 'Move to the first or the last row.' },
    { keys: ['pageup', 'pagedown'], help: 'Move up or down by a page.' },
    { keys: ['enter'], help: 'Show the symbol of the row in chart and ticket.' },
    { keys: ['shift+f10'], help: 'Orders: open the menu of the row.' },
    { keys: ['space'], help: 'Orders: pick the row out, to cancel several at once.' },
    { keys: ['delete'], help: 'Watchlist: remove the symbol from the list.' },
    { keys: ['alt+arrowup', 'alt+arrowdown'], help: 'Watchlist: move the symbol up or down.' },
  ],
  Chart: [
    { keys: ['arrowleft', 'arrowright'], help: 'Scroll through time.' },
    { keys: ['pageup', 'pagedown'], help: 'Scroll by a hundred bars.' },
    { keys: ['plus', 'minus'], help: 'Zoom in or out.' },
    { keys: ['end'], help: 'Go to the newest bar.' },
    { keys: ['alt+a'], help: 'Set an alert at the price under the crosshair.' },
    {
      keys: ['enter'],
      help: 'With a drawing tool: set a point. The arrow keys move it, Shift makes their steps larger, Esc puts the tool away.',
    },
    {
      keys: ['shift+arrowup', 'shift+arrowdown', 'shift+arrowleft', 'shift+arrowright'],
      help: 'Move the drawing that is selected.',
    },
    { keys: ['delete'], help: 'Remove the drawing that is selected.' },
    { keys: ['mod+z'], help: 'Undo the last change to the drawings.' },
    {
      keys: ['arrowup', 'arrowdown'],
      help: 'On the line of an order: move its price. Enter opens the review, Esc puts it back.',
    },
  ],
  'Order ticket': [
    {
      keys: ['arrowup', 'arrowdown'],
      help: 'In a price or a quantity: one step up or down. Shift makes it ten.',
    },
    { keys: ['enter'], help: 'Open the review. It never sends the order.' },
    { keys: ['escape'], help: 'Go back to where you opened the ticket from.' },
  ],
  Dialogs: [
    { keys: ['escape'], help: 'Close it and go back. Nothing is sent.' },
    { keys: ['tab', 'shift+tab'], help: 'Go to the next or the previous field or button.' },
    { keys: ['enter'], help: 'Press the button that has the focus.' },
    { keys: ['arrowup', 'arrowdown'], help: 'Command palette: choose another result.' },
  ],
};

/** Keys by the signs that they write. */
const SIGNS: Partial<Record<Chord, Chord>> = { '-': 'minus', '=': 'plus', ' ': 'space' };

/** What a place does with these keys, as 'Chart, set an alert'; undefined where none has them. */
export function placeOf(chord: Chord): string | undefined {
  const own = SIGNS[chord] ?? chord;
  for (const place of KEY_PLACES)
    for (const { keys, help } of FIXED_KEYS[place] ?? [])
      if (keys.includes(own)) return `${place}, “${help.replace(/\.$/, '')}”`;
  return undefined;
}
