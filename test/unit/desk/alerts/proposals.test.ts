// The bell names what waits for a second person, once, and how it ended where nobody agreed.
import { expect, it } from 'vitest';
import type { MintProposal } from '#contract/proposals.ts';
import { ACCOUNT, createWorld, memoryStore } from '#test/unit/desk/alerts/world.ts';

const PROPOSAL = '00000000-0000-4000-8000-0000000000c1';
const aProposal = (members: Partial<MintProposal> = {}) => ({
  kind: 'proposal' as const,
  proposal: {
    proposalId: PROPOSAL,
    what: 'Mint 10 AAPL',
    wallets: [{ walletAddress: 'EPjFWdd5AufqSSqeM2qN1xzyb', network: 'solana' }],
    walletCount: 1,
    at: 1,
    until: 2,
    state: 'waiting' as const,
    ...members,
  },
});

it('names what waits once, also over the next start, until it was approved', () => {
  const store = memoryStore();
  const first = createWorld(store);
  first.news(aProposal());
  first.news(aProposal());
  expect(first.notified).toMatchObject([
    {
      kind: 'mint',
      way: 'notify',
      title: 'Waiting for a second person: Mint 10 AAPL',
      text: 'To EPjFWd…N1xzyb on solana. Practice, PRACTICE.',
      target: { accountId: ACCOUNT, proposalId: PROPOSAL },
    },
  ]);
  const next = createWorld(store);
  next.news(aProposal());
  expect(next.notified).toEqual([]);
  next.news(aProposal({ state: 'approved' }));
  expect(next.notifier.recent()).toEqual([]);
});

it.each(['discarded', 'withdrawn'] as const)('names it no more once it was %s', (state) => {
  const world = createWorld();
  world.news(aProposal());
  world.news(aProposal({ state }));
  expect(world.notifier.recent()).toEqual([]);
});

it('says that it was approved and not sent, and why', () => {
  const world = createWorld();
  world.news(aProposal());
  world.news(aProposal({ state: 'not-sent', note: 'The broker could not be reached.' }));
  expect(world.notifier.recent()).toMatchObject([
    {
      title: 'Approved, but not sent: Mint 10 AAPL',
      text: 'Nothing was sent. The broker could not be reached. Practice, PRACTICE.',
    },
  ]);
});

it.each([
  ['refused', 'Refused by the second person: Mint 10 AAPL'],
  ['expired', 'Not approved within 24 hours: Mint 10 AAPL'],
] as const)('says that it was %s instead', (state, title) => {
  const world = createWorld();
  world.news(aProposal());
  world.news(aProposal({ state }));
  expect(world.notifier.recent().map((alert) => alert.title)).toEqual([title]);
  expect(world.notified.at(-1)).toMatchObject({ text: 'Nothing was sent. Practice, PRACTICE.' });
});

it('does not say of a batch that nothing was sent: other rows of it may have gone', () => {
  const world = createWorld();
  const batch = { batchId: PROPOSAL, name: 'January' };
  world.news(aProposal({ batch, state: 'refused' }));
  expect(world.notified.at(-1)).toMatchObject({
    text: 'No more rows were sent. Practice, PRACTICE.',
  });
});

it('says of each question what came of it, while it still waits', () => {
  const world = createWorld();
  world.news(aProposal());
  for (const at of [3, 3, 4]) world.news(aProposal({ tried: { at, why: 'Nothing was typed.' } }));
  expect(world.notified.slice(1)).toMatchObject([
    {
      title: 'Not approved: Mint 10 AAPL',
      text: 'Nothing was typed. It is still waiting. Practice, PRACTICE.',
    },
    { title: 'Not approved: Mint 10 AAPL' },
  ]);
});

it('says no more that it still waits once it was tried again or has ended', () => {
  const world = createWorld();
  const titles = () => world.notifier.recent().map(({ text }) => text);
  world.news(aProposal());
  world.news(aProposal({ tried: { at: 3, why: 'Wrong.' } }));
  world.news(aProposal({ tried: { at: 4, why: 'Sold.' } }));
  expect(titles()).toEqual([
    expect.stringContaining('To EPj'),
    expect.stringContaining('Sold. It is still waiting.'),
  ]);
  world.news(aProposal({ state: 'approved' }));
  expect(titles()).toEqual([]);
});
