// A table that is read a second time would mint a second time: rows that look like a mint of the last day say so.
import type { MintForm } from '#contract/tokenization.ts';
import { isSameMint } from '#main/domain/mints/matches-mint.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';
import { readMintBody } from '#main/wire/tokenization.ts';

const WITHIN_MS = 86_400_000;
const MOST = 500;

export function createDuplicateCheck(
  journal: Pick<Journal, 'list'>,
  clock: Clock,
): (form: MintForm) => string | undefined {
  return ({ label: clientRequestId, ...form }) => {
    const page = journal.list({
      kinds: ['mint'],
      symbol: form.underlyingSymbol,
      states: ['sent', 'accepted', 'unknown', 'set-aside'],
      from: clock.wall() - WITHIN_MS,
      limit: MOST,
    });
    const like = (page.ok ? page.value.intents : []).find(({ body, intentId }) => {
      const mint = readMintBody(body);
      if (!mint || !isSameMint(mint, { ...form, clientRequestId })) return false;
      return clientRequestId === ''
        ? mint.clientRequestId === intentId
        : mint.clientRequestId === clientRequestId;
    });
    return like && `The same was minted here on ${new Date(like.confirmedAt).toISOString()}.`;
  };
}
