import { expect, it } from 'vitest';
import type { FeedChoice } from '#contract/market-state.ts';
import { createMarketFeeds } from '#main/account/prices/market-feed.ts';

function setUp(choice: FeedChoice = 'auto') {
  const world = { isNight: false, switches: [] as (string | undefined)[], states: 0 };
  const feeds = createMarketFeeds({
    choice,
    isNight: () => world.isNight,
    onSwitch: (note) => void world.switches.push(note),
    onState: () => void world.states++,
  });
  return { feeds, world };
}

it('names no feed before the broker has answered with it', () => {
  const { feeds, world } = setUp();
  expect(feeds.current()).toBe('sip');
  expect(feeds.state()).toEqual({ choice: 'auto' });
  feeds.confirm('sip');
  expect(feeds.state()).toEqual({ choice: 'auto', feed: 'sip' });
  feeds.confirm('sip');
  expect(world.states).toBe(1);
});

it('goes to IEX when SIP is not in the plan, once, and says so', () => {
  const { feeds, world } = setUp();
  expect(feeds.insteadOf('sip')).toBe('iex');
  feeds.refuse('sip');
  feeds.refuse('sip');
  feeds.confirm('iex');
  const note = 'SIP is not in this account’s market data plan: prices come from IEX.';
  expect(world.switches).toEqual([note]);
  expect(feeds.state()).toEqual({ choice: 'auto', feed: 'iex', note });
  expect(feeds.insteadOf('iex')).toBeUndefined();
});

it('tries again what was refused when the person chooses, and when the key is another', () => {
  const { feeds } = setUp();
  feeds.refuse('sip');
  feeds.choose('sip');
  expect(feeds.current()).toBe('sip');
  feeds.refuse('sip');
  feeds.learnAgain();
  expect(feeds.current()).toBe('sip');
});

it('has the night’s feed at night only', () => {
  const { feeds, world } = setUp('overnight');
  expect(feeds.current()).toBe('sip');
  expect(feeds.state().note).toContain('There is no overnight session now');
  world.isNight = true;
  // Not before it is told: a question and its second part are of one feed.
  expect(feeds.current()).toBe('sip');
  feeds.reconsider();
  expect(feeds.current()).toBe('overnight');
  feeds.refuse('overnight');
  expect(feeds.current()).toBe('sip');
  feeds.refuse('sip');
  expect(feeds.current()).toBe('iex');
  world.isNight = false;
  feeds.reconsider();
  expect(world.switches).toHaveLength(3);
});
