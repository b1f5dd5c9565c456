// The bridge over loopback: calls are POSTs, watches share one WebSocket that comes back by itself. After a reconnect
// every watch is asked for again; its first batch is a reset, so the page needs no memory of the gap.
import type { Bridge, FeedEvent, WatchDelivery, WatchRequest } from '#contract/bridge.ts';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import type { Confirmation } from '#contract/trading.ts';

type Deps = {
  token: string;
  location: Pick<Location, 'host'>;
  delayMs: (ms: number, run: () => void) => () => void;
};

type Watch = {
  feed: string;
  params: unknown;
  seq: number;
  onEvent: (event: FeedEvent<unknown>) => void;
};

const RECONNECT_MS = 500;
const CALL_TIMEOUT_MS = 60_000;
/** These may wait for a person (the prompt of a keychain, main's question in the terminal), or as a row of a batch for its turn. */
const PATIENT_CALLS = new Set([
  'accounts.arm',
  'accounts.check',
  'accounts.connect',
  'accounts.open',
  'accounts.remove',
  'accounts.rotate',
  'batches.start',
  'closings.begin',
  'closings.goOn',
  'guards.set',
  'keys.remove',
  'lock.configure',
  'mints.sendAgain',
  'mints.submit',
  'oauth.allow',
  'oauth.configure',
  'oauth.issueToken',
  'clients.add',
  'clients.renewSecret',
  'trading.resume',
]);
/** About such an exit main may ask; any other order is answered soon, or the person is told that it was not. */
const isPatient = (name: string, body: string): boolean =>
  PATIENT_CALLS.has(name) || (name.startsWith('orders.') && body.includes(EXIT));
const EXIT = '"exit-while-stopped"' satisfies `"${Confirmation}"`;
const PATIENT_TIMEOUT_MS = 600_000;
/** Browsers refuse more, in characters of one byte. */
const KEPT_ALIVE: ReadonlySet<string> = new Set(['ui.set', 'paper.heal']);
const MOST_KEPT_ALIVE = 60_000;

export function createLoopbackBridge({ token, location, delayMs }: Deps): Bridge {
  const watches = new Map<number, Watch>();
  let lastId = 0;
  let socket: WebSocket | undefined;
  /** Why nothing is heard, while that is so. */
  let why: Failure = NO_ANSWER;

  function connect(): void {
    const mine = new WebSocket(`ws://${location.host}/watch`, [`ballast.${token}`]);
    socket = mine;
    mine.addEventListener('open', () => {
      for (const [id, watch] of watches) ask(id, watch);
    });
    mine.addEventListener('message', ({ data }) => {
      for (const { id, event } of JSON.parse(String(data)) as WatchDelivery) deliver(id, event);
    });
    mine.addEventListener('close', () => {
      if (socket !== mine) return;
      socket = undefined;
      tellWhy();
      void askWhy();
      delayMs(RECONNECT_MS, () => {
        if (watches.size > 0 && !socket) connect();
      });
    });
  }

  function tellWhy(): void {
    for (const watch of watches.values()) watch.onEvent({ kind: 'failed', failure: why });
  }

  /** A socket is refused without words; a call says that the desk was started anew and how to get in. */
  async function askWhy(): Promise<void> {
    const answer = await bridge.call('desk.info', {});
    why = !answer.ok && answer.failure.kind === 'not-allowed' ? answer.failure : NO_ANSWER;
    if (why !== NO_ANSWER && socket?.readyState !== WebSocket.OPEN) tellWhy();
  }

  function ask(id: number, watch: Watch): void {
    watch.seq = 0;
    send({ kind: 'watch', id, feed: watch.feed, params: watch.params });
  }

  function deliver(id: number, event: FeedEvent<unknown>): void {
    const watch = watches.get(id);
    if (!watch) return;
    if (event.kind === 'batch' && event.seq !== ++watch.seq) {
      // A batch is missing: what follows cannot be trusted, so the watch begins anew.
      send({ kind: 'unwatch', id });
      return ask(id, watch);
    }
    watch.onEvent(event);
  }

  function send(request: WatchRequest): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
  }

  const bridge = {
    // Nothing that waits for the answer holds what was sent: a secret may be in it, and main may wait for a person.
    call(name: string, input: unknown): Promise<Result<unknown>> {
      const body = JSON.stringify({ name, input });
      return answerOf(
        fetch('/call', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
          body,
          // As the page goes away: what is to be remembered, and the end of a fault that it started.
          keepalive: KEPT_ALIVE.has(name) && body.length < MOST_KEPT_ALIVE,
          signal: AbortSignal.timeout(isPatient(name, body) ? PATIENT_TIMEOUT_MS : CALL_TIMEOUT_MS),
        }),
      );
    },
    watch(feed: string, params: unknown, onEvent: (event: FeedEvent<unknown>) => void) {
      const id = ++lastId;
      const watch: Watch = { feed, params, seq: 0, onEvent };
      watches.set(id, watch);
      if (!socket) connect();
      else ask(id, watch);
      return () => {
        watches.delete(id);
        send({ kind: 'unwatch', id });
      };
    },
  };
  // The contract's generic verbs, over a transport that knows only names.
  return bridge as Bridge;
}

async function answerOf(sent: Promise<Response>): Promise<Result<unknown>> {
  try {
    return (await (await sent).json()) as Result<unknown>;
  } catch {
    return fail({ kind: 'offline', message: GONE });
  }
}

/** Electron's invoke rejects when main goes away before it answered; that is an answer like loopback's. */
export const answering = (bridge: Bridge): Bridge => ({
  watch: bridge.watch,
  call: (name, input) =>
    bridge.call(name, input).catch(() => fail({ kind: 'offline', message: GONE })),
});

const GONE = 'Ballast is not responding. Is it still running?';
const NO_ANSWER: Failure = { kind: 'offline', message: GONE };
const TOKEN_KEY = 'ballast.token';

type Page = Pick<Window, 'location' | 'history' | 'sessionStorage' | 'fetch'>;

/**
 * What this tab talks to the desk with: kept in its storage, or given for the ticket in the address. A ticket is spent by
 * that, and leaves the address at once, so that it is in no picture either.
 */
export async function takeToken(page: Page): Promise<string> {
  const { location, history, sessionStorage } = page;
  const ticket = new URLSearchParams(location.search).get('ticket');
  // What stands behind the `#` is where the page is to begin, and no secret.
  if (ticket !== null) history.replaceState(null, '', location.pathname + location.hash);
  const given = ticket === null ? undefined : await enter(page, ticket);
  if (given !== undefined) sessionStorage.setItem(TOKEN_KEY, given);
  return given ?? sessionStorage.getItem(TOKEN_KEY) ?? '';
}

/** Nothing for a ticket that was used before; the first call says then how to get in. */
async function enter(page: Page, ticket: string): Promise<string | undefined> {
  try {
    const response = await page.fetch('/enter', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ticket }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const answer = (await response.json()) as Result<{ token: string }>;
    return answer.ok ? answer.value.token : undefined;
  } catch {
    return undefined;
  }
}
