// Questions that main asks itself are answered in the terminal that started the web shell: a page can be made to click,
// a terminal cannot. Without a terminal nobody is asked. One question at a time; one that stays unanswered ends, and
// what is typed after its end is no answer to the next.
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setImmediate as aRound } from 'node:timers/promises';
import type { Ask, Confirm, Delay } from '#main/ports.ts';

type Terminal = { confirm: Confirm; ask: Ask; say: (line: string) => void };

type Streams = {
  input: NodeJS.ReadableStream & { isTTY?: boolean | undefined };
  output: NodeJS.WritableStream;
  /** Ctrl-C while a question stands ends the program as it would without one. */
  onInterrupt(): void;
  delay: Delay;
};

const PATIENCE_MS = 120_000;
/** Nobody reads a question and answers it in this time. */
const TOO_SOON_MS = 500;

export function createTerminal({ input, output, onInterrupt, delay }: Streams): Terminal {
  let last: Promise<unknown> = Promise.resolve();
  /** Of a secret question that ended before its answer: what is still being typed is not echoed. */
  let muted: Interface | undefined;

  async function question(
    text: string,
    end: AbortSignal | undefined,
    isSecret = false,
  ): Promise<string | undefined> {
    if (!input.isTTY || end?.aborted) return undefined;
    muted?.close();
    // Readline echoes what is typed to its output: of a secret that is nobody.
    const lines = isSecret
      ? createInterface({ input, output: nowhere(), terminal: true })
      : createInterface({ input, output });
    const ended = new AbortController();
    const giveUp = () => ended.abort();
    lines.once('close', giveUp);
    end?.addEventListener('abort', giveUp);
    lines.once('SIGINT', () => {
      giveUp();
      onInterrupt();
    });
    const timer = setTimeout(giveUp, PATIENCE_MS);
    let isAnswered = false;
    try {
      await dropTyped(lines);
      if (isSecret) output.write(text);
      const line = await lines.question(isSecret ? '' : text, { signal: ended.signal });
      isAnswered = true;
      // A lock that was due is often noticed only by the answer, which then counts for nothing.
      void aRound().then(() => end?.aborted && output.write(`\n${whyEnded(end)}\n`));
      return line;
    } catch {
      output.write(`\n${whyEnded(end)}\n`);
      return undefined;
    } finally {
      if (isSecret) output.write('\n');
      clearTimeout(timer);
      end?.removeEventListener('abort', giveUp);
      if (isAnswered || !isSecret) lines.close();
      else muted = lines.once('line', () => lines.close());
    }
  }

  /** A terminal keeps what is typed while nobody reads: a yes that came too late for one question would answer another. */
  async function dropTyped(lines: Interface): Promise<void> {
    await new Promise<void>((resolve) => delay(TOO_SOON_MS, resolve));
    // The input is read once more, should main have been busy all the while.
    await aRound();
    // Half a line as well.
    if (lines.terminal) lines.write(null, { ctrl: true, name: 'u' });
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  return {
    confirm: ({ title, text, action }, end) =>
      inTurn(async () => {
        const prompt = `\n${title}\n${text}\nType "yes" to ${action.toLowerCase()}: `;
        return (await question(prompt, end))?.trim().toLowerCase() === 'yes';
      }),
    ask: ({ title, text, label, shown, isSecret }, end) =>
      inTurn(async () => {
        if (shown !== undefined)
          return question(
            `\n${title}\n${text}\n${label}: ${shown}\nPress Enter when you have it: `,
            end,
          );
        const typed = await question(`\n${title}\n${text}\n${label}: `, end, isSecret);
        const answer = isSecret ? typed : typed?.trim();
        return answer === '' ? undefined : answer;
      }),
    say(line) {
      if (input.isTTY) output.write(`${line}\n`);
    },
  };
}

const whyEnded = (end: AbortSignal | undefined): string =>
  typeof end?.reason === 'string' ? end.reason : 'Not answered.';

const nowhere = (): Writable =>
  new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
