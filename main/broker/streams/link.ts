// ① One stream of one account: connect, authenticate, stay alive, come back. What is said on the socket is the
// session's business; when to speak at all is decided here. Every attempt has a generation, and whatever an older
// one still delivers is dropped.
import type { StreamPhase } from '#contract/records.ts';
import { createBackoff } from '#main/tools/backoff.ts';
import { LIMITS, type LinkLimits } from '#main/broker/streams/link-limits.ts';
import type { Frame, OpenSocket, Socket } from '#main/broker/streams/socket.ts';
import type { Ports } from '#main/ports.ts';
import { markOf, type ClockMark } from '#main/tools/either-clock.ts';
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
  /** From now on it is asked for something: its silence before was right, and it has told nothing yet. */
  isAsked?: boolean;
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
  /** Until when it is known to have told everything. */
  knownUntil(): ClockMark;
  /** It was seen elsewhere that until then, on the clock that nobody sets, everything was told. */
  confirm(until: number): void;
  /** It may not have told something: if that is so in a moment, and it has said nothing until then, it is given up. */
  doubt(isUntold: () => boolean, why: string): void;
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
  /** Nobody wants anything of it. */
  isIdle(): boolean;
  /** Must answer or throw in bounded time. */
  ask(silentMs: number): Promise<Silence>;
  /** The silence so far, such as 'No price was heard for 17 s'. */
  words(silentMs: number): string;
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

