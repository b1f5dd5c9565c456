// Electron's command line mixes our options with Chromium's switches and, in development, the project's path.
import { OPTIONS } from '#main/shell/common/options.ts';

const OURS = new Set(['--no-open', ...Object.keys(OPTIONS).map((name) => `--${name}`)]);
const WITH_VALUE = new Set(
  Object.entries(OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [`--${name}`] : [])),
);

/** A quiet start, as with the computer: the tray alone. */
export const isHiddenStart = (argv: readonly string[]): boolean => argv.includes('--hidden');

/** Our options alone, in the order given. */
export function ownArguments(argv: readonly string[]): string[] {
  const own: string[] = [];
  for (let index = 1; index < argv.length; index++) {
    const argument = argv[index] ?? '';
    const [name = ''] = argument.split('=');
    if (!OURS.has(name)) continue;
    own.push(argument);
    const value = argv[index + 1];
    if (WITH_VALUE.has(argument) && value !== undefined) {
      own.push(value);
      index++;
    }
  }
  return own;
}
