// ① One stream of one account: connect, authenticate, stay alive, come back. What is said on the socket is the
// session's business; when to speak at all is decided here. Every attempt has a generation, and whatever an older
// one still delivers is dropped.
import type { StreamPhase } from '#contract/records.ts';
import { createBackoff, type BackoffLimits } from '#main/tools/backoff.ts';
import type { Frame, OpenSocket, Socket } from '#main/broker/streams/socket.ts';
import type { Ports } from '#main/ports.ts';
import { messageOf } from '#main/tools/message-of.ts';
import { safely } from '#main/tools/safely.ts';
import { foreignSentence, type Hide } from '#main/wire/foreign-text.ts';

/** The first authentication of an attempt, as the service answered it. */
type AuthResult = { authenticated: true } | { authenticated: false; message: string };

/** What follows from one frame. */
export type Reaction<E> = {
  send?: Frame[];
  events?: E[];
  /** Something was said about the market, of use here or not. */
  isHeard?: boolean;
  auth?: AuthResult;
  /** The frame could not be read; the link stays. */
  refused?: string;
  /** This attempt is over: `stop` for good, `wait` for a long pause (another client holds the stream). */
  end?: { how: 'retry' | 'wait' | 'stop'; message: string };
};

/** The conversation of one attempt. */
export type Session<E> = {
  hello(): Frame[];
  onFrame(frame: Frame): Reaction<E>;
};

export type LinkState = {
  phase: StreamPhase;
  message: string | undefined;
  since: number;
};

export type Link = {
  start(): void;
  stop(): void;
  /** After sleep, or when the network is back: drop what there is and connect now. */
  wake(): void;
  /** Sends on the present connection if it is authenticated; answers whether it did. */
  send(frames: Frame[]): boolean;
  state(): LinkState;
  counters(): Readonly<{ attempts: number; frames: number; refused: number }>;
};

/**
 * Why a connection that answers pings tells nothing: there is nothing to tell, there is and it was not told, or nobody
 * could be asked.
 */
export type Silence = { kind: 'quiet'; why: string } | { kind: 'mute' } | { kind: 'unknown' };

type SilenceWatch = {
  /** False while nothing is subscribed to. */
  isExpectingData(): boolean;
  /** Must answer or throw in bounded time. */
  ask(silentMs: number): Promise<Silence>;
};

type LinkLimits = {
  authMs: number;
  pingMs: number;
  pongMs: number;
  /** A connection that lived this long resets the backoff. */
  aliveMs: number;
  /** The pause when another client holds the stream. */
  busyMs: number;
  /** After this much silence it is asked why, and again after as much. */
  silenceMs: number;
  /** While no data is expected: so late it may be seen that some is. */
  idleLookMs: number;
  /** What was traded a moment ago may be on its way. */
  onItsWayMs: number;
  backoff: BackoffLimits;
};

export type LinkDeps<E> = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  /** Asked at every attempt where it may change. */
  url: string | (() => string);
  headers: Readonly<Record<string, string>>;
  /** What must not be quoted, should the service say it. */
  hide: Hide;
  begin: () => Session<E>;
  onEvents: (events: E[]) => void;
  onState: (state: LinkState) => void;
  /** Absent where silence means nothing. */
  silence?: SilenceWatch | undefined;
  openSocket: OpenSocket;
  limits?: Partial<LinkLimits>;
};

const LONGEST_QUOTE = 300;
const LIMITS: LinkLimits = {
  authMs: 10_000,
  pingMs: 10_000,
  pongMs: 5_000,
  aliveMs: 5_000,
  busyMs: 30_000,
  silenceMs: 60_000,
  idleLookMs: 10_000,
  onItsWayMs: 5_000,
  backoff: { firstMs: 500, capMs: 30_000 },
};

