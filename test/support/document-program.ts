// The program of docs/oauth.md, as it stands there, started as the developer of an application starts it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#test/support/until.ts';

type Env = { BROKER: string; CLIENT_ID: string; CLIENT_SECRET: string; ASK_AT?: string };

export async function startDocumentProgram(port: number, env: Env): Promise<{ stop(): void }> {
  const document = readFileSync(new URL('../../docs/oauth.md', import.meta.url), 'utf8');
  const [, source = ''] = /^```js\n([\s\S]*?)^```$/m.exec(document) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'ballast-program-'));
  writeFileSync(join(folder, 'app.mjs'), source);
  const program = spawn(process.execPath, [join(folder, 'app.mjs')], {
    stdio: 'inherit',
    env: { ...env, PORT: String(port) },
  });
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  await until(isThere, 'the program listens');
  return {
    stop() {
      program.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Of this computer, for an address that must be known before anybody listens there. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
