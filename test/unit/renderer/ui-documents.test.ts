import { describe, expect, it } from 'vitest';
import type { Appearance } from '#contract/ui.ts';
import { createDocumentsWorld, turn, type Window } from '#test/unit/renderer/documents-world.ts';

const dress = (window: Window, change: Partial<Appearance>): void =>
  window.set('appearance', { ...window.get('appearance'), ...change });
const view = (name: string, symbol = '') => ({
  name,
  symbol,
  text: '',
  status: 'all' as const,
  side: 'any' as const,
  days: 0,
});

/** Two windows that have read what main has. */
async function twoWindows(isByHand = false) {
  const world = createDocumentsWorld(isByHand);
  const [one, other] = [world.open(), world.open()];
  const loaded = Promise.all([one.load(), other.load()]);
  await world.settle();
  await loaded;
  return { world, one, other };
}

/** What was written meanwhile, by any window. */
async function write(...windows: Window[]): Promise<void> {
  for (const window of windows) window.flush();
  await turn();
}

describe('what the page remembers', () => {
  it('has defaults until it is read', async () => {
    const { world, one } = await twoWindows();
    dress(one, { theme: 'light' });
    await write(one);
    const late = world.open();
    expect(late.get('appearance').theme).toBe('system');
    expect(await late.load()).toBeUndefined();
    expect(late.get('appearance').theme).toBe('light');
  });

  it('changes at once and is written once for many changes', async () => {
    const { world, one } = await twoWindows();
    for (const theme of ['dark', 'light', 'high-contrast'] as const) dress(one, { theme });
    expect(one.get('appearance').theme).toBe('high-contrast');
    expect([one.asked.length, one.due.length]).toEqual([1, 1]);
    one.due[0]?.();
    await turn();
    expect(one.asked.slice(1)).toMatchObject([{ name: 'ui.set', input: { area: 'appearance' } }]);
    expect(world.stored('appearance')?.theme).toBe('high-contrast');
  });

  it('is written before the page goes, and not a second time', async () => {
    const { one } = await twoWindows();
    one.set('layouts', { saved: {}, current: 1 });
    one.flush();
    expect([one.asked.length, one.due.length]).toEqual([2, 0]);
    one.flush();
    expect(one.asked).toHaveLength(2);
  });

  it('is written whole as the page goes, though a write before it is not answered', async () => {
    const { world, one } = await twoWindows(true);
    dress(one, { theme: 'dark' });
    one.flush();
    dress(one, { isCompact: false });
    one.flush();
    // Both leave at once; nobody is there any more to hear the answers.
    for (const { step } of world.travelling.splice(0)) await step();
    expect(world.stored('appearance')).toMatchObject({ theme: 'dark', isCompact: false });
  });

  it('keeps a change that was made while it was being read', async () => {
    const { world, one } = await twoWindows();
    dress(one, { isColourBlindSafe: true });
    await write(one);
    const late = world.open();
    const loading = late.load();
    dress(late, { theme: 'dark' });
    await loading;
    expect(late.get('appearance')).toMatchObject({ theme: 'dark', isColourBlindSafe: true });
  });

  it('keeps a change that was made while the one before was being written', async () => {
    const { world, one } = await twoWindows(true);
    dress(one, { theme: 'dark' });
    one.flush();
    dress(one, { isCompact: false });
    await world.settle();
    expect(one.get('appearance')).toMatchObject({ theme: 'dark', isCompact: false });
    one.flush();
    await world.settle();
    expect(world.stored('appearance')).toMatchObject({ theme: 'dark', isCompact: false });
  });

  it('that was never read does not write over what there is', async () => {
    const { world, one } = await twoWindows();
    one.set('layouts', { saved: { mine: 1 }, current: 'here' });
    await write(one);
    const hasty = world.open();
    hasty.set('layouts', { saved: { hasty: 1 } });
    await write(hasty);
    expect(world.stored('layouts')).toEqual({ saved: { mine: 1, hasty: 1 }, current: 'here' });
  });

  it('says when something could not be kept, and keeps it with the next change', async () => {
    const { world, one } = await twoWindows();
    world.isGone = true;
    one.set('layouts', { saved: { mine: 1 } });
    await write(one);
    expect(one.problems).toEqual(['The layouts could not be saved. Gone.']);
    world.isGone = false;
    await one.load();
    expect(one.get('layouts').saved).toEqual({ mine: 1 });
    one.set('layouts', { ...one.get('layouts'), current: 2 });
    await write(one);
    expect(world.stored('layouts')).toEqual({ saved: { mine: 1 }, current: 2 });
  });

  it('does not hold on to a change whose answer was lost once main is seen to have it', async () => {
    const { world, one, other } = await twoWindows();
    world.losesAnswers = true;
    one.set('layouts', { saved: { mine: { of: 'one' } } });
    await write(one);
    world.losesAnswers = false;
    await Promise.all([one.load(), other.load()]);
    other.set('layouts', { saved: { mine: { of: 'the other' } } });
    await write(other);
    await one.load();
    expect(one.get('layouts').saved).toEqual({ mine: { of: 'the other' } });
  });

  it('hears of other windows again after an answer was lost and the next one came', async () => {
    const { world, one, other } = await twoWindows(true);
    dress(one, { theme: 'dark' });
    one.flush();
    dress(one, { isCompact: false });
    one.flush();
    const [first, second] = world.travelling.splice(0);
    world.losesAnswers = true;
    await first?.step();
    world.losesAnswers = false;
    await world.settle();
    await second?.step();
    await world.settle();
    dress(other, { theme: 'light' });
    other.flush();
    await world.settle();
    void one.load();
    await world.settle();
    expect(one.get('appearance')).toMatchObject({ theme: 'light', isCompact: false });
  });

  it('does not go back to what was read before it was written', async () => {
    const { world, one } = await twoWindows(true);
    void one.load();
    await world.travelling.shift()?.step();
    const [late] = world.travelling.splice(0);
    dress(one, { theme: 'dark' });
    one.flush();
    await world.settle();
    await late?.step();
    await world.settle();
    expect(one.get('appearance').theme).toBe('dark');
  });

  it('does not go back to an earlier write that was answered later', async () => {
    const { world, one } = await twoWindows(true);
    dress(one, { theme: 'dark' });
    one.flush();
    dress(one, { isCompact: false });
    one.flush();
    for (const { step } of world.travelling.splice(0)) await step();
    world.travelling.reverse();
    await world.settle();
    expect(one.get('appearance')).toMatchObject({ theme: 'dark', isCompact: false });
  });

  it('is as it was again when a change is taken back while it is on its way', async () => {
    const { world, one } = await twoWindows(true);
    dress(one, { isPrivate: true });
    dress(one, { isPrivate: false });
    await world.settle();
    expect([one.get('appearance').isPrivate, world.stored('appearance')?.isPrivate]).toEqual([
      false,
      false,
    ]);
    // The same where nobody can say whether main heard of the change.
    world.losesAnswers = true;
    dress(one, { isPrivate: true });
    await world.settle();
    world.losesAnswers = false;
    dress(one, { isPrivate: false });
    await world.settle();
    expect([one.get('appearance').isPrivate, world.stored('appearance')?.isPrivate]).toEqual([
      false,
      false,
    ]);
  });

  it('outlives main: what is changed then goes on top of what the next start has', async () => {
    const { world, one, other } = await twoWindows();
    dress(other, { isCompact: false });
    await write(other);
    world.restart();
    dress(one, { theme: 'dark' });
    await write(one);
    expect(world.stored('appearance')).toMatchObject({ theme: 'dark', isCompact: false });
    expect(one.get('appearance').isCompact).toBe(false);
    expect(one.problems).toEqual([]);
  });
});

