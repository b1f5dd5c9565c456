import { afterEach, expect, it, vi } from 'vitest';
import { focusWhenThere } from '#renderer/ui/focus-when-there.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A page whose frames are drawn by hand, and a field that is there after so many of them. */
function setUp(thereAfter: number, visibleAfter = thereAfter) {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  const done: string[] = [];
  let drawn = 0;
  const input = {
    checkVisibility: () => drawn >= visibleAfter,
    focus: () => void done.push('focus'),
    select: () => void done.push('select'),
  } as HTMLInputElement;
  return {
    done,
    frames,
    field: {
      get current() {
        return drawn >= thereAfter ? input : null;
      },
    },
    draw(count: number): void {
      for (; count > 0; count--) {
        drawn++;
        frames.shift()?.();
      }
    },
  };
}

it.each([
  ['is there', 1, 1],
  ['is drawn later', 30, 30],
  ['is in sight later', 1, 30],
])('a field that %s has the focus then, once', (_what, thereAfter, visibleAfter) => {
  const { done, field, frames, draw } = setUp(thereAfter, visibleAfter);
  focusWhenThere(field);
  draw(visibleAfter - 1);
  expect(done).toEqual([]);
  draw(5);
  expect([done, frames]).toEqual([['focus'], []]);
});

it('is selected where that is asked for', () => {
  const { done, field, draw } = setUp(3);
  focusWhenThere(field, { isSelected: true });
  draw(3);
  expect(done).toEqual(['focus', 'select']);
});

it('is not waited for for ever', () => {
  const { done, field, frames, draw } = setUp(1_000);
  focusWhenThere(field);
  draw(2_000);
  expect([done, frames]).toEqual([[], []]);
});
