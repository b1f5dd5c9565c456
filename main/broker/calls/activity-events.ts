// Opens the stream of activities. It takes its turn like every other request, and gives it back when it is answered.
import type { Governor } from '#main/broker/budget/governor.ts';
import type { Proof } from '#main/broker/http/credentials.ts';
import type { createEventHost } from '#main/broker/http/event-stream.ts';
import {
  createEventReader,
  decodeActivityEvent,
  type ActivityEvent,
} from '#main/wire/activity-events.ts';
import type { Answer } from '#main/wire/answer.ts';
import { foreignSentence } from '#main/wire/foreign-text.ts';
import { pathWith } from '#main/wire/paths.ts';
import { messageOf } from '#main/tools/message-of.ts';

/** After an event, or from a moment on. */
export type ActivitiesFrom = { sinceId: string } | { since: string };

export type ActivityListener = {
  onAnswer(answer: Answer): void;
  /** Undefined for one that cannot be read. */
  onEvent(event: ActivityEvent | undefined): void;
  onComment(text: string): void;
  /** Once, and nothing after it. */
  onEnd(reason: string): void;
};

/** Answers a function that ends it. */
export type OpenActivities = (from: ActivitiesFrom, listener: ActivityListener) => () => void;

type Deps = {
  host: ReturnType<typeof createEventHost>;
  governor: Governor;
  proof: Proof;
  timeoutMs: number;
};

const LONGEST_COMMENT = 300;

export function createOpenActivities({ host, governor, proof, timeoutMs }: Deps): OpenActivities {
  return (from, listener) => {
    const ending = new AbortController();
    let close = (): void => undefined;

    async function open(): Promise<void> {
      const turn = await governor.acquire('follow', { signal: ending.signal });
      if (turn.kind === 'refused')
        return ending.signal.aborted
          ? undefined
          : listener.onEnd('the rate limit left no room for it');
      if (ending.signal.aborted) return turn.release();
      const read = createEventReader();
      const stop = host.open(
        { path: pathWith('/v2beta1/events/activities', from), headers: proof.headers, timeoutMs },
        {
          onAnswer(answer) {
            turn.release(answer);
            listener.onAnswer(answer);
          },
          onText: (text) => hear(text, read),
          onEnd(reason) {
            turn.release();
            listener.onEnd(foreignSentence(reason, proof.hide, LONGEST_COMMENT));
          },
        },
      );
      close = () => {
        stop();
        turn.release();
      };
    }

    function hear(text: string, read: ReturnType<typeof createEventReader>): void {
      try {
        for (const each of read(text))
          if (each.kind === 'data') listener.onEvent(decodeActivityEvent(each.text, proof.hide));
          else listener.onComment(foreignSentence(each.text, proof.hide, LONGEST_COMMENT));
      } catch (error) {
        close();
        listener.onEnd(messageOf(error));
      }
    }

    void open();
    return () => {
      ending.abort();
      close();
    };
  };
}
