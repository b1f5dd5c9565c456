// What the window manager knows of the application's windows: its list is what task bars show.
import { execFileSync } from 'node:child_process';

/** How each window of a process is listed, `Normal` or `Iconic`; a hidden one is on no list. */
export function taskBar(pid: number | undefined): (string | undefined)[] {
  const read = (command: string, ...args: string[]): string =>
    execFileSync(command, args, { encoding: 'utf8' });
  return read('wmctrl', '-lp')
    .split('\n')
    .flatMap((line) => {
      const [id = '', , owner = ''] = line.split(/ +/);
      if (Number(owner) !== pid) return [];
      return [/window state: (\w+)/.exec(read('xprop', '-id', id, 'WM_STATE'))?.[1]];
    });
}
