// Requests of strangers: programs on this computer that know the port and not the token. Whatever they send, the desk
// goes on, and so does its embedded broker.
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { createSeeded, sendMalformed } from '#test/support/malformed-requests.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { startPaper } from '#test/faults/support/paper.ts';
import { expect, temporaryFolder, test, type RunningShell } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'strangers' });

const SEED = Number(process.env['BALLAST_FUZZ_SEED'] ?? randomInt(2 ** 31));
const REPEAT = `BALLAST_FUZZ_SEED=${SEED} sends the same again`;

const portOf = (shell: RunningShell): number => Number(new URL(shell.address).port);

/** The bytes, and what came back until the other side ended it. */
const send = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });

const upgrade = (path: string, port: number): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

async function expectUnharmed(shell: RunningShell): Promise<void> {
  expect(shell.child.exitCode).toBeNull();
  expect(await need(shell, 'desk.info')).toMatchObject({ shell: 'web' });
}

test('an upgrade that no address can be read from is refused, and the desk goes on', async ({
  shell,
}) => {
  for (const path of ['//', '//[', '/watch', 'http://[/'])
    expect(await send(portOf(shell), upgrade(path, portOf(shell)))).toMatch(/^HTTP\/1\.1 40[0-4] /);
  await expectUnharmed(shell);
});

test('an address that cannot be read is no page, and no fault of the desk', async ({ shell }) => {
  const port = portOf(shell);
  for (const path of ['//', '//[', '/%', 'http://[/', '*'])
    expect(
      await send(
        port,
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 40[0-4] /);
  await expectUnharmed(shell);
});

test('a thousand malformed requests leave the desk as it was', async ({ shell }) => {
  const target = { port: portOf(shell), paths: ['/', '/call', '/watch', '/index.html'] };
  const met = await sendMalformed(target, 1_000, createSeeded(SEED));
  expect(met.refused, REPEAT).toBe(0);
  await expectUnharmed(shell);
});

test('a thousand malformed requests leave the embedded broker as it was', async () => {
  const folder = temporaryFolder('strangers');
  const paper = await startPaper({ folder, seed: 3 });
  const port = Number(new URL(paper.hosts.rest).port);
  const paths = ['/stream', '/v2/iex', '/v2/orders', '/_paper/ledger', '/oauth/token'];
  const met = await sendMalformed({ port, paths }, 1_000, createSeeded(SEED + 1));
  expect(met.refused, REPEAT).toBe(0);
  expect(await paper.control('GET', '/ledger')).toMatchObject({ orders: [] });
  await paper.stop();
  rmSync(folder, { recursive: true, force: true });
});
