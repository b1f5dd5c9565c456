// One window of a person at the desk: it enters with a ticket, calls, and writes down every value it was told with the
// moment at which it was told. What it believes is what the contract says of a feed: a reset begins anew, an item takes
// the place of the one with its key.
import { ask } from '#test/second-proof/http.ts';
import { WebSocket } from 'ws';

type Item = Record<string, unknown>;
/** `run` counts the times that the window began to watch: with each it is told everything anew. */
export type Told = { at: number; run: number; feed: string; item: Item; isFirst: boolean };
export type Reply = { ok: boolean; value?: unknown; failure?: Item };

const KEY_OF: Record<string, (item: Item) => string> = {
  desk: () => 'desk',
  account: () => 'account',
  positions: () => 'positions',
  trading: () => 'trading',
  streams: ({ stream }) => String(stream),
  orders: ({ id }) => String(id),
  intents: ({ intentId }) => String(intentId),
  cancels: ({ id }) => String(id),
  executions: ({ orderId, cumQty, again }) => [orderId, cumQty, again ?? ''].join(':'),
  closings: ({ closingId }) => String(closingId),
  alerts: ({ alertId }) => String(alertId),
};
const OF_DESK = new Set(['desk', 'alerts']);

export function createWindow(name: string, onTold: (told: Told) => void) {
  const feeds = new Map<string, Map<string, Item>>();
  let url: URL | undefined;
  let token = '';
  let socket: WebSocket | undefined;
  let isWhole = new Set<string>();
  let run = 0;
  /** Over every start of the desk: alerts, and the orders whose cancel was told as taken by the broker. */
  const alertsEver: Item[] = [];
  const taken = new Set<string>();
  const problems: string[] = [];

  const post = (path: string, body: unknown, timeoutMs: number) => {
    if (!url) throw new Error('the window is not open');
    return ask({
      port: Number(url.port),
      path,
      method: 'POST',
      headers: { host: url.host, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body,
      timeoutMs,
    });
  };

  const take = (feed: string, event: Item, seqs: Map<string, number>): void => {
    if (event['kind'] !== 'batch') {
      problems.push(`${name}: feed ${feed} failed: ${JSON.stringify(event)}`);
      return;
    }
    const expected = (seqs.get(feed) ?? 0) + 1;
    if (event['seq'] !== expected)
      problems.push(
        `${name}: feed ${feed} has number ${String(event['seq'])} where ${expected} follows`,
      );
    seqs.set(feed, Number(event['seq']));
    const isReset = event['reset'] === true;
    const known = isReset ? new Map<string, Item>() : (feeds.get(feed) ?? new Map<string, Item>());
    feeds.set(feed, known);
    const isFirst = isReset || !isWhole.has(feed);
    if (event['isPart'] !== true) isWhole.add(feed);
    const at = Date.now();
    for (const item of event['items'] as Item[]) {
      known.set(KEY_OF[feed]?.(item) ?? '', item);
      if (feed === 'alerts') alertsEver.push(item);
      if (feed === 'cancels' && item['state'] === 'asked') taken.add(String(item['id']));
      onTold({ at, run, feed, item, isFirst });
    }
  };

  return {
    name,
    problems,
    async enter(address: URL): Promise<void> {
      url = address;
      token = '';
      const answer = await post('/enter', { ticket: address.searchParams.get('ticket') }, 20_000);
      const said = JSON.parse(answer.text) as { value?: { token: string } };
      if (!said.value) throw new Error(`${name} was not let in: ${answer.text}`);
      token = said.value.token;
    },
    /** Undefined: no answer came, so that nobody knows what the call did. */
    async call(call: string, input: Item, timeoutMs = 45_000): Promise<Reply | undefined> {
      try {
        return JSON.parse((await post('/call', { name: call, input }, timeoutMs)).text) as Reply;
      } catch {
        return undefined;
      }
    },
    watch(accountId: string): void {
      socket?.terminate();
      feeds.clear();
      isWhole = new Set();
      run++;
      const names = Object.keys(KEY_OF);
      const seqs = new Map<string, number>();
      const made = new WebSocket(`ws://127.0.0.1:${url?.port}/watch`, [`ballast.${token}`], {
        headers: { host: url?.host ?? '' },
      });
      made.on('error', () => {});
      made.on('open', () => {
        for (const [id, feed] of names.entries()) {
          const params = OF_DESK.has(feed) ? {} : { accountId };
          made.send(JSON.stringify({ kind: 'watch', id, feed, params }));
        }
      });
      made.on('message', (data: Buffer) => {
        if (socket !== made) return;
        const delivery = JSON.parse(data.toString()) as { id: number; event: Item }[];
        for (const { id, event } of delivery) take(names[id] ?? '', event, seqs);
      });
      socket = made;
    },
    isWatching: () =>
      socket?.readyState === WebSocket.OPEN && isWhole.size === Object.keys(KEY_OF).length,
    missing: () => Object.keys(KEY_OF).filter((feed) => !isWhole.has(feed)),
    alertsEver,
    wasTaken: (orderId: string): boolean => taken.has(orderId),
    items: (feed: string): Item[] => [...(feeds.get(feed)?.values() ?? [])],
    item: (feed: string, key: string): Item | undefined => feeds.get(feed)?.get(key),
    close() {
      socket?.terminate();
      socket = undefined;
      feeds.clear();
    },
  };
}

export type DeskWindow = ReturnType<typeof createWindow>;
