// Chromium looks up names for a page without any request: for a link that announces one, for a peer of WebRTC. Whatever
// stands in the name reaches whoever answers for it, so no name is looked up at all but that of the feed for new
// versions. Main's own connections are Node's, which looks up names by itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

/** Must run before the application is ready. */
export function refuseNameLookups(): void {
  app.commandLine.appendSwitch('host-resolver-rules', lookupRules(updateFeed()));
}

/** Where the packager named a feed, its host is left. */
export function lookupRules(feed: string): string {
  const address = /^\s*url:\s*['"]?(https:\/\/[^\s'"]+)/m.exec(feed)?.[1];
  const host = address === undefined ? undefined : URL.parse(address)?.hostname;
  return host !== undefined && /^[a-z0-9.-]+$/.test(host)
    ? `MAP * ~NOTFOUND, EXCLUDE ${host}`
    : 'MAP * ~NOTFOUND';
}

function updateFeed(): string {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8');
  } catch {
    return '';
  }
}
