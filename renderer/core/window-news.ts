// What the windows of one desk tell each other past main: the symbol that was chosen, and that something remembered was
// changed. Only pages of the same origin hear it, and what is heard is checked all the same.
import { z } from 'zod';
import { AccountId, Ticker } from '#contract/records.ts';
import { createListeners } from '#renderer/core/listeners.ts';

const News = z.discriminatedUnion('kind', [
  /** A desk chose it; or says it to a window that asked. */
  z.strictObject({
    kind: z.literal('symbol'),
    accountId: AccountId,
    symbol: Ticker,
    isAnswer: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('which-symbol'), accountId: AccountId }),
  z.strictObject({ kind: z.literal('remembered') }),
]);
export type News = z.infer<typeof News>;

export type WindowNews = {
  /** To the other windows; never to this one. */
  tell(news: News): void;
  on(listener: (news: News) => void): () => void;
};

type Channel = Pick<BroadcastChannel, 'postMessage'> & {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
};

/** Open for as long as the page is. */
export function createWindowNews(channel: Channel): WindowNews {
  const listeners = createListeners<[News]>();
  channel.addEventListener('message', ({ data }) => {
    const read = News.safeParse(data);
    if (read.success) listeners.notify(read.data);
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin by itself
    tell: (news) => channel.postMessage(news),
    on: listeners.add,
  };
}
