// Chromium's own door for debuggers is a switch, not a fuse. Whoever may use it owns every window, so a shipped program
// does not start with it. Where the inspector of Node is open (a build whose fuse was left on for tests) main is open
// anyway, and refusing would protect nothing.
import { url as inspectorUrl } from 'node:inspector';
import { app } from 'electron';

const SWITCHES = ['remote-debugging-port', 'remote-debugging-pipe'];

export function isDebuggingRefused(): boolean {
  if (!app.isPackaged || inspectorUrl() !== undefined) return false;
  return SWITCHES.some((name) => app.commandLine.hasSwitch(name));
}
