// Questions that main asks itself are answered in the terminal that started the web shell: a page can be made to click,
// a terminal cannot. Without a terminal the answer is no.
import { createInterface } from 'node:readline/promises';
import type { Confirm } from '#main/ports.ts';

export function createTerminalConfirm(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Confirm {
  return async ({ title, text, action }) => {
    if (!input.isTTY) return false;
    const lines = createInterface({ input, output });
    try {
      const answer = await lines.question(
        `\n${title}\n${text}\nType "yes" to ${action.toLowerCase()}: `,
      );
      return answer.trim().toLowerCase() === 'yes';
    } finally {
      lines.close();
    }
  };
}
