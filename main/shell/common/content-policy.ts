// What the page may load and reach. The desk's page has no network of its own: in Electron none at all, in the web
// shell only the loopback server it came from.
export function contentPolicy(nonce: string, connect: 'none' | 'self'): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src '${connect}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const securityHeaders = (
  nonce: string,
  connect: 'none' | 'self',
): Record<string, string> => ({
  'Content-Security-Policy': contentPolicy(nonce, connect),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
});

/** Where index.html wants the nonce. */
export const NONCE_PLACE = '__NONCE__';
