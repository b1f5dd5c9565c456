// Questions that main asks itself are answered in the terminal that started the web shell: a page can be made to click,
// a terminal cannot. Without a terminal nobody is asked. One question at a time; one that stays unanswered ends.
import { createInterface } from 'node:readline/promises';
import type { Ask, Confirm } from '#main/ports.ts';

type Terminal = { confirm: Confirm; ask: Ask };

type Streams = {
  input: NodeJS.ReadableStream & { isTTY?: boolean | undefined };
  output: NodeJS.WritableStream;
  /** Ctrl-C while a question stands ends the program as it would without one. */
  onInterrupt(): void;
};

const PATIENCE_MS = 120_000;

export function createTerminal({ input, output, onInterrupt }: Streams): Terminal {
  let last: Promise<unknown> = Promise.resolve();

  async function question(text: string): Promise<string | undefined> {
    if (!input.isTTY) return undefined;
    const lines = createInterface({ input, output });
    const ended = new AbortController();
    const giveUp = () => ended.abort();
    lines.once('close', giveUp);
    lines.once('SIGINT', () => {
      giveUp();
      onInterrupt();
    });
    const timer = setTimeout(giveUp, PATIENCE_MS);
    try {
      return await lines.question(text, { signal: ended.signal });
    } catch {
      output.write('\nNot answered.\n');
      return undefined;
    } finally {
      clearTimeout(timer);
      lines.close();
    }
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  return {
    confirm: ({ title, text, action }) =>
      inTurn(async () => {
        const prompt = `\n${title}\n${text}\nType "yes" to ${action.toLowerCase()}: `;
        return (await question(prompt))?.trim().toLowerCase() === 'yes';
      }),
    ask: ({ title, text, label, shown }) =>
      inTurn(async () => {
        if (shown !== undefined)
          return question(
            `\n${title}\n${text}\n${label}: ${shown}\nPress Enter when you have it: `,
          );
        const answer = (await question(`\n${title}\n${text}\n${label}: `))?.trim();
        return answer === '' ? undefined : answer;
      }),
  };
}
