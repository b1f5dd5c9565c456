import { describe, expect, it } from 'vitest';
import { createCommands, findCommands, type Command } from '#renderer/core/commands/commands.ts';
import { chordCaps, isChord } from '#renderer/core/commands/keys.ts';

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  group: 'Actions',
  title: id,
  run: () => undefined,
  ...more,
});

type Press = Parameters<typeof isChord>[1];
const press = (key: string, more: Partial<Press> = {}): KeyboardEvent =>
  ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  }) as KeyboardEvent;

describe('the registry of commands', () => {
  it('knows what its sources know now, and forgets a source that has gone', () => {
    const commands = createCommands();
    let titles = ['one'];
    const remove = commands.add(() => titles.map((title) => command(title)));
    expect(commands.all().map(({ id }) => id)).toEqual(['one']);
    titles = ['one', 'two'];
    expect(commands.all().map(({ id }) => id)).toEqual(['one', 'two']);
    remove();
    expect(commands.all()).toEqual([]);
  });

  it('lets a later command take the place of one with its id', () => {
    const commands = createCommands();
    commands.add(() => [command('a', { title: 'old' })]);
    commands.add(() => [command('a', { title: 'new' })]);
    expect(commands.all().map(({ title }) => title)).toEqual(['new']);
  });

  it('runs by key, but takes plain keys in a field for text', () => {
    const commands = createCommands();
    commands.add(() => [
      command('sheet', { keys: ['?'] }),
      command('palette', { keys: ['mod+k'] }),
      command('panel', { keys: ['mod+digit1', 'alt+digit1'] }),
    ]);
    const found = (event: KeyboardEvent, isTyping = false) =>
      commands.forPress(event, isTyping, false)?.id;
    expect(found(press('?', { shiftKey: true }))).toBe('sheet');
    expect(found(press('?', { shiftKey: true }), true)).toBeUndefined();
    expect(found(press('k', { ctrlKey: true }), true)).toBe('palette');
    expect(found(press('1', { code: 'Digit1', altKey: true }))).toBe('panel');
    expect(found(press('1', { code: 'Digit1', altKey: true }), true)).toBe('panel');
    // AltGr, which writes on many keyboards, is Ctrl and Alt.
    expect(
      found(press('1', { code: 'Digit1', altKey: true, ctrlKey: true }), true),
    ).toBeUndefined();
    expect(found(press('1', { code: 'Digit1', ctrlKey: true }), true)).toBe('panel');
    expect(found(press('k'))).toBeUndefined();
  });
});

describe('keys', () => {
  it('mean Cmd on a Mac and Ctrl elsewhere, and nothing with another modifier held', () => {
    expect(isChord('mod+k', press('k', { metaKey: true }), true)).toBe(true);
    expect(isChord('mod+k', press('k', { ctrlKey: true }), true)).toBe(false);
    expect(isChord('mod+k', press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
    expect(isChord('mod+k', press('K', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(isChord('mod+shift+x', press('X', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
  });

  it('find a digit where the layout writes something else', () => {
    expect(isChord('mod+digit2', press('é', { code: 'Digit2', ctrlKey: true }), false)).toBe(true);
  });

  it.each([
    ['Cyrillic', 'Ч'],
    ['Greek', 'Χ'],
    ['Hebrew', 'ס'],
    ['an input method', 'Process'],
  ])('are found by their place where the layout has no Latin letters: %s', (_layout, key) => {
    const held = { code: 'KeyX', ctrlKey: true, shiftKey: true };
    expect(isChord('mod+shift+x', press(key, held), false)).toBe(true);
    expect(isChord('mod+shift+h', press(key, held), false)).toBe(false);
  });

  it('are what the key writes where a Latin layout has another order', () => {
    const held = { ctrlKey: true, shiftKey: true };
    expect(isChord('mod+shift+x', press('X', { ...held, code: 'KeyB' }), false)).toBe(true);
    expect(isChord('mod+shift+x', press('Q', { ...held, code: 'KeyX' }), false)).toBe(false);
    expect(isChord('mod+k', press("'", { ctrlKey: true, code: 'KeyK' }), false)).toBe(false);
  });

  it('are written as on the keyboard', () => {
    expect(chordCaps('mod+shift+x', false)).toEqual(['Ctrl', 'Shift', 'X']);
    expect(chordCaps('mod+digit1', true)).toEqual(['⌘', '1']);
  });
});

describe('finding commands', () => {
  const all = [
    command('trading.stop', { title: 'Stop all trading' }),
    command('symbol.AAPL', { group: 'Symbols', title: 'AAPL', detail: 'Apple Inc.' }),
    command('symbol.MSFT', { group: 'Symbols', title: 'MSFT', detail: 'Microsoft' }),
  ];

  it('shows the groups in their order before anything is typed', () => {
    expect(findCommands(all, ' ', 10).map((entry) => entry.command.id)).toEqual([
      'symbol.AAPL',
      'symbol.MSFT',
      'trading.stop',
    ]);
  });

  it('looks into the detail too, and marks letters of the title only', () => {
    expect(findCommands(all, 'apple', 10)).toMatchObject([{ command: { title: 'AAPL' }, at: [] }]);
    expect(findCommands(all, 'aapl', 10)[0]?.at).toEqual([0, 1, 2, 3]);
  });

  it('never answers more than asked for', () => {
    const many = Array.from({ length: 100 }, (_, index) => command(`order ${index}`));
    expect(findCommands(many, 'order', 7)).toHaveLength(7);
  });
});
