// The stream of activities of one account: it goes on where it ended, over lost connections and restarts. It is no
// socket and has no pings: the system's own find a dead connection, and one that was silent for long is opened anew, which
// costs one request and nothing that was told. Where the broker has no such stream that is said, and asked for seldom.
import type { Failure, Result } from '#contract/failure.ts';
import type { ActivitiesFrom, OpenActivities } from '#main/broker/calls/activity-events.ts';
import type { Ports } from '#main/ports.ts';
import { createBackoff } from '#main/tools/backoff.ts';
import { messageOf } from '#main/tools/message-of.ts';
import type { ActivityEvent } from '#main/wire/activity-events.ts';
import { retryAfterMs, type Answer } from '#main/wire/answer.ts';

type Deps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  open: OpenActivities;
  /** From where on. A failure while nobody can say. */
  from: () => Promise<Result<ActivitiesFrom>>;
  /** Nothing may be heard now; asked before each attempt. */
  isHeldBack: () => boolean;
  /** Whether it was accepted; one that was not ends the connection, and is told again. */
  onEvent: (event: ActivityEvent | undefined) => boolean;
  /** It is heard, or the broker has none. */
  onState: (state: { isHeard: boolean; status: number }) => void;
  /** The broker does not know the event to go on from. */
  onLostMark: () => void;
};

type ActivityLink = { start(): void; stop(): void; wake(): void };

const BACKOFF = { firstMs: 1_000, capMs: 60_000 };
/** A connection that lived this long resets the waits. */
const ALIVE_MS = 10_000;
const SILENT_MS = 600_000;
const HELD_BACK_MS = 2_000;
const REFUSED_KEY_MS = 60_000;
const ABSENT_MS = 3_600_000;
const ABSENT: ReadonlySet<number> = new Set([403, 404, 405, 410, 501]);
const LOST_MARK: ReadonlySet<number> = new Set([400, 422]);

export function createActivityLink(deps: Deps): ActivityLink {
  const { clock, log } = deps;
  const backoff = createBackoff(BACKOFF, deps.random);
  let generation = 0;
  let close: (() => void) | undefined;
  let cancels: (() => void)[] = [];
  let stopSilence = (): void => undefined;

  function after(ms: number, run: () => void): void {
    cancels.push(deps.delay(ms, run));
  }

  function end(): void {
    generation++;
    for (const cancel of cancels) cancel();
    cancels = [];
    stopSilence();
    close?.();
    close = undefined;
  }

  function again(ms: number): void {
    end();
    after(ms, () => void connect());
  }

  async function connect(): Promise<void> {
    end();
    const mine = generation;
    const isCurrent = (): boolean => mine === generation;
    if (deps.isHeldBack()) return again(HELD_BACK_MS);
    const from = await deps.from().catch(() => undefined);
    if (!isCurrent()) return;
    if (!from?.ok) return again(waitFor(from?.failure));
    const listener = {
      onAnswer: (answer: Answer) => isCurrent() && onAnswer(answer, 'sinceId' in from.value),
      onEvent(event: ActivityEvent | undefined) {
        if (!isCurrent()) return;
        watchSilence();
        if (!hear(event)) again(HELD_BACK_MS);
      },
      onComment(text: string) {
        if (!isCurrent()) return;
        watchSilence();
        log('info', 'the stream of activities said', { text });
      },
      onEnd(reason: string) {
        if (!isCurrent()) return;
        log('info', 'the stream of activities ended', { reason });
        again(backoff.next());
      },
    };
    close = deps.open(from.value, listener);
  }

  const waitFor = (failure: Failure | undefined): number =>
    failure?.kind === 'throttled' ? Math.max(failure.retryAfterMs, backoff.next()) : backoff.next();

  function onAnswer(answer: Answer, isAfterEvent: boolean): void {
    const { status } = answer;
    if (status === 200) {
      watchSilence();
      after(ALIVE_MS, () => backoff.reset());
      return deps.onState({ isHeard: true, status });
    }
    if (ABSENT.has(status)) {
      deps.onState({ isHeard: false, status });
      return again(ABSENT_MS);
    }
    if (status === 429) return again(Math.max(retryAfterMs(answer, clock.wall()), backoff.next()));
    if (status === 401) return again(REFUSED_KEY_MS);
    if (LOST_MARK.has(status) && isAfterEvent) deps.onLostMark();
    again(backoff.next());
  }

  function watchSilence(): void {
    stopSilence();
    stopSilence = deps.delay(SILENT_MS, () => void connect());
  }

  /** Whoever listens may fail: the stream goes on. */
  function hear(event: ActivityEvent | undefined): boolean {
    try {
      return deps.onEvent(event);
    } catch (error) {
      log('error', 'an activity could not be applied', { error: messageOf(error) });
      return true;
    }
  }

  return {
    start: () => void connect(),
    stop: end,
    wake() {
      backoff.reset();
      void connect();
    },
  };
}
