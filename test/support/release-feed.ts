// A packager of the test: keys of its own, what they sign, and a real https server on loopback whose certificate this
// process trusts until the test is over. What is signed is written here by itself, apart from scripts/release.ts.
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { ReleaseFeed } from '#main/ports.ts';
import type { Release } from '#main/updates/read-release.ts';

export type ReleaseKey = {
  /** As a packager names it: base64 of DER. */
  publicKey: string;
  keyId: string;
  sign(bytes: Buffer | string): string;
};

export function makeReleaseKey(): ReleaseKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return {
    publicKey: der.toString('base64'),
    keyId: sha256(der).slice(0, 16),
    sign: (bytes) => sign(null, Buffer.from(bytes), privateKey).toString('base64'),
  };
}

export const sha256 = (bytes: Buffer | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Valid on the day of these tests, whenever that is. */
export function releaseOf(change: Partial<Release> = {}, now = Date.now()): Release {
  return {
    product: 'ballast',
    sequence: 2,
    version: '0.2.0',
    publishedAt: new Date(now - 60_000).toISOString(),
    validUntil: new Date(now + 86_400_000).toISOString(),
    notes: 'Better charts.\nFewer words.',
    files: [],
    ...change,
  };
}

/** The feed as it is published. */
export function signedFeed(payload: Release | string, ...keys: readonly ReleaseKey[]): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const signatures = keys.map((key) => ({
    keyId: key.keyId,
    signature: key.sign(`ballast-release-v1\n${text}`),
  }));
  return `${JSON.stringify({ signed: Buffer.from(text).toString('base64'), signatures })}\n`;
}

type Answer = string | Buffer | ((response: ServerResponse) => void);

export type FeedServer = {
  origin: string;
  /** For a copy in another process (NODE_EXTRA_CA_CERTS). */
  certificate: string;
  /** What it answers, by path; whatever else is asked for is not there. */
  answers: Map<string, Answer>;
  asked: string[];
  /** Of a copy that follows `feed.json` of it. */
  port(...keys: readonly ReleaseKey[]): ReleaseFeed;
  /** Says there what is newest: a deb for x64 with this content. */
  publish(key: ReleaseKey, change?: Partial<Release>, content?: string): Release;
  stop(): Promise<void>;
};

export async function startFeedServer(): Promise<FeedServer> {
  const { key, cert } = makeCertificate();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  const answers: FeedServer['answers'] = new Map();
  const asked: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (typeof answer === 'function') return answer(response);
    response.writeHead(answer === undefined ? 404 : 200).end(answer ?? 'nothing');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    certificate: cert,
    answers,
    asked,
    port: (...keys) => ({
      url: `${origin}/feed.json`,
      keys: keys.map(({ publicKey }) => publicKey),
      kind: 'deb',
      arch: 'x64',
    }),
    publish(by, change = {}, content = 'a new version') {
      const { version } = releaseOf(change);
      const name = `ballast_${version}_amd64.deb`;
      answers.set(`/${name}`, content);
      const release = releaseOf({
        files: [
          {
            kind: 'deb',
            arch: 'x64',
            name,
            url: `${origin}/${name}`,
            size: Buffer.byteLength(content),
            sha256: sha256(content),
          },
        ],
        ...change,
      });
      answers.set('/feed.json', signedFeed(release, by));
      return release;
    },
    async stop() {
      setDefaultCACertificates(before);
      await stopServer(server);
    },
  };
}

function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const command =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext subjectAltName=IP:127.0.0.1';
  execFileSync('openssl', [...command.split(' '), '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}