export function createLink<E>(deps: LinkDeps<E>): Link {
  const { clock, delay, log } = deps;
  const limits = { ...LIMITS, ...deps.limits };
  const backoff = createBackoff(limits.backoff, deps.random);
  const url = (): string => (typeof deps.url === 'string' ? deps.url : deps.url());
  const counters = { attempts: 0, frames: 0, refused: 0 };
  let generation = 0;
  let socket: Socket | undefined;
  let isAuthenticated = false;
  /** When it told something last, or was seen to have told everything; and when it, or its pong, was heard last. */
  let told = markOf(clock);
  let heard = told;
  /** It was given up for what it did not tell: connected again, it is not believed until it tells something. */
  let isMute = false;
  let isDoubted = false;
  let lastDataAt = 0;
  let silenceAskedAt = 0;
  let silenceMs = limits.silenceMs;
  let cancelLook: (() => void) | undefined;
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
    if (state.phase !== 'reconnecting') enter('connecting');
    after(limits.authMs, () => lose('the broker did not answer the sign-in'));
    socket = deps.openSocket(url(), deps.headers, {
      onOpen: () => isCurrent() && guard(() => sendAll(session.hello())),
      onFrame: (frame) => isCurrent() && guard(() => handleFrame(session, frame)),
      onPong: () => isCurrent() && (heard = markOf(clock)),
      onClose: (reason, isEnded) =>
        isCurrent() &&
        guard(() => {
          if (isEnded === true) heard = markOf(clock);
          lose(reason);
        }),
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
    heard = markOf(clock);
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
    if (reaction.isHeard === true || events.length > 0) heardData(true);
    else if (reaction.isAsked === true) heardData(false);
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
    if (!deps.silence) isMute = false;
    cancelTimers();
    noteTold();
    silenceMs = limits.silenceMs;
    after(limits.aliveMs, () => backoff.reset());
    ping();
    if (deps.silence) watchSilence(deps.silence);
    if (isMute && deps.silence) enter('stale', 'Connected again, but nothing was heard yet.');
    else enter('live');
  }

  function noteTold(): void {
    heard = told = markOf(clock);
    lastDataAt = silenceAskedAt = told.elapsed;
  }

  function heardData(isWord: boolean): void {
    if (isWord) isMute = false;
    const isTalking = clock.elapsed() - lastDataAt < limits.silenceMs;
    noteTold();
    if (isTalking && silenceMs > limits.silenceMs) {
      silenceMs = limits.silenceMs;
      if (deps.silence) watchSilence(deps.silence);
    }
    if (!isMute && (state.phase === 'stale' || state.phase === 'quiet')) enter('live');
  }

  function ping(): void {
    after(limits.pingMs, () => {
      const asked = clock.elapsed();
      socket?.ping();
      after(limits.pongMs, () => {
        if (heard.elapsed < asked) return lose('the connection went silent');
        ping();
      });
    });
  }

  /** Looks when the silence would have lasted, not again and again; what expects nothing is looked at now and then. */
  function watchSilence(silence: SilenceWatch): void {
    cancelLook?.();
    const leftMs = silenceAskedAt + silenceMs - clock.elapsed();
    const waitMs = silence.isExpectingData() ? leftMs : Math.min(leftMs, limits.idleLookMs);
    cancelLook = after(Math.max(1_000, waitMs), () => {
      if (!silence.isExpectingData()) expectNothing(silence);
      else if (clock.elapsed() - silenceAskedAt >= silenceMs) void askAboutSilence(silence);
      watchSilence(silence);
    });
  }

  /** Where nobody wants anything, what was held against it before is over. */
  function expectNothing(silence: SilenceWatch): void {
    noteTold();
    if (!silence.isIdle()) return;
    isMute = false;
    if (state.phase === 'stale' || state.phase === 'quiet') enter('live');
  }

  async function askAboutSilence(silence: SilenceWatch): Promise<void> {
    const mine = generation;
    const since = lastDataAt;
    const asked = markOf(clock);
    const isStillSilent = () => mine === generation && since === lastDataAt;
    const words = () => silence.words(clock.elapsed() - since);
    silenceAskedAt = asked.elapsed;
    silenceMs = Math.min(2 * silenceMs, limits.longestSilenceMs);
    let isUntold = false;
    // A moment: most silences are explained at once, and what was just traded comes with the next frame.
    const stopWaiting = after(limits.answerMs, () => {
      if (!isStillSilent()) return;
      if (isUntold) enter('stale', `${words()}, and the broker has newer prices.`);
      else if (state.phase === 'live') enter('stale', `${words()}. Asking the broker why.`);
    });
    const answer = await silence.ask(asked.elapsed - since).catch((error: unknown): Silence => {
      log('error', 'asking about the silence of a stream failed', { why: quote(messageOf(error)) });
      return { kind: 'unknown' };
    });
    if (!isStillSilent()) return;
    if (answer.kind === 'mute') {
      isUntold = true;
      after(limits.onItsWayMs, () => {
        if (!isStillSilent()) return;
        isMute = true;
        lose(`${words()}, and the broker has newer prices`);
      });
      return;
    }
    stopWaiting();
    if (answer.kind === 'quiet') {
      told = asked;
      isMute = false;
      enter('quiet', answer.why);
    } else enter('stale', `${words()}, and the broker could not be asked why.`);
  }

  function doubt(isUntold: () => boolean, why: string): void {
    if (!isAuthenticated || isDoubted) return;
    isDoubted = true;
    const { frames } = counters;
    after(limits.onItsWayMs, () => {
      isDoubted = false;
      if (counters.frames > frames || !isUntold()) return;
      isMute = true;
      lose(why);
    });
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
    isDoubted = false;
    cancelTimers();
    socket?.terminate();
    socket = undefined;
  }

  function stop(): void {
    endAttempt();
    if (state.phase !== 'stopped') enter('off');
  }

  function after(ms: number, run: () => void): () => void {
    const cancel = delay(ms, () => {
      timers.delete(cancel);
      run();
    });
    timers.add(cancel);
    return () => {
      cancel();
      timers.delete(cancel);
    };
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
    // A connection that answers may be mute: where that is asked about, or known, only what it told counts.
    knownUntil: () => (deps.silence || isMute ? told : heard),
    confirm(until) {
      if (until > told.elapsed)
        told = { wall: clock.wall() - (clock.elapsed() - until), elapsed: until };
    },
    doubt,
    send(frames) {
      if (isAuthenticated) sendAll(frames);
      return isAuthenticated;
    },
    state: () => state,
    counters: () => counters,
  };
}
