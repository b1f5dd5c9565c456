// Over TLS the proof that nothing left rests on when Node hands bytes to a connection whose certificate it has not
// accepted: never. Needs openssl to make a certificate of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createHttpHost, type HttpRequest } from '#main/broker/http/http.ts';
import { openWebSocket } from '#main/broker/streams/socket.ts';
import { realDelay } from './local-broker.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const post: HttpRequest = {
  method: 'POST',
  path: '/x',
  headers: {},
  body: '{}',
  timeoutMs: 10_000,
};

function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-tls-'));
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  const command =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext subjectAltName=IP:127.0.0.1';
  execFileSync('openssl', [...command.split(' '), '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return made;
}

async function setUp() {
  const { key, cert } = makeCertificate();
  const seen: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    seen.push(request.method ?? '');
    request.resume();
    response.end('{}');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host = createHttpHost({ origin, delay: realDelay });
  onTestFinished(() => {
    host.close();
    server.closeAllConnections();
    server.close();
  });
  return { cert, host, origin, seen };
}

it.skipIf(!hasOpenssl)('sends nothing to a host whose certificate it does not trust', async () => {
  const { host, seen } = await setUp();
  let asked = 0;
  const exchange = await host.send({ ...post, beforeSend: () => void asked++ });
  expect(exchange).toMatchObject({
    kind: 'not-sent',
    reason: expect.stringContaining('something in between') as string,
  });
  expect([asked, seen]).toEqual([0, []]);
});

it.skipIf(!hasOpenssl)('checks certificates whatever the environment says', async () => {
  const { host, origin, seen } = await setUp();
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await host.send(post)).toMatchObject({ kind: 'not-sent' });
  const closed = new Promise<string>((resolve) => {
    openWebSocket(
      origin.replace('https', 'wss'),
      {},
      {
        onOpen: () => resolve('open'),
        onFrame: () => undefined,
        onPong: () => undefined,
        onClose: resolve,
      },
    );
  });
  expect(await closed).toContain('something in between');
  expect(seen).toEqual([]);
});

it.skipIf(!hasOpenssl)('sends to one it trusts, also on a kept connection', async () => {
  const { cert, host, seen } = await setUp();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert.toString()]);
  onTestFinished(() => setDefaultCACertificates(before));
  expect(await host.send(post)).toMatchObject({ kind: 'answer', status: 200 });
  expect(await host.send(post)).toMatchObject({ kind: 'answer', status: 200 });
  expect(await host.send({ ...post, beforeSend: () => 'no' })).toMatchObject({ kind: 'not-sent' });
  expect(seen).toEqual(['POST', 'POST']);
});
