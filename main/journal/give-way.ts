import { constants, setPriority } from 'node:os';

/** What this thread does may take longer where others have work. On Linux alone a thread has a priority of its own. */
export function giveWay(priority: 'PRIORITY_BELOW_NORMAL' | 'PRIORITY_LOW'): void {
  try {
    if (process.platform === 'linux') setPriority(constants.priority[priority]);
  } catch {
    // Then it takes its turns like the others.
  }
}
