// The quotes that exits in the extended session go by. All symbols that ask at about the same time are one question: a
// data host that counts requests answers one of them, where it would refuse one for each position.
import { ok, type Failure, type Result } from '#contract/failure.ts';
import type { Client } from '#main/broker/client.ts';
import type { Ports } from '#main/ports.ts';
import type { Quote, Snapshot } from '#main/wire/records.ts';

type Deps = Pick<Ports, 'delay'> & {
  client: Pick<Client, 'snapshots'>;
  signal: AbortSignal;
};

type Question = { symbols: Set<string>; answer: Promise<Result<Snapshot[]>> };

const TOGETHER_MS = 50;

export function createQuotes({ client, delay, signal }: Deps) {
  let next: Question | undefined;

  function begin(): Question {
    const symbols = new Set<string>();
    const answer = new Promise<Result<Snapshot[]>>((resolve) => {
      delay(TOGETHER_MS, () => {
        next = undefined;
        resolve(client.snapshots([...symbols], signal, { isTimely: true }));
      });
    });
    return { symbols, answer };
  }

  return async (symbol: string): Promise<Result<Quote | undefined>> => {
    next ??= begin();
    const { symbols, answer } = next;
    symbols.add(symbol);
    const all = await answer;
    const own =
      !all.ok && isSpoiled(all.failure) && symbols.size > 1
        ? await client.snapshots([symbol], signal, { isTimely: true })
        : all;
    return own.ok ? ok(own.value.find((one) => one.symbol === symbol)?.quote) : own;
  };
}

/** A symbol that the host does not know, or whose quote cannot be read, spoils the question for all of them. */
const isSpoiled = (failure: Failure): boolean =>
  failure.kind === 'refused' || (failure.kind === 'unavailable' && failure.status < 500);
