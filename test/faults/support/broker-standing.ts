// What the broker itself says that an account stands at, asked for past the desk, against what the page has. Meant for a
// moment without news while the broker's clock stands still: then every figure is the same one, however it came about.
import { Position } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import { isDecimal, isEqual, sub } from '#main/domain/decimal.ts';
import type { KeyPair } from '#main/ports.ts';
import type { Page } from '#test/faults/support/page.ts';

type Members = Record<string, unknown>;
export type BrokerStanding = { account: Members; positions: readonly Members[] };

/** So old may a reading be at most while all is well. */
const OLDEST_MS = 20_000;

export async function readStanding(rest: string, key: KeyPair): Promise<BrokerStanding> {
  const headers = { 'APCA-API-KEY-ID': key.keyId, 'APCA-API-SECRET-KEY': key.secretKey };
  const [account, positions] = await Promise.all(
    ['account', 'positions'].map(async (path) => {
      const answer = await fetch(`${rest}/v2/${path}`, { headers });
      if (!answer.ok) throw new Error(`the broker answered ${answer.status} for its ${path}`);
      return answer.json() as Promise<unknown>;
    }),
  );
  return { account: account as Members, positions: positions as Members[] };
}

/** Every figure of the account and of each position that the desk knows, and how old they are at `now`. */
export function standingDifferences(
  { feeds }: Pick<Page, 'feeds'>,
  { account, positions }: BrokerStanding,
  now: number,
): string[] {
  const reading = feeds.account.get('account');
  const told = feeds.positions.get('positions');
  if (!reading || !told) return ['the account or its positions are not told'];
  const { equity, lastEquity } = reading.account;
  return [
    ...figureDifferences('account', account, reading.account, Account.shape),
    ...positions.flatMap((there) => {
      const here = told.positions.find(({ symbol }) => symbol === there['symbol']);
      return figureDifferences(String(there['symbol']), there, here ?? {}, Position.shape);
    }),
    ...told.positions
      .filter(({ symbol }) => !positions.some((there) => there['symbol'] === symbol))
      .map(({ symbol }) => `${symbol} is told, and not held`),
    ...(isEqual(reading.dayChange, sub(equity, lastEquity))
      ? []
      : [`the day changed by ${sub(equity, lastEquity)}, and is told as ${reading.dayChange}`]),
    ...(reading.areTransfersOpen ? ['the change of the day is still told as an estimate'] : []),
    ...[reading.receivedAt, told.receivedAt]
      .filter((receivedAt) => receivedAt > now || now - receivedAt > OLDEST_MS)
      .map((receivedAt) => `what was read ${now - receivedAt} ms ago is told as it is`),
  ];
}

/** The broker's names are the desk's in another spelling. */
function figureDifferences(what: string, there: Members, here: Members, known: object): string[] {
  return Object.entries(there).flatMap(([name, value]) => {
    if (!isDecimal(value) || !Object.hasOwn(known, camel(name))) return [];
    const told = here[camel(name)];
    return isDecimal(told) && isEqual(told, value)
      ? []
      : [`${what}: ${name} is ${value}, and told as ${String(told)}`];
  });
}

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
