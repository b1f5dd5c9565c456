// Chromium looks up names for a page without any request: for a link that announces one, for a peer of WebRTC. Whatever
// stands in the name reaches whoever answers for it, so no name is looked up at all. Main's own connections are Node's,
// which looks up names by itself.
import { app } from 'electron';

/** Must run before the application is ready. */
export function refuseNameLookups(): void {
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
}
