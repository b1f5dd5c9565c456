// What main says outside of any page, where a text from outside could be more than text: a notification server reads
// markup, a terminal reads escape sequences, a menu and a dialog show what a mark of direction turned around.
import type { Alert } from '#contract/alerts.ts';
import type { Ask, Confirm } from '#main/ports.ts';
import { plainText } from '#main/tools/plain-text.ts';

const LONGEST_LINE = 2_000;

/** The lines stay; each of them is plain. */
export const plainLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => plainText(line, LONGEST_LINE))
    .join('\n');

type Asking = { confirm: Confirm; ask: Ask };

/** Both ways to ask, with nothing in a question but what is seen of it. */
export function plainQuestions({ confirm, ask }: Asking): Asking {
  const plain = <Q extends { title: string; text: string }>(question: Q): Q => ({
    ...question,
    title: plainText(question.title, LONGEST_LINE),
    text: plainLines(question.text),
  });
  return {
    confirm: (question, ended) => confirm(plain(question), ended),
    ask: (question, ended) => ask(plain(question), ended),
  };
}

/** The body of a notification is markup on Linux, and only there (Desktop Notifications Specification). */
export const notificationBody = ({ text }: Pick<Alert, 'text'>, platform: NodeJS.Platform) =>
  platform === 'linux' ? text.replace(/[&<>]/g, (sign) => `&${ENTITIES[sign] ?? ''};`) : text;

const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt' };
