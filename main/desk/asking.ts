// The one way to the person past the page. One question stands at a time and a few wait; a page that was taken over can
// neither bury the screen in them nor have one yes stand for two acts.
import type { Confirmable, Ports, Question } from '#main/ports.ts';

export type Asking = {
  /** Undefined after a yes; otherwise why there was none, as the rest of a sentence. */
  whyNot(
    question: Confirmable,
    /** A place in the line by this name, which is never full: for what must not be refused by others. */
    place?: string,
  ): Promise<string | undefined>;
  ask(question: Question): Promise<{ answer: string } | { why: string }>;
  /** For dialogs of the system that ask something else: they wait in the same line. */
  inLine<T>(
    key: string,
    put: (ended: AbortSignal) => Promise<T>,
    isNeverFull?: boolean,
    title?: string,
  ): Promise<{ value: T } | { why: string }>;
  /** The desk was locked: the question that stands goes away, and those that wait are not put. Each is a no. */
  end(): void;
  /** What was asked when the desk was last locked, in sentences: the page that asked is gone by then. */
  notes(): string[];
};

type Deps = Pick<Ports, 'confirm' | 'ask'> & {
  info: Pick<Ports['info'], 'shell'>;
  /** An answer that comes after the desk was locked is none. */
  isLocked: () => boolean;
};

const MOST_AT_ONCE = 4;
const LOCKED = 'the desk was locked in the meantime.';
const ENDED = 'The desk was locked before this was answered. Nothing was done.';
const NO_TERMINAL = 'Ballast asks in the terminal that started it, so it needs one.';

export function createAsking({ confirm, ask, info, isLocked }: Deps): Asking {
  /** By key, with the title. */
  const standing = new Map<string, string | undefined>();
  let notes: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let ending = new AbortController();
  const unanswered = (why: string): string =>
    isLocked() ? LOCKED : info.shell === 'web' ? `${why} ${NO_TERMINAL}` : why;

  const isNone = (ended: AbortSignal): boolean => ended.aborted || isLocked();

  const inLine: Asking['inLine'] = async (key, put, isNeverFull = false, title) => {
    if (standing.has(key)) return { why: 'the same question is already waiting for an answer.' };
    if (standing.size >= MOST_AT_ONCE && !isNeverFull)
      return { why: 'too many questions are waiting for answers. Answer those first.' };
    const { signal } = ending;
    const mine = standing.size === 0 ? put(signal) : last.then(() => put(signal));
    standing.set(key, title);
    notes = [];
    last = mine.catch(() => undefined);
    try {
      return { value: await mine };
    } finally {
      standing.delete(key);
    }
  };

  return {
    inLine,
    notes: () => notes,
    end() {
      notes = [...standing.values()].filter((title) => title !== undefined).map(endedNote);
      ending.abort(ENDED);
      ending = new AbortController();
    },
    async whyNot(question, place) {
      const asked = await inLine(
        place ?? keyOf(question),
        async (ended) => !isNone(ended) && (await confirm(question, ended)) && !isNone(ended),
        place !== undefined,
        question.title,
      );
      if ('why' in asked) return asked.why;
      return asked.value ? undefined : unanswered('it was not confirmed.');
    },
    async ask(question) {
      const isShown = question.shown !== undefined;
      const put = async (ended: AbortSignal) => {
        if (isNone(ended)) return undefined;
        const answer = await ask(question, ended);
        if (isNone(ended)) return undefined;
        return isShown ? 'seen' : answer;
      };
      const asked = await inLine(keyOf(question), put, false, question.title);
      if ('why' in asked) return asked;
      if (asked.value === undefined) return { why: unanswered('nothing was typed.') };
      return { answer: asked.value };
    },
  };
}

const endedNote = (title: string): string =>
  `The desk was locked before “${title}” was answered. Nothing was done. Try again if you still want it.`;

const keyOf = ({ title, text }: Confirmable | Question): string => `${title}\n${text}`;

/** The dialogs that a page can call up, in the same line as the questions. */
export function createDialogs(
  { openExternal, saveFile }: Pick<Ports, 'openExternal' | 'saveFile'>,
  { inLine }: Pick<Asking, 'inLine'>,
): Pick<Ports, 'openExternal' | 'saveFile'> {
  return {
    async openExternal(url) {
      const opened = await inLine(`open ${url}`, async (ended) =>
        ended.aborted ? 'declined' : openExternal(url, ended),
      );
      return 'why' in opened ? 'declined' : opened.value;
    },
    ...(saveFile && {
      async saveFile(suggestedName: string, text: string) {
        const saved = await inLine(`save ${suggestedName}`, async (ended) =>
          ended.aborted ? null : saveFile(suggestedName, text, ended),
        );
        if ('why' in saved) throw new Error(`You were not asked where to save it: ${saved.why}`);
        return saved.value;
      },
    }),
  };
}
