// What a page may not do, refused in one place: navigate, open windows, embed, ask for permissions.
import { join } from 'node:path';
import { app, type Session, type WebContents, type WebPreferences } from 'electron';
import type { Log } from '#main/ports.ts';
import { PAGE_ORIGIN } from '#main/shell/electron/page-protocol.ts';

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on('will-download', (event) => event.preventDefault());
}

/** Of every window, with the preload of this name. */
export const lockedPreferences = (preload: 'index' | 'ask'): WebPreferences => ({
  preload: join(import.meta.dirname, `../preload/${preload}.cjs`),
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
  devTools: !app.isPackaged,
  // From the first start on, not once Chromium thinks that the page is asked for often.
  v8CacheOptions: 'bypassHeatCheck',
});

/** `openLink` may hand an address to the browser instead, and says whether it did. */
export function guardContents(
  contents: WebContents,
  log: Log,
  openLink: (url: string) => boolean = () => false,
): void {
  // Peers would be reached past the content policy and past every request that the session sees.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const refuse = (what: string, url: string) => log('warn', `refused: ${what}`, { url });
  contents.on('will-navigate', (event) => {
    event.preventDefault();
    refuse('navigation', event.url);
  });
  // A redirect can lead away from a page that was allowed to load.
  contents.on('will-redirect', (event) => {
    event.preventDefault();
    refuse('redirect', event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame && event.url.startsWith(`${PAGE_ORIGIN}/`)) return;
    event.preventDefault();
    refuse('frame navigation', event.url);
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    refuse('webview', '');
  });
  contents.setWindowOpenHandler(({ url }) => {
    if (!openLink(url)) refuse('window', url);
    return { action: 'deny' };
  });
}
