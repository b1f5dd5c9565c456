// What closing the last window means, by the person's choice and by what the system can show.
export type Closing = 'hide' | 'minimise' | 'quit';

type Circumstances = { platform: NodeJS.Platform; closesToTray: boolean; hasTray: boolean };

export function closingOf({ platform, closesToTray, hasTray }: Circumstances): Closing {
  // On macOS an application lives on without windows, and its icon in the dock brings them back.
  if (platform === 'darwin') return 'hide';
  if (!closesToTray) return 'quit';
  // Hidden without a tray it would be lost.
  return hasTray ? 'hide' : 'minimise';
}
