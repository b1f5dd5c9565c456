// Messages for the bridge: every call and every feed of the contract by its own tables, so that a new one is covered by
// being there. Inputs come out of the schemas, most of them spoiled, some by a member and some altogether.
import { calls, isCallName, type CallName } from '#contract/calls.ts';
import { feeds, isFeedName, type FeedName } from '#contract/feeds.ts';
import { ALPACA_HOSTS } from '#main/domain/account-hosts.ts';
import { createRandomCalls, type Known } from '#test/faults/support/random-calls.ts';
import { createMutator, PROTOTYPE_NAMES } from '#test/campaigns/support/junk.ts';
import type { Dice } from '#test/campaigns/support/seed.ts';

export type Message = { kind: 'call' | 'watch'; name: unknown; input: unknown };

export const CALLS = Object.keys(calls) as CallName[];
export const FEEDS = Object.keys(feeds) as FeedName[];

const WRONG_NAMES: readonly unknown[] = [
  ...PROTOTYPE_NAMES,
  '',
  ' ',
  'orders',
  'orders.',
  '.submit',
  'ORDERS.SUBMIT',
  'orders.submit ',
  'orders.submit\0',
  'keys.read',
  'orders.submit.toString',
  null,
  7,
  true,
  {},
  [],
  ['orders.submit'],
  { toString: 'orders.submit' },
  'x'.repeat(5_000),
];

const TRIES = 40;

export function createMessages(dice: Dice, known: Known, isCloned: boolean) {
  const { pick, chance } = dice;
  const random = createRandomCalls(dice.random, known);
  const mutator = createMutator(dice, isCloned);

  /** Fits its schema, where forty throws of the dice can make one that does. */
  function valid(kind: Message['kind'], name: CallName | FeedName): unknown {
    const schema = kind === 'call' ? calls[name as CallName].input : feeds[name as FeedName].params;
    let made: unknown;
    for (let tries = 0; tries < TRIES; tries++) {
      made = kind === 'call' ? random.inputOf(name as CallName) : random.paramsOf(name as FeedName);
      if (schema.safeParse(made).success) return made;
    }
    return made;
  }

  function next(): Message {
    const kind = chance(0.15) ? 'watch' : 'call';
    const name = kind === 'call' ? pick(CALLS) : pick(FEEDS);
    if (chance(0.03))
      return {
        kind,
        name: chance(0.2) ? pick(kind === 'call' ? FEEDS : CALLS) : pick(WRONG_NAMES),
        input: valid(kind, name),
      };
    if (chance(0.05)) return { kind, name, input: mutator.junk() };
    const input = valid(kind, name);
    return { kind, name, input: chance(0.25) ? input : mutator.mutate(input) };
  }

  return { next: () => kept(next()), valid };

  /** No message of this suite may lead to a host outside of this computer. */
  function kept(message: Message): Message {
    const { kind, name, input } = message;
    if (kind !== 'call' || !isCallName(name)) return message;
    const parsed = calls[name].input.safeParse(input);
    if (!parsed.success) return message;
    const told = parsed.data as { hosts?: Record<string, string>; brokerHost?: string };
    const isAway =
      name === 'accounts.check' || name === 'accounts.connect'
        ? told.hosts === undefined || Object.values(told.hosts).some(isElsewhere)
        : told.brokerHost !== undefined && isElsewhere(told.brokerHost);
    return isAway
      ? {
          ...message,
          input: { ...(input as object), hosts: known['hosts']?.[0], brokerHost: undefined },
        }
      : message;
  }
}

const isElsewhere = (address: string): boolean =>
  !['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname) ||
  Object.values(ALPACA_HOSTS.live).includes(address);

export const isKnownName = ({ kind, name }: Message): boolean =>
  kind === 'call' ? isCallName(name) : isFeedName(name);
