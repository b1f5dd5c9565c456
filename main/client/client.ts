// The brokerage's operations for one account: typed in, typed out, failures as values.
import { fail, ok, type Failed, type Result } from '#contract/failure.ts';
import type { Account } from '#contract/records.ts';
import { createHttpHost, type Exchange, type HttpRequest } from '#main/client/http.ts';
import type { Clock, Delay, Hosts, KeyPair } from '#main/ports.ts';
import { failureOfAnswer, parseJson } from '#main/wire/answer.ts';
import {
  decodeAccount,
  decodeAsset,
  decodeSnapshots,
  type AssetRecord,
  type Snapshot,
} from '#main/wire/records.ts';

export type Client = {
  account(signal?: AbortSignal): Promise<Result<Account>>;
  asset(symbol: string, signal?: AbortSignal): Promise<Result<AssetRecord>>;
  /** Symbols the broker does not know are left out of the answer. */
  snapshots(symbols: readonly string[], signal?: AbortSignal): Promise<Result<Snapshot[]>>;
  close(): void;
};

type Deps = {
  hosts: Pick<Hosts, 'rest' | 'data'>;
  credentials: KeyPair;
  clock: Clock;
  delay: Delay;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;

export function createClient(deps: Deps): Client {
  const { clock, delay, timeoutMs = TIMEOUT_MS } = deps;
  const rest = createHttpHost({ origin: deps.hosts.rest, delay });
  const data = createHttpHost({ origin: deps.hosts.data, delay });
  const headers = {
    'APCA-API-KEY-ID': deps.credentials.keyId,
    'APCA-API-SECRET-KEY': deps.credentials.secretKey,
  };

  async function read<T>(
    host: typeof rest,
    path: string,
    decode: (json: unknown) => Result<T>,
    signal?: AbortSignal,
  ): Promise<Result<T>> {
    const request: HttpRequest = {
      method: 'GET',
      path,
      headers,
      timeoutMs,
      ...(signal && { signal }),
    };
    const exchange = await host.send(request);
    if (exchange.kind !== 'answer') return offline(exchange);
    if (exchange.status < 200 || exchange.status > 299)
      return failureOfAnswer(exchange, clock.wall());
    return decode(parseJson(exchange.body));
  }

  return {
    account: (signal) => read(rest, '/v2/account', decodeAccount, signal),
    asset: (symbol, signal) =>
      read(rest, `/v2/assets/${encodeURIComponent(symbol)}`, decodeAsset, signal),
    async snapshots(symbols, signal) {
      if (symbols.length === 0) return ok([]);
      const list = symbols.map(encodeURIComponent).join(',');
      return read(data, `/v2/stocks/snapshots?symbols=${list}`, decodeSnapshots, signal);
    },
    close() {
      rest.close();
      data.close();
    },
  };
}

function offline(exchange: Exclude<Exchange, { kind: 'answer' }>): Failed {
  return fail({
    kind: 'offline',
    message:
      exchange.kind === 'not-sent'
        ? `The broker could not be reached: ${exchange.reason}.`
        : `The broker did not answer: ${exchange.reason}.`,
  });
}
