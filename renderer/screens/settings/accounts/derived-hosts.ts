// One address is enough for a broker that speaks this language: where the others are follows from it.
import type { HostSet } from '#contract/accounts.ts';

export type CustomHosts = Required<Omit<HostSet, 'broker'>>;
export type HostName = keyof CustomHosts;

export const NO_HOSTS: CustomHosts = { rest: '', data: '', tradeStream: '', dataStream: '' };

const PRICES = 'v2/iex';

/** The addresses after one was typed: what the person wrote stays, and what they did not follows the first. */
export function withAddress(
  hosts: CustomHosts,
  typed: ReadonlySet<HostName>,
  name: HostName,
  value: string,
): CustomHosts {
  const next = { ...hosts, [name]: value };
  if (name !== 'rest') return next;
  const derived = derivedFrom(value.trim());
  for (const other of ['data', 'tradeStream', 'dataStream'] as const)
    if (!typed.has(other)) next[other] = derived[other];
  return next;
}

function derivedFrom(rest: string): Omit<CustomHosts, 'rest'> {
  const { data, tradeStream, dataStream } = NO_HOSTS;
  if (!URL.canParse(rest)) return { data, tradeStream, dataStream };
  const { protocol, host, hostname } = new URL(rest);
  if (!['https:', 'http:'].includes(protocol) || host === '')
    return { data, tradeStream, dataStream };
  const stream = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
  // Alpaca has its prices on hosts of their own.
  const alpaca = /(^|\.)((?:sandbox\.)?alpaca\.markets)$/.exec(hostname)?.[2];
  return {
    data: alpaca === undefined ? `${protocol}//${host}` : `https://data.${alpaca}`,
    tradeStream: `${stream}/stream`,
    dataStream: `${alpaca === undefined ? stream : `wss://stream.data.${alpaca}`}/${PRICES}`,
  };
}
