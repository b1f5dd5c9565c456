import { describe, expect, it } from 'vitest';
import { KeyChoices } from '#contract/ui.ts';
import { createCommands, type Command } from '#renderer/core/commands/commands.ts';
import {
  chordOf,
  keysFor,
  reset,
  whoHas,
  whyNoKeys,
  without,
  withKeys,
} from '#renderer/core/commands/key-choices.ts';
import { isChord, STOP_KEYS, type Press } from '#renderer/core/commands/keys.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const command = (id: string, keys: readonly string[], more: Partial<Command> = {}): Command => ({
  id,
  group: 'Actions',
  title: id,
  keys,
  run: () => undefined,
  ...more,
});
const STOP = command('trading.stop', [STOP_KEYS], { needsModifier: true });
const CANCEL = command('orders.cancel-all', [], { needsModifier: true });
const PALETTE = command('palette', ['mod+k', '/']);

describe('chosen keys', () => {
  it('take the place of those that a command came with, and none is a choice too', () => {
    expect(keysFor(PALETTE, {})).toEqual(['mod+k', '/']);
    expect(keysFor(PALETTE, { palette: ['mod+p'] })).toEqual(['mod+p']);
    expect(keysFor(PALETTE, { palette: [] })).toEqual([]);
  });

  it('add to the stop, which keeps its own whatever a file says', () => {
    expect(keysFor(STOP, { 'trading.stop': [] })).toEqual([STOP_KEYS]);
    expect(keysFor(STOP, { 'trading.stop': ['mod+shift+s'] })).toEqual([STOP_KEYS, 'mod+shift+s']);
    expect(keysFor(PALETTE, { palette: [STOP_KEYS, 'mod+p'] })).toEqual(['mod+p']);
  });

  it('are no single keys where something is sent or canceled, whatever a file says', () => {
    for (const plain of ['x', 'f9', 'shift+x', 'alt+x', '!']) {
      expect(keysFor(CANCEL, { 'orders.cancel-all': [plain, 'mod+j'] })).toEqual(['mod+j']);
      expect(keysFor(STOP, { 'trading.stop': [plain] })).toEqual([STOP_KEYS]);
    }
  });

  it('are those that the registry answers to', () => {
    let changed: KeyChoices['changed'] = {};
    const commands = createCommands(() => changed);
    commands.add(() => [PALETTE]);
    const found = (key: string) =>
      commands.forPress(press(key, { ctrlKey: true }) as KeyboardEvent, false, false)?.id;
    expect(found('k')).toBe('palette');
    changed = { palette: ['mod+j'] };
    expect(found('k')).toBeUndefined();
    expect(found('j')).toBe('palette');
    expect(commands.all()[0]?.keys).toEqual(['mod+j']);
  });
});

describe('a recorded press', () => {
  it.each([
    ['a letter', press('j', { ctrlKey: true }), 'mod+j'],
    ['with Shift', press('J', { ctrlKey: true, shiftKey: true }), 'mod+shift+j'],
    ['a plain key', press('g'), 'g'],
    ['a sign that needs Shift here', press('?', { shiftKey: true }), '?'],
    [
      'a digit where the layout writes a letter',
      press('é', { code: 'Digit2', ctrlKey: true }),
      'mod+digit2',
    ],
    ['a Cyrillic layout', press('о', { code: 'KeyJ', ctrlKey: true }), 'mod+j'],
    ['a dead key', press('Dead', { code: 'KeyE', altKey: true }), 'alt+e'],
    ['a function key', press('F8', { code: 'F8' }), 'f8'],
  ])('%s', (_what, pressed, chord) => {
    expect(chordOf(pressed, false)).toBe(chord);
    // What is recorded is what is heard.
    expect(isChord(chord, pressed, false)).toBe(true);
    expect(KeyChoices.safeParse({ changed: { a: [chord] } }).success).toBe(true);
  });

  it('is none while only Ctrl, Shift, Alt or Cmd is down', () => {
    for (const key of ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'])
      expect(chordOf(press(key), false)).toBeUndefined();
  });

  it('is Cmd on a Mac', () => {
    expect(chordOf(press('j', { metaKey: true }), true)).toBe('mod+j');
  });
});

describe('keys that a command cannot have', () => {
  const why = (pressed: Press, wanted: Command = PALETTE) =>
    whyNoKeys(chordOf(pressed, false) ?? '', wanted, pressed, false);

  it.each([
    [
      'those of the stop',
      press('X', { ctrlKey: true, shiftKey: true }),
      /always stops all trading/,
    ],
    ['Enter', press('Enter'), /^Enter is needed to move around/],
    ['an arrow', press('ArrowUp'), /^↑ is needed/],
    ['space', press(' '), /^Space is needed/],
    ['copy', press('c', { ctrlKey: true }), /^Ctrl\+C belongs to the system/],
    ['reload', press('F5', { code: 'F5' }), /belongs to the system/],
    ['AltGr', press('q', { ctrlKey: true, altKey: true }), /types a character/],
    ['the other modifier', press('j', { metaKey: true }), /belong to the system/],
    ['plus, which parts the names of keys', press('+'), /cannot be used/],
  ])('%s', (_what, pressed, words) => {
    expect(why(pressed)).toMatch(words);
  });

  it('a single key for what sends or cancels', () => {
    expect(why(press('x'), CANCEL)).toMatch(/single key must not send or cancel/);
    expect(why(press('F9', { code: 'F9' }), STOP)).toMatch(/single key must not/);
    expect(why(press('x', { altKey: true }), STOP)).toMatch(/single key must not/);
    expect(why(press('j', { ctrlKey: true }), CANCEL)).toBeUndefined();
  });

  it('a fifth', () => {
    expect(why(press('j', { ctrlKey: true }), command('a', ['1', '2', '3', '4']))).toMatch(
      /4 keys/,
    );
  });

  it('and all others it can', () => {
    expect(why(press('g'))).toBeUndefined();
    expect(why(press('j', { ctrlKey: true }))).toBeUndefined();
  });
});

describe('changing keys', () => {
  it('names who has them, moves them, removes them and resets', () => {
    const buy = command('ticket.buy', ['b']);
    expect(whoHas('b', 'palette', [PALETTE, buy])).toBe(buy);
    expect(whoHas('b', 'ticket.buy', [PALETTE, buy])).toBeUndefined();
    const moved = withKeys({}, PALETTE, 'b', buy);
    expect(moved).toEqual({ palette: ['mod+k', '/', 'b'], 'ticket.buy': [] });
    expect(without({}, PALETTE, '/')).toEqual({ palette: ['mod+k'] });
    expect(reset(moved, 'ticket.buy')).toEqual({ palette: ['mod+k', '/', 'b'] });
    expect(withKeys({}, STOP, 'mod+j')).toEqual({ 'trading.stop': ['mod+j'] });
  });
});