export function createLink<E>(deps: LinkDeps<E>): Link {
  const { clock, delay, log } = deps;
  const limits = { ...LIMITS, ...deps.limits };
  const backoff = createBackoff(limits.backoff, deps.random);
  const url = (): string => (typeof deps.url === 'string' ? deps.url : deps.url());
  const counters = { attempts: 0, frames: 0, refused: 0 };
  let generation = 0;
  let socket: Socket | undefined;
  let isAuthenticated = false;
  let heardAt = 0;
  let lastDataAt = 0;
  let silenceAskedAt = 0;
  const timers = new Set<() => void>();
  // Whoever listens may fail: the stream goes on, and so does the program.
  const tellState = safely(deps.onState, log, 'a listener of a stream’s state failed');
  const tellEvents = safely(deps.onEvents, log, 'a listener of a stream failed');
  const quote = (text: string): string => foreignSentence(text, deps.hide, LONGEST_QUOTE);
  let state: LinkState = { phase: 'off', message: undefined, since: clock.wall() };

  function enter(phase: StreamPhase, message?: string): void {
    if (state.phase === phase && state.message === message) return;
    const since = state.phase === phase ? state.since : clock.wall();
    state = { phase, message, since };
    tellState(state);
  }

  function connect(): void {
    endAttempt();
    const mine = ++generation;
    const isCurrent = () => mine === generation;
    const session = deps.begin();
    counters.attempts++;
    isAuthenticated = false;
    heardAt = clock.elapsed();
    if (state.phase !== 'reconnecting') enter('connecting');
    after(limits.authMs, () => lose('the broker did not answer the sign-in'));
    socket = deps.openSocket(url(), deps.headers, {
      onOpen: () => isCurrent() && guard(() => sendAll(session.hello())),
      onFrame: (frame) => isCurrent() && guard(() => handleFrame(session, frame)),
      onPong: () => isCurrent() && (heardAt = clock.elapsed()),
      onClose: (reason) => isCurrent() && guard(() => lose(reason)),
    });
  }

  /** Whatever fails while a message is handled costs that message, and is counted. */
  function guard(handle: () => void): void {
    try {
      handle();
    } catch (error) {
      counters.refused++;
      log('error', 'a message of a stream could not be handled', {
        url: url(),
        why: quote(messageOf(error)),
      });
    }
  }

  function handleFrame(session: Session<E>, frame: Frame): void {
    counters.frames++;
    const reaction = react(session, frame);
    if (reaction.refused !== undefined) {
      counters.refused++;
      log('warn', 'a stream frame could not be read', {
        url: url(),
        why: quote(reaction.refused),
      });
    }
    if (reaction.send) sendAll(reaction.send);
    if (reaction.auth && !isAuthenticated) authenticate(reaction.auth);
    if (reaction.end) return finish(reaction.end.how, reaction.end.message);
    const events = reaction.events ?? [];
    if (reaction.isHeard === true || events.length > 0) heardData();
    if (events.length > 0) tellEvents(events);
  }

  function react(session: Session<E>, frame: Frame): Reaction<E> {
    try {
      return session.onFrame(frame);
    } catch (error) {
      return { refused: messageOf(error) };
    }
  }

  function authenticate(auth: AuthResult): void {
    if (!auth.authenticated) {
      enter('stopped', `The broker refused the sign-in: ${quote(auth.message)}.`);
      return stop();
    }
    isAuthenticated = true;
    cancelTimers();
    lastDataAt = silenceAskedAt = clock.elapsed();
    after(limits.aliveMs, () => backoff.reset());
    ping();
    if (deps.silence) watchSilence(deps.silence);
    enter('live');
  }

  function heardData(): void {
    lastDataAt = silenceAskedAt = clock.elapsed();
    if (state.phase === 'stale' || state.phase === 'quiet') enter('live');
  }

  function ping(): void {
    after(limits.pingMs, () => {
      const asked = clock.elapsed();
      socket?.ping();
      after(limits.pongMs, () => {
        if (heardAt < asked) return lose('the connection went silent');
        ping();
      });
    });
  }

  /** Looks when the silence would have lasted, not again and again; what expects nothing is looked at now and then. */
  function watchSilence(silence: SilenceWatch): void {
    const leftMs = silenceAskedAt + limits.silenceMs - clock.elapsed();
    const waitMs = silence.isExpectingData() ? leftMs : Math.min(leftMs, limits.idleLookMs);
    after(Math.max(1_000, waitMs), () => {
      const now = clock.elapsed();
      if (!silence.isExpectingData()) lastDataAt = silenceAskedAt = now;
      else if (now - silenceAskedAt >= limits.silenceMs) void askAboutSilence(silence, now);
      watchSilence(silence);
    });
  }

  async function askAboutSilence(silence: SilenceWatch, now: number): Promise<void> {
    const mine = generation;
    const heard = lastDataAt;
    const isStillSilent = () => mine === generation && heard === lastDataAt;
    silenceAskedAt = now;
    const answer = await silence.ask(now - heard).catch((error: unknown): Silence => {
      log('error', 'asking about the silence of a stream failed', { why: quote(messageOf(error)) });
      return { kind: 'unknown' };
    });
    if (!isStillSilent()) return;
    if (answer.kind === 'quiet') enter('quiet', answer.why);
    else if (answer.kind === 'unknown')
      enter('stale', 'Connected, but no data is coming, and the broker could not be asked why.');
    else after(limits.onItsWayMs, () => isStillSilent() && lose('connected, but no data came'));
  }

  function lose(reason: string): void {
    finish('retry', reason);
  }

  function finish(how: 'retry' | 'wait' | 'stop', why: string): void {
    endAttempt();
    const message = quote(why);
    if (how === 'stop') return enter('stopped', message);
    const waitMs = how === 'wait' ? limits.busyMs : backoff.next();
    log('info', 'stream lost', { url: url(), reason: message, waitMs });
    enter('reconnecting', message);
    after(waitMs, connect);
  }

  /** Ends timers and socket; whatever the old socket still says belongs to a generation that is over. */
  function endAttempt(): void {
    generation++;
    isAuthenticated = false;
    cancelTimers();
    socket?.terminate();
    socket = undefined;
  }

  function stop(): void {
    endAttempt();
    if (state.phase !== 'stopped') enter('off');
  }

  function after(ms: number, run: () => void): void {
    const cancel = delay(ms, () => {
      timers.delete(cancel);
      run();
    });
    timers.add(cancel);
  }
  function cancelTimers(): void {
    for (const cancel of timers) cancel();
    timers.clear();
  }
  function sendAll(frames: Frame[]): void {
    for (const frame of frames) socket?.send(frame);
  }

  return {
    start: connect,
    stop,
    wake() {
      if (state.phase === 'off' || state.phase === 'stopped') return;
      backoff.reset();
      enter('reconnecting', 'Reconnecting after a pause.');
      connect();
    },
    send(frames) {
      if (isAuthenticated) sendAll(frames);
      return isAuthenticated;
    },
    state: () => state,
    counters: () => counters,
  };
}