describe('another window', () => {
  it('is told when something was written, and not when it was not', async () => {
    const { world, one } = await twoWindows();
    one.set('layouts', { saved: {} });
    expect(one.written()).toBe(0);
    await write(one);
    expect(one.written()).toBe(1);
    world.isGone = true;
    one.set('layouts', { saved: { a: 1 } });
    await write(one);
    expect(one.written()).toBe(1);
  });

  it('takes over what was changed, but not the layout in use', async () => {
    const { one, other } = await twoWindows();
    other.set('layouts', { saved: {}, current: 'there' });
    await write(other);
    one.set('layouts', { saved: { mine: 1 }, current: 'here' });
    dress(one, { theme: 'light' });
    await write(one);
    await other.load();
    expect(other.get('appearance').theme).toBe('light');
    expect(other.get('layouts')).toEqual({ saved: { mine: 1 }, current: 'there' });
  });

  it('keeps what it changed itself, and nothing of it is written over', async () => {
    const { world, one, other } = await twoWindows();
    one.set('layouts', { saved: { morning: 1, evening: 1 }, current: 1 });
    one.set('views', { orders: [view('b'), view('d')] });
    await write(one);
    await other.load();
    // Nobody hears of the other from here on.
    one.set('layouts', { saved: { evening: 2, noon: 2, morning: 1 }, current: 2 });
    one.set('views', { orders: [view('a'), view('b', 'AAPL'), view('d')] });
    dress(one, { theme: 'dark' });
    other.set('layouts', { saved: { evening: 1, night: 3 }, current: 3 });
    other.set('views', { orders: [view('b', 'MSFT'), view('c')] });
    dress(other, { isCompact: false });
    await write(one, other);
    await turn();
    expect(world.stored('layouts')).toEqual({
      saved: { evening: 2, noon: 2, night: 3 },
      current: 3,
    });
    // What was changed in both is as the last of them has it.
    expect(world.stored('views')?.orders).toEqual([view('a'), view('b', 'MSFT'), view('c')]);
    expect(world.stored('appearance')).toMatchObject({ theme: 'dark', isCompact: false });
    expect(other.get('views')).toEqual(world.stored('views'));
    expect([...one.problems, ...other.problems]).toEqual([]);
  });

  it('that always comes first is given way to so often, and then the person is told', async () => {
    const { world, one } = await twoWindows();
    world.isRestless = true;
    dress(one, { theme: 'dark' });
    await write(one);
    await expect
      .poll(() => one.problems)
      .toMatchObject([expect.stringContaining('another window')]);
    expect(one.asked).toHaveLength(1 + 20);
    expect(one.get('appearance').theme).toBe('dark');
  });
});

