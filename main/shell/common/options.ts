// Options that both shells and the starter share. A wrong one gets a sentence, and nothing starts.
import { parseArgs } from 'node:util';
import { messageOf } from '#main/tools/message-of.ts';

export type ShellOptions = {
  shell: 'electron' | 'web' | undefined;
  data: string | undefined;
  port: number;
  open: boolean;
  allowLive: boolean;
  help: boolean;
};

export const USAGE = `Ballast, a trading desk that places an order once.

  npm start -- [options]

  --shell electron|web   which window to use (default: Electron, otherwise the browser)
  --data DIR             where everything is stored (default: the user's application folder)
  --port N               web: the port to serve on, 0 picks one (default 0)
  --no-open              web: do not open the browser
  --allow-live           web: live accounts may be opened; they are armed in this terminal
  --help                 this text
`;

export const OPTIONS = {
  shell: { type: 'string' },
  data: { type: 'string' },
  port: { type: 'string' },
  open: { type: 'boolean' },
  'allow-live': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export class OptionError extends Error {}

export function parseOptions(argv: readonly string[], env: NodeJS.ProcessEnv): ShellOptions {
  const { values } = read(argv);
  const { shell } = values;
  if (shell !== undefined && shell !== 'electron' && shell !== 'web')
    throw new OptionError(`--shell must be electron or web, not ${JSON.stringify(shell)}.`);
  if (values.data === '') throw new OptionError('--data needs the name of a folder.');
  return {
    shell,
    data: values.data ?? (env['BALLAST_DATA'] || undefined),
    port: portOf(values.port),
    open: values.open ?? true,
    allowLive: values['allow-live'] ?? false,
    help: values.help ?? false,
  };
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: OPTIONS,
      allowNegative: true,
      strict: true,
    });
  } catch (error) {
    throw new OptionError(messageOf(error));
  }
}

function portOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535))
    throw new OptionError(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
  return port;
}
