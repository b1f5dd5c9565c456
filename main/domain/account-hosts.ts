// Where an account may live, and what that makes it. The environment of a profile is never believed against its hosts:
// whatever is not this computer and not Alpaca's paper service is live.
import type { HostSet } from '#contract/accounts.ts';
import type { Issue } from '#contract/failure.ts';

export type Outside = 'paper' | 'live';

const DATA = 'https://data.alpaca.markets';
const DATA_STREAM = 'wss://stream.data.alpaca.markets/v2/iex';

/** Paper and live share the hosts of market data. */
export const ALPACA_HOSTS: Record<Outside, HostSet> = {
  paper: {
    rest: 'https://paper-api.alpaca.markets',
    data: DATA,
    tradeStream: 'wss://paper-api.alpaca.markets/stream',
    dataStream: DATA_STREAM,
  },
  live: {
    rest: 'https://api.alpaca.markets',
    data: DATA,
    tradeStream: 'wss://api.alpaca.markets/stream',
    dataStream: DATA_STREAM,
  },
};

type Kind = 'loopback' | 'alpaca-shared' | 'alpaca-paper' | 'alpaca-live' | 'custom';

const SHARED = new Set(['data.alpaca.markets', 'stream.data.alpaca.markets']);
const PLAIN = new Set(['http:', 'ws:']);
const NAMES = ['rest', 'data', 'tradeStream', 'dataStream', 'broker'] as const;
/** Requests carry a path of their own, so one that is part of these addresses would be lost without a word. */
const WITHOUT_PATH = new Set<string>(['rest', 'data', 'broker']);

export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);

function kindOf(address: string): Kind {
  const hostname = new URL(address).hostname.replace(/\.+$/, '');
  if (isLoopbackHost(hostname)) return 'loopback';
  if (SHARED.has(hostname)) return 'alpaca-shared';
  if (hostname === 'paper-api.alpaca.markets') return 'alpaca-paper';
  if (hostname.endsWith('.sandbox.alpaca.markets')) return 'alpaca-paper';
  // Whatever else they have or will have is not known to be harmless.
  if (hostname === 'alpaca.markets' || hostname.endsWith('.alpaca.markets')) return 'alpaca-live';
  return 'custom';
}

/** What is wrong with these hosts for an account of this environment; nothing when they will do. */
export function hostIssues(environment: Outside, hosts: HostSet): Issue[] {
  const issues: Issue[] = [];
  const kinds = new Set<Kind>();
  for (const name of NAMES) {
    const address = hosts[name];
    if (address === undefined) continue;
    const kind = kindOf(address);
    kinds.add(kind);
    const message =
      addressIssue(name, address, kind) ?? environmentIssue(environment, address, kind);
    if (message !== undefined) issues.push({ path: `hosts.${name}`, message });
  }
  if (kinds.has('loopback') && kinds.size > 1)
    issues.push({
      path: 'hosts',
      message: 'The hosts must all be on this computer, or none of them.',
    });
  if (issues.length === 0 && !isWhole(hosts, kinds))
    issues.push({
      path: 'hosts.rest',
      message: 'A market data host cannot take orders.',
    });
  return issues;
}

/** Orders go to the trading hosts, and those decide what the account is. */
const isWhole = (hosts: HostSet, kinds: ReadonlySet<Kind>): boolean =>
  !kinds.has('alpaca-shared') ||
  [hosts.rest, hosts.tradeStream].every((address) => kindOf(address) !== 'alpaca-shared');

function addressIssue(name: string, address: string, kind: Kind): string | undefined {
  const { protocol, pathname, host } = new URL(address);
  if (PLAIN.has(protocol) && kind !== 'loopback')
    return `${host} is not on this computer and must use ${protocol === 'ws:' ? 'wss' : 'https'}.`;
  if (WITHOUT_PATH.has(name) && pathname !== '/')
    return `The address must end after ${host}; Ballast adds the path itself.`;
  return undefined;
}

function environmentIssue(environment: Outside, address: string, kind: Kind): string | undefined {
  const { host } = new URL(address);
  if (environment === 'paper' && kind === 'alpaca-live')
    return `${host} is Alpaca’s live service; it can never be a paper account.`;
  if (environment === 'paper' && kind === 'custom')
    return `${host} is not on this computer, so it counts as live. Connect it as a live account.`;
  if (environment === 'live' && kind === 'alpaca-paper')
    return `${host} is Alpaca’s paper service. Connect it as a paper account.`;
  return undefined;
}

/** Only of Alpaca's paper service is it known that an id which was used before is refused. */
export const refusesReusedIds = (environment: Outside, hosts: HostSet): boolean =>
  environment === 'paper' && new URL(hosts.rest).hostname === 'paper-api.alpaca.markets';

/** On this computer, or Alpaca's. */
export const isWellKnown = (address: string): boolean => kindOf(address) !== 'custom';
