// The market-data stream of one account: signs in, asks for the wanted symbols, and asks again for what the service
// did not answer. Sending a subscription is not an acknowledgement; the reply is.
import type { Result } from '#contract/failure.ts';
import { createReplaceableProof } from '#main/broker/http/credentials.ts';
import {
  createLink,
  type Link,
  type LinkDeps,
  type Reaction,
  type Session,
  type Silence,
} from '#main/broker/streams/link.ts';
import type { Frame } from '#main/broker/streams/socket.ts';
import { createSubscribing, type Carried } from '#main/broker/streams/subscribing.ts';
import type { Credentials } from '#main/ports.ts';
import { createDataCodec, type CodecName } from '#main/wire/data-codec.ts';
import { authMessage, type DataBatch, type Subscriptions } from '#main/wire/data-stream.ts';
import type { TradePrint } from '#main/wire/records.ts';

type DataLink = Link & {
  /** What is wanted from now on. */
  want(next: Subscriptions): void;
};

type Deps = Omit<LinkDeps<DataBatch>, 'begin' | 'headers' | 'hide' | 'silence'> & {
  /** Asked at every sign-in, so that a replaced key is used from the next one on. */
  credentials: () => Credentials;
  codec?: CodecName;
  /** The feed is not in the account's plan; answers whether another is to be tried. */
  onFeedRefused?: () => boolean;
  /** Asked when nothing has come for a while; without it silence means nothing. */
  market?: Market | undefined;
  /** Told when every question about it has been answered. */
  onCarried?: ((carried: Carried) => void) | undefined;
};

type Market = {
  /** Why nothing is traded now, in words; undefined while something may be. */
  whyClosed(): string | undefined;
  /** The time of the market, as this feed tells it; undefined while nobody has said. */
  now(): number | undefined;
  /** The newest trade of each of these, over another way than the stream. */
  latestTrades(symbols: readonly string[]): Promise<Result<Traded[]>>;
};

type Traded = Pick<TradePrint, 'symbol' | 'tradedAt'>;

/** Codes after which another attempt with the same credentials is pointless. */
const FINAL_CODES = new Set([402, 411]);
const CONNECTION_LIMIT = 406;
const NOT_IN_THE_PLAN = 409;
const IN_USE =
  'Another program is using this key’s price stream, and the broker allows only one. Close it there. Ballast tries again every 30 s and reads prices by snapshot in the meantime.';
const NOT_IN_PLAN =
  'This feed is not in the account’s market data plan. Prices are read by snapshot. Choose another feed for this account, or change the plan at the broker and restart Ballast.';
const NEXT_FEED = 'This feed is not in the account’s market data plan. Trying the next one.';
const ASK_AGAIN_MS = 30_000;
/** What is known of the broker's time may be behind it by so much. */
const BEHIND_MS = 2_000;

