// Sleep, wake, lock and shutdown of the computer.
import { powerMonitor } from 'electron';
import type { Desk } from '#main/desk.ts';
import type { Log } from '#main/ports.ts';

type Deps = { desk: Pick<Desk, 'wake' | 'lock'>; end: () => void; log: Log };

export function followPower({ desk, end, log }: Deps): void {
  powerMonitor.on('suspend', () => log('info', 'the computer goes to sleep'));
  powerMonitor.on('resume', () => {
    log('info', 'the computer is awake again');
    desk.wake();
  });
  powerMonitor.on('lock-screen', () => desk.lock());
  powerMonitor.on('shutdown', (event?: { preventDefault?: () => void }) => {
    // Holds the shutdown back for the moment that ending takes.
    event?.preventDefault?.();
    end();
  });
}
