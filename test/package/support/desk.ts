// The installed desk as its user has it: the tray, the window read and pressed as an assistive program does, the keyboard.
import { expect } from 'vitest';
import type { Machine, Said } from '#test/package/support/machine.ts';

const WATCHER = '--dest=org.kde.StatusNotifierWatcher --object-path=/StatusNotifierWatcher';
const READER = 'python3 /run/support/screen-reader.py';

export type InstalledDesk = {
  /** The command goes on by itself. */
  start(command: string): Promise<void>;
  /** Names of the tray's items on the bus. */
  trayItems(): Promise<string[]>;
  trayLabels(): Promise<string[]>;
  clickTray(label: string): Promise<void>;
  /** By the tray, as a person would; until its processes are gone. */
  quit(): Promise<void>;
  /** Every line of the window, as role and name. */
  read(): Promise<string>;
  press(role: string, name: string): Promise<void>;
  type(role: string, name: string, text: string): Promise<void>;
  /** Into what has the focus. */
  keys(text: string): Promise<void>;
  processes(): Promise<string[]>;
  /** What the user's keyring holds for the account of this name. */
  keptSecrets(account: string): Promise<string[]>;
};

export function installedDesk({ user, root }: Machine): InstalledDesk {
  const must = async (line: string): Promise<string> => {
    const said: Said = await user(line);
    if (said.status !== 0) throw new Error(`${line}\n${said.out}\n${said.err}`);
    return said.out;
  };

  async function trayItems(): Promise<string[]> {
    const answer = await must(
      `gdbus call --session ${WATCHER} --method=org.freedesktop.DBus.Properties.Get org.kde.StatusNotifierWatcher RegisteredStatusNotifierItems`,
    );
    return [...answer.matchAll(/'([^'/]+)\/[^']*'/g)].map(([, name = '']) => name);
  }

  async function menu(): Promise<{ id: string; label: string }[]> {
    const [name] = await trayItems();
    if (name === undefined) return [];
    const layout = await must(
      `gdbus call --session --dest=${name} --object-path=/com/canonical/dbusmenu --method=com.canonical.dbusmenu.GetLayout 'int32 0' 'int32 -1' '@as []'`,
    );
    return [...layout.matchAll(/\((\d+), \{[^{}]*'label': <'([^']*)'>/g)].map(
      ([, id = '', label = '']) => ({ id, label }),
    );
  }

  async function clickTray(label: string): Promise<void> {
    const [name] = await trayItems();
    const entry = (await menu()).find((one) => one.label === label);
    if (!entry) throw new Error(`the tray has no ${label}`);
    await must(
      `gdbus call --session --dest=${name} --object-path=/com/canonical/dbusmenu --method=com.canonical.dbusmenu.Event 'int32 ${entry.id}' "'clicked'" "<''>" 'uint32 0'`,
    );
  }

  const processes = async (): Promise<string[]> =>
    (await root('pgrep --full --list-full ^/opt/Ballast/')).out.trim().split('\n').filter(Boolean);

  return {
    async start(command) {
      await must(`(setsid ${command} >>/tmp/desk.log 2>&1 &)`);
      await expect.poll(trayItems).toHaveLength(1);
    },
    trayItems,
    trayLabels: async () => (await menu()).map(({ label }) => label),
    clickTray,
    async quit() {
      await clickTray('Quit Ballast');
      await expect.poll(processes).toEqual([]);
    },
    read: () => must(`${READER} read`),
    press: async (role, name) => void (await must(`${READER} press '${role}' '${name}'`)),
    async type(role, name, text) {
      await must(`${READER} focus '${role}' '${name}'`);
      await must(`xdotool type --delay 15 '${text}'`);
    },
    keys: async (text) => void (await must(`xdotool type --delay 15 '${text}'`)),
    processes,
    keptSecrets: async (account) =>
      (
        await must(
          `gdbus call --session --dest=org.freedesktop.secrets --object-path=/org/freedesktop/secrets --method=org.freedesktop.Secret.Service.SearchItems "{'service': 'Ballast: ${account}'}"`,
        )
      ).match(/\/org\/freedesktop\/secrets\/[^']+/g) ?? [],
  };
}
