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
    {
      scheme: 'app',
      // The page is compiled once, not at every start.
      privileges: { standard: true, secure: true, supportFetchAPI: false, codeCache: true },
    },
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

/**
 * No request of the page leaves this machine's application: everything but app:// is canceled at the session. What is no
 * request, as a peer of WebRTC over TCP, is sent to a proxy that is not there, also for addresses of this computer. Main
 * itself talks through Node, and looks for updates through a session of its own.
 */
export async function refuseNetwork(session: Session): Promise<void> {
  session.webRequest.onBeforeRequest((details, callback) =>
    callback({ cancel: !isOurs(details.url) && !isInert(details.url) }),
  );
  await session.setProxy({ proxyRules: NO_PROXY, proxyBypassRules: '<-loopback>' });
}

/** A port where only the system itself could listen. */
const NO_PROXY = 'socks5://127.0.0.1:1';

const isOurs = (url: string): boolean =>
  url.startsWith(`${PAGE_ORIGIN}/`) || url.startsWith(`${ASK_ORIGIN}/`);
const isInert = (url: string): boolean => url.startsWith('data:') || url.startsWith('devtools:');
