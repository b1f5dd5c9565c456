// How a browser gets into the web shell. Each start has a name that nobody can guess, so no page, worker or storage that
// another program left on this port belongs to it. The address that a person opens carries a ticket, which is worth one
// entry and nothing afterwards, wherever the browser wrote it down; the token that it is given for is in no address.
import { timingSafeEqual } from 'node:crypto';
import type { Random } from '#main/ports.ts';

export type Entry = {
  /** The name of this start, which browsers take for this computer. */
  host: string;
  isToken(given: string | undefined): boolean;
  /** The token, once for each ticket. */
  enter(ticket: string): string | undefined;
  /** What is opened, with a ticket that nobody has used yet. */
  address(port: number): string;
};

/** `onEntered`: the ticket is spent, and the next address has another. */
export function createEntry(random: Pick<Random, 'secret'>, onEntered: () => void): Entry {
  const host = `${random.secret(16)}.localhost`;
  const token = random.secret(32);
  let ticket = random.secret(32);
  return {
    host,
    isToken: (given) => isSame(given ?? '', token),
    enter(given) {
      if (!isSame(given, ticket)) return undefined;
      ticket = random.secret(32);
      onEntered();
      return token;
    },
    address: (port) => `http://${host}:${port}/?ticket=${ticket}`,
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
