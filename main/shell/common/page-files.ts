// The built page, read from its folder and from nowhere else, and the headers that it is served with.
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/** Where index.html wants the nonce. */
const NONCE_PLACE = '__NONCE__';

export type PageFile = { type: string; body: Buffer };
export type PageFiles = { read(urlPath: string, nonce: string): Promise<PageFile | undefined> };

export function createPageFiles(folder: string): PageFiles {
  return {
    async read(urlPath, nonce) {
      const path = pathInside(folder, urlPath === '/' ? '/index.html' : urlPath);
      const type = path && TYPES[extname(path)];
      if (!path || !type) return undefined;
      const body = await readFile(path).catch(() => undefined);
      if (!body) return undefined;
      const isPage = type.startsWith('text/html');
      return {
        type,
        body: isPage ? Buffer.from(body.toString('utf8').replaceAll(NONCE_PLACE, nonce)) : body,
      };
    },
  };
}

/** The file a URL path names, or undefined when it would leave the folder or is not plain. */
export function pathInside(folder: string, urlPath: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  if (!decoded.startsWith('/') || /[\\\0:]/.test(decoded)) return undefined;
  const root = normalize(folder + sep);
  const path = normalize(join(root, decoded));
  return path.startsWith(root) && !decoded.split('/').some((part) => part.startsWith('.'))
    ? path
    : undefined;
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

/**
 * What the page may load and reach. It has no network of its own: in Electron none at all, in the web shell only the
 * loopback server it came from.
 */
function contentPolicy(nonce: string, connect: 'none' | 'self'): string {
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
