// What the desktop sees of the application: notifications, the tray's item and its menu, read and clicked over D-Bus.
import { execFileSync, spawn } from 'node:child_process';

const bus = (args: string[], env: Record<string, string> = {}): string =>
  execFileSync('gdbus', ['call', '--session', '--timeout', '5', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

export type TrayItem = { name: string; path: string };

/** The items that the tray host knows, in the order in which they came; of another bus where its address is given. */
export function trayItems(env: Record<string, string> = {}): TrayItem[] {
  const answer = bus(
    [
      '--dest=org.kde.StatusNotifierWatcher',
      '--object-path=/StatusNotifierWatcher',
      '--method=org.freedesktop.DBus.Properties.Get',
      'org.kde.StatusNotifierWatcher',
      'RegisteredStatusNotifierItems',
    ],
    env,
  );
  return [...answer.matchAll(/'([^'/]+)(\/[^']*)'/g)].map(([, name = '', path = '']) => ({
    name,
    path,
  }));
}

export const trayProperty = ({ name, path }: TrayItem, property: string): string =>
  bus([
    `--dest=${name}`,
    `--object-path=${path}`,
    '--method=org.freedesktop.DBus.Properties.Get',
    'org.kde.StatusNotifierItem',
    property,
  ]);

export type MenuEntry = { id: number; label: string; isEnabled: boolean };

/** Every line of the menu and of the menus inside it. */
export function trayMenu({ name }: TrayItem): MenuEntry[] {
  const layout = bus([
    `--dest=${name}`,
    '--object-path=/com/canonical/dbusmenu',
    '--method=com.canonical.dbusmenu.GetLayout',
    'int32 0',
    'int32 -1',
    '@as []',
  ]);
  return [...layout.matchAll(/\((\d+), (\{[^{}]*\})/g)].flatMap(([, id, properties = '']) => {
    const label = /'label': <(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")>/.exec(properties);
    if (!label) return [];
    const isEnabled = !properties.includes("'enabled': <false>");
    return [{ id: Number(id), label: label[1] ?? label[2] ?? '', isEnabled }];
  });
}

const MOST_LOOKS = 5;

/** The menu may be made anew between the look and the click; a line that is gone refuses it and is looked for again. */
export function clickTray(item: TrayItem, label: string, looks = 1): void {
  const entry = trayMenu(item).find((one) => one.label === label);
  if (!entry) throw new Error(`the tray has no ${label}`);
  try {
    bus([
      `--dest=${item.name}`,
      '--object-path=/com/canonical/dbusmenu',
      '--method=com.canonical.dbusmenu.Event',
      `int32 ${entry.id}`,
      "'clicked'",
      "<''>",
      'uint32 0',
    ]);
  } catch (error) {
    const isGone = String(error).includes('error occurred in Event');
    if (!isGone || looks === MOST_LOOKS) throw error;
    clickTray(item, label, looks + 1);
  }
}

export type Heard = {
  /** What was said so far. */
  text(): string;
  stop(): void;
};

/** Listens to everything that is said to the notification daemon. */
export async function hearNotifications(): Promise<Heard> {
  const child = spawn(
    'dbus-monitor',
    ['--session', "interface='org.freedesktop.Notifications',member='Notify'"],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      resolve();
    });
  });
  return { text: () => text, stop: () => void child.kill() };
}

/** A picture of the whole screen, with the tray and what the notification daemon shows. */
export const photographScreen = (file: string): void => {
  execFileSync('import', ['-window', 'root', file]);
};