describe('a choice about safety', () => {
  it('is asked of main at once and shows when main has taken it', async () => {
    const { world, one } = await twoWindows();
    const taken = one.commit({ isReviewSkipped: true });
    expect([one.isCommitting(), one.get('appearance').isReviewSkipped]).toEqual([true, false]);
    expect(await taken).toBeUndefined();
    expect([one.isCommitting(), one.get('appearance').isReviewSkipped]).toEqual([false, true]);
    expect([one.due.length, one.written(), world.stored('appearance')?.isReviewSkipped]).toEqual([
      0,
      1,
      true,
    ]);
  });

  it('stays as it was when main did not take it', async () => {
    const { world, one } = await twoWindows();
    world.isGone = true;
    expect(await one.commit({ isReviewSkipped: true })).toBe('Gone.');
    expect([one.isCommitting(), one.get('appearance').isReviewSkipped]).toEqual([false, false]);
  });

  it('goes to main in the order in which it was made', async () => {
    const { world, one } = await twoWindows();
    await Promise.all([
      one.commit({ isReviewSkipped: true }),
      one.commit({ isReviewSkipped: false }),
    ]);
    expect(one.asked.slice(1).map(({ input }) => input)).toMatchObject([
      { value: { isReviewSkipped: true } },
      { value: { isReviewSkipped: false } },
    ]);
    expect(one.get('appearance').isReviewSkipped).toBe(false);
    expect(world.stored('appearance')?.isReviewSkipped).toBe(false);
  });

  it('is not undone by what else leaves this window meanwhile, nor by an older window', async () => {
    const { world, one, other } = await twoWindows(true);
    const taken = one.commit({ isReviewSkipped: true });
    await turn();
    dress(one, { theme: 'dark' });
    dress(other, { isCompact: false });
    one.flush();
    other.flush();
    await world.settle();
    await taken;
    const all = { isReviewSkipped: true, theme: 'dark', isCompact: false };
    expect(world.stored('appearance')).toMatchObject(all);
    expect(other.get('appearance')).toMatchObject(all);
  });
});

describe('hidden amounts', () => {
  it('do not wait', async () => {
    const { one, world } = await twoWindows();
    dress(one, { theme: 'dark' });
    expect(one.due).toHaveLength(1);
    dress(one, { isPrivate: true });
    expect(one.due).toHaveLength(0);
    await turn();
    expect(world.stored('appearance')).toMatchObject({ theme: 'dark', isPrivate: true });
  });
});
