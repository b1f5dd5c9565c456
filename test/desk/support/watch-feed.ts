// A window of a running web shell that watches one feed, past its page: what comes, and how large each message is.
import type { WatchDelivery } from '#contract/bridge.ts';
import type { FeedName, Item, Params } from '#contract/feeds.ts';
import type { RunningShell } from '#test/e2e/support/running-shell.ts';
import { openSocketOnLoopback } from '#test/support/loopback.ts';

export function watchFeed<F extends FeedName>(
  shell: Pick<RunningShell, 'address' | 'token'>,
  feed: F,
  params: Params<F>,
) {
  const socket = openSocketOnLoopback(new URL('/watch', shell.address), [`ballast.${shell.token}`]);
  const sizes: number[] = [];
  const items: Item<F>[] = [];
  socket.on('open', () => socket.send(JSON.stringify({ kind: 'watch', id: 1, feed, params })));
  socket.on('message', (data: Buffer) => {
    sizes.push(data.length);
    for (const { event } of JSON.parse(data.toString()) as WatchDelivery)
      if (event.kind === 'batch') items.push(...(event.items as Item<F>[]));
  });
  return { sizes, items, close: () => socket.close() };
}
