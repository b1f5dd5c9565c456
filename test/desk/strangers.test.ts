// Requests of strangers: programs on this computer that know the port and not the token. Whatever they send, the desk
// goes on, and so does its practice broker.
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeeded, sendMalformed } from '#test/support/malformed-requests.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { startPaper } from '#test/faults/support/paper.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';

let shell: RunningShell;
beforeAll(async () => {
  shell = await startWebShell({ folder: temporaryFolder('strangers') });
});
afterAll(async () => {
  await shell.stop();
  rmSync(shell.folder, { recursive: true, force: true });
});

const SEED = Number(process.env['BALLAST_FUZZ_SEED'] ?? randomInt(2 ** 31));
const REPEAT = `BALLAST_FUZZ_SEED=${SEED} sends the same again`;

const hostOf = ({ address }: RunningShell): string => new URL(address).host;
const portOf = ({ address }: RunningShell): number => Number(new URL(address).port);

/** The bytes, and what came back until the other side ended it. */
const send = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });

const upgrade = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${hostOf(shell)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

async function expectUnharmed(): Promise<void> {
  expect(shell.child.exitCode).toBeNull();
  expect(await need(shell, 'desk.info')).toMatchObject({ shell: 'web' });
}

it('an upgrade that no address can be read from is refused, and the desk goes on', async () => {
  for (const path of ['//', '//[', '/watch', 'http://[/'])
    expect(await send(portOf(shell), upgrade(path))).toMatch(/^HTTP\/1\.1 40[0-4] /);
  await expectUnharmed();
});

it('an address that cannot be read is no page, and no fault of the desk', async () => {
  const port = portOf(shell);
  for (const path of ['//', '//[', '/%', 'http://[/', '*'])
    expect(
      await send(
        port,
        `GET ${path} HTTP/1.1\r\nHost: ${hostOf(shell)}\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 40[0-4] /);
  await expectUnharmed();
});

it('a thousand malformed requests leave the desk as it was', async () => {
  const target = {
    port: portOf(shell),
    host: hostOf(shell),
    paths: ['/', '/call', '/watch', '/index.html'],
  };
  const met = await sendMalformed(target, 1_000, createSeeded(SEED));
  expect(met.refused, REPEAT).toBe(0);
  await expectUnharmed();
});

it('a thousand malformed requests leave the practice broker as it was', async () => {
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
