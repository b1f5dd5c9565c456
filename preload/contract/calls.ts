// Everything the page may ask main to do. The schemas are the types; dispatch refuses what does not fit them.
import type { z } from 'zod';
import { accountCalls } from '#contract/calls/accounts.ts';
import { alertCalls } from '#contract/calls/alerts.ts';
import { archiveCalls } from '#contract/calls/archives.ts';
import { dataCalls } from '#contract/calls/data.ts';
import { dayEndCalls } from '#contract/calls/day-end.ts';
import { deskCalls } from '#contract/calls/desk.ts';
import { marketCalls } from '#contract/calls/market.ts';
import { oauthCalls } from '#contract/calls/oauth.ts';
import { orderCalls } from '#contract/calls/orders.ts';
import { paperCalls } from '#contract/calls/paper.ts';
import { proposalCalls } from '#contract/calls/proposals.ts';
import { registrationCalls } from '#contract/calls/registrations.ts';
import { tokenizationCalls } from '#contract/calls/tokenization.ts';
import { uiCalls } from '#contract/calls/ui.ts';
import { updateCalls } from '#contract/calls/updates.ts';

export const calls = {
  ...deskCalls,
  ...dataCalls,
  ...updateCalls,
  ...archiveCalls,
  ...accountCalls,
  ...proposalCalls,
  ...orderCalls,
  ...marketCalls,
  ...tokenizationCalls,
  ...dayEndCalls,
  ...oauthCalls,
  ...registrationCalls,
  ...alertCalls,
  ...uiCalls,
  ...paperCalls,
} as const;

export type CallName = keyof typeof calls;
export type Input<K extends CallName> = z.infer<(typeof calls)[K]['input']>;
export type Output<K extends CallName> = z.infer<(typeof calls)[K]['output']>;

export const isCallName = (name: unknown): name is CallName =>
  typeof name === 'string' && Object.hasOwn(calls, name);