export function createDataLink(deps: Deps): DataLink {
  const proof = createReplaceableProof(deps.credentials());
  const codec = createDataCodec(deps.codec ?? 'msgpack');
  const subscribing = createSubscribing();
  /** What nobody asked for is not listened to: a name that the service made up could say anything. */
  let asked: ReadonlySet<string> = new Set();
  const isAsked = ({ symbol }: { symbol: string }): boolean => asked.has(symbol);
  /** When the newest trade was made that this connection, or a question about its silence, has told. */
  let newestAt: number | undefined;
  /** The broker's time of what told no trade, which may be newer: of what was made before, it is not known what was told. */
  let otherAt: number | undefined;
  /** What was carried then: of what came later, a trade that is newer may be from before it was. */
  let carriedThen: readonly string[] = [];
  let isSignedIn = false;
  let cancelAskAgain: (() => void) | undefined;
  const link = createLink<DataBatch>({
    ...deps,
    hide: proof.hide,
    headers: { 'Content-Type': codec.contentType },
    silence: deps.market && {
      isExpectingData: () => subscribing.granted().trades.length > 0,
      isIdle: () => asked.size === 0,
      ask: (silentMs) => explainSilence(silentMs, deps.market),
      words: (silentMs) => `No price was heard for ${lastedText(silentMs)}`,
    },
    begin: beginSession,
  });

  function beginSession(): Session<DataBatch> {
    subscribing.begin();
    isSignedIn = false;
    newestAt = otherAt = undefined;
    return {
      hello() {
        const credentials = deps.credentials();
        proof.replace(credentials);
        return [codec.encode(authMessage(...signIn(credentials)))];
      },
      onFrame(frame) {
        const { controls, refused, ...said } = codec.read(frame);
        const trades = said.trades.filter(isAsked);
        const bars = said.bars.filter(isAsked);
        const reaction: Reaction<DataBatch> = { isHeard: controls.length === 0 && refused === 0 };
        if (trades.length > 0) noteTrades(trades);
        else if (reaction.isHeard === true) noteOther();
        const news = said.news?.filter(isAsked) ?? [];
        for (const control of controls) {
          switch (control.kind) {
            case 'authenticated':
              isSignedIn = true;
              reaction.auth = { authenticated: true };
              reaction.send = nextFrames();
              break;
            case 'subscription':
              // What was silent until now was asked for nothing.
              reaction.isAsked = subscribing.granted().trades.length === 0;
              subscribing.onGranted(control.granted);
              if (reaction.isAsked) noteOther();
              reaction.send = nextFrames();
              break;
            case 'error':
              if (control.code === NOT_IN_THE_PLAN && !isSignedIn && deps.onFeedRefused?.())
                reaction.end = { how: 'retry', message: NEXT_FEED };
              else if (subscribing.onRefused(control.code)) reaction.send = nextFrames();
              else Object.assign(reaction, troubleOf(control, isSignedIn));
              break;
            case 'connected':
              break;
            default:
              control satisfies never;
          }
        }
        if (trades.length > 0 || bars.length > 0 || news.length > 0)
          reaction.events = [{ trades, bars, ...(news.length > 0 && { news }) }];
        if (refused > 0) reaction.refused = `${refused} message(s)`;
        return reaction;
      },
    };
  }

  function noteTrades(trades: readonly Traded[], carried = subscribing.granted().trades): void {
    for (const { tradedAt } of trades) newestAt = Math.max(newestAt ?? tradedAt, tradedAt);
    carriedThen = carried;
  }

  /** What is not told by its time may be newer than all that is known: then it is as new as the broker's clock. */
  function noteOther(): void {
    const now = deps.market?.now();
    otherAt = now === undefined ? now : now + BEHIND_MS;
    if (otherAt === undefined) newestAt = undefined;
    carriedThen = subscribing.granted().trades;
  }

  /** Only a trade that others know of, and that was not told here, makes a silent connection a mute one. */
  async function explainSilence(silentMs: number, market: Market | undefined): Promise<Silence> {
    const why = market?.whyClosed();
    if (why !== undefined) return { kind: 'quiet', why };
    const known = newestAt === undefined ? otherAt : Math.max(newestAt, otherAt ?? newestAt);
    const before = carriedThen;
    const symbols = subscribing.granted().trades;
    const latest = await market?.latestTrades(symbols);
    if (!latest?.ok) return { kind: 'unknown' };
    const isUntold = ({ symbol, tradedAt }: Traded): boolean =>
      known !== undefined && tradedAt > known && before.includes(symbol);
    if (latest.value.some(isUntold)) return { kind: 'mute' };
    // Where nothing was heard yet, what is known from now on is what the next question is held against.
    noteTrades(latest.value, symbols);
    otherAt = undefined;
    return { kind: 'quiet', why: `No trade for ${lastedText(silentMs)}.` };
  }

  /** What is to be asked next, if anything is; and what is carried may have changed. */
  function nextFrames(): Frame[] {
    const message = isSignedIn ? subscribing.next() : undefined;
    cancelAskAgain?.();
    if (subscribing.isUnsettled()) cancelAskAgain = deps.delay(ASK_AGAIN_MS, askAgain);
    else if (isSignedIn) deps.onCarried?.(subscribing.carried());
    return message ? [codec.encode(message)] : [];
  }

  function askAgain(): void {
    subscribing.askAgain();
    link.send(nextFrames());
  }

  return {
    ...link,
    stop() {
      cancelAskAgain?.();
      link.stop();
    },
    want(next) {
      subscribing.want(next);
      asked = new Set(Object.values(next).flat());
      link.send(nextFrames());
    },
  };
}

const signIn = (credentials: Credentials): [key: string, secret: string] =>
  'token' in credentials
    ? ['oauth', credentials.token]
    : [credentials.keyId, credentials.secretKey];

function lastedText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function troubleOf(
  error: { code: number; message: string },
  isAuthenticated: boolean,
): Reaction<DataBatch> {
  if (error.code === CONNECTION_LIMIT) return { end: { how: 'wait', message: IN_USE } };
  if (!isAuthenticated && error.code === NOT_IN_THE_PLAN)
    return { end: { how: 'stop', message: NOT_IN_PLAN } };
  if (!isAuthenticated && FINAL_CODES.has(error.code))
    return { auth: { authenticated: false, message: error.message } };
  if (!isAuthenticated) return { end: { how: 'retry', message: error.message } };
  return { refused: `${error.code} ${error.message}` };
}
