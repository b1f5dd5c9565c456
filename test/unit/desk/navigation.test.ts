import { expect, it } from 'vitest';
import { createNavigation } from '#main/desk/navigation.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

function setUp() {
  const time = createFakeTime();
  const state = { isLocked: false };
  const navigation = createNavigation({
    clock: time.clock,
    random: createFakeRandom(),
    isLocked: () => state.isLocked,
  });
  return { time, state, navigation };
}

it('a window that opens soon after is told where to go, and one that opens later is not', () => {
  const { time, navigation } = setUp();
  navigation.navigate({ place: 'flatten' });
  expect(navigation.fresh()).toMatchObject([{ to: { place: 'flatten' } }]);
  time.advance(15_000);
  expect(navigation.fresh()).toEqual([]);
});

it('what was asked for while the desk was locked waits until it is unlocked, for a while', () => {
  const { time, state, navigation } = setUp();
  state.isLocked = true;
  navigation.navigate({ place: 'flatten' });
  time.advance(60_000);
  state.isLocked = false;
  const [visit] = navigation.fresh();
  // As of now: the page passes over what is old.
  expect(visit).toMatchObject({ at: time.clock.wall(), to: { place: 'flatten' } });
  expect(visit).not.toHaveProperty('wasLocked');
  time.advance(60_000);
  expect(navigation.fresh()).toEqual([]);
});
