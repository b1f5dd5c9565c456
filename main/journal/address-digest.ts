// What an entry of the address book was when it was saved. It stands in a table of its own, so in another page of the
// file: damage to a page, or an older one in its place, changes one of the two and not the other.
import { createHash } from 'node:crypto';

type Entry = { name: unknown; network: unknown; address: unknown };

/** JSON keeps apart where one part ends and the next begins. */
export const digestOf = ({ name, network, address }: Entry): string =>
  createHash('sha256')
    .update(JSON.stringify([name, network, address]))
    .digest('hex');
