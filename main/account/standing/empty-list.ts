// No positions at all, where something is held for all that is known: an empty list is the answer to many a question, and
// between the broker and this desk answers were mixed up before. It is believed when it comes twice.
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';

/** The client, its list of positions asked for once more where everything is gone and no fill says so. */
export function withoutSuddenEmptiness<C extends Pick<Client, 'positions'>>(
  client: C,
  book: Pick<Book, 'standingPositions'>,
): C {
  return {
    ...client,
    async positions(signal, lane, onSend) {
      const answer = await client.positions(signal, lane, onSend);
      const isEmpty = answer.ok && answer.value.length === 0 && answer.value.unread === undefined;
      const isSudden = isEmpty && book.standingPositions().length > 0;
      return isSudden && !signal?.aborted ? client.positions(signal, lane, onSend) : answer;
    },
  };
}
