// app://ballast/… serves the built page and app://ask/… main's own question; nothing else exists under that scheme.
import { randomBytes } from 'node:crypto';
import { protocol, type Session } from 'electron';
import { securityHeaders, createPageFiles } from '#main/shell/common/page-files.ts';
import { askFile } from '#main/shell/electron/ask-page.ts';

export const PAGE_ORIGIN = 'app://ballast';
export const ASK_ORIGIN = 'app://ask';

/** Must run before the application is ready. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: false } },
  ]);
}

export function servePage(session: Session, folder: string): void {
  const pages = createPageFiles(folder);
  session.protocol.handle('app', async (request) => {
    const url = URL.parse(request.url);
    const nonce = randomBytes(16).toString('base64');
    const file =
      url?.host === 'ask'
        ? askFile(url.pathname)
        : url?.host === 'ballast'
          ? await pages.read(url.pathname, nonce)
          : undefined;
    const headers = securityHeaders(nonce, 'none');
    if (!file) return new Response('There is no such page.', { status: 404, headers });
    return new Response(new Uint8Array(file.body), {
      headers: { ...headers, 'Content-Type': file.type },
    });
  });
}

/** No request of the page leaves this machine's application: everything but app:// is canceled at the session. */
export function refuseNetwork(session: Session): void {
  session.webRequest.onBeforeRequest((details, callback) =>
    callback({ cancel: !isOurs(details.url) && !isInert(details.url) }),
  );
}

const isOurs = (url: string): boolean =>
  url.startsWith(`${PAGE_ORIGIN}/`) || url.startsWith(`${ASK_ORIGIN}/`);
const isInert = (url: string): boolean => url.startsWith('data:') || url.startsWith('devtools:');
