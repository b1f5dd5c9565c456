// The plan for market data: how many symbols a stream carries and which feeds there are. One for all accounts.
import { Refusal } from '#main/paper/refusal.ts';

export const PLANS = ['free', 'plus'] as const;
export type PlanName = (typeof PLANS)[number];

export type PlanLimits = {
  /** Trades plus quotes of one connection; undefined for no limit. */
  symbolLimit: number | undefined;
  /** Feeds that the plan includes; undefined for all. */
  feeds: readonly string[] | undefined;
};

export type Plan = ReturnType<typeof createPlan>;

/** What is older than this needs no plan. */
export const DELAY_MS = 900_000;

const LIMITS: Record<PlanName, PlanLimits> = {
  free: { symbolLimit: 30, feeds: ['iex', 'delayed_sip', 'test'] },
  plus: { symbolLimit: undefined, feeds: undefined },
};

export function createPlan(first: PlanName) {
  let name = first;
  return {
    name: () => name,
    set: (next: PlanName) => void (name = next),
    limits: () => LIMITS[name],
    /** Whether what the feed has told within the last minutes may be read by REST. */
    hasRecent: (feed: string) => name === 'plus' || feed !== 'sip',
  };
}

export const recentNotInPlan = () =>
  new Refusal(403, undefined, 'subscription does not permit querying recent SIP data');
