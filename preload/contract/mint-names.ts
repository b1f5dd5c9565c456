// The issuers and networks that there are today, by the names that the wire has for them. Open sets: what the broker
// shows beyond these is offered too, and a name that nobody here knows is left as it was written.

/** Networks whose addresses are those of Ethereum. */
export const EVM_NETWORKS: readonly string[] = [
  'arbitrum',
  'base',
  'binance',
  'cronos',
  'ethereum',
  'hypercore',
  'hyperevm',
  'mantle',
  'robinhood',
];
export const NETWORKS: readonly string[] = [...EVM_NETWORKS, 'solana', 'ton', 'tron'];
export const ISSUERS: readonly string[] = ['binance', 'coinbase', 'ondo', 'st0x', 'xstocks'];

/** Ethereum and ETHEREUM are ethereum, wherever a name is written. */
export const knownName = (known: readonly string[], name: string): string =>
  known.find((candidate) => candidate === name.toLowerCase()) ?? name;
