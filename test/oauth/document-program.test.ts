// The program of docs/oauth.md, as it stands there, against the practice broker and the desk's consent.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScene, valueOf, type App, type Scene } from '#test/oauth/support/scene.ts';
import { freePort, startDocumentProgram } from '#test/support/document-program.ts';

let scene: Scene;
let app: App;
let program: Awaited<ReturnType<typeof startDocumentProgram>>;
let address: string;

const textOf = async (url: string) => (await fetch(url)).text();

beforeAll(async () => {
  scene = await createScene({ isEmbedded: true });
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  app = await scene.register({ redirect_uri: [`${address}/back`], scopes: ['data'] });
  valueOf(await scene.oauth.saveClientSecret(scene.account, app.clientId, app.clientSecret));
  program = await startDocumentProgram(port, {
    BROKER: scene.rig.paper().hosts.rest,
    CLIENT_ID: app.clientId,
    CLIENT_SECRET: app.clientSecret,
  });
});
afterAll(async () => {
  program?.stop();
  await scene.stop();
});

/** What the page would have the person look at. */
async function ask() {
  const page = await textOf(`${address}/`);
  const [, link = ''] = /href="([^"]+)"/.exec(page) ?? [];
  const read = valueOf(scene.oauth.readLink(link.replaceAll('&amp;', '&')));
  expect(read).toMatchObject({ clientId: app.clientId, scope: 'data', responseType: 'code' });
  return valueOf(await scene.oauth.prepare(scene.account, read));
}

it('gets from its link to a token that reads the account, and not there twice', async () => {
  const { askId } = await ask();
  const answer = valueOf(await scene.oauth.allow(scene.account, askId));
  const number = scene.test.unit.book.account()?.account.accountNumber;
  expect(await textOf(answer.address ?? '')).toBe(`Connected to ${number}: data`);
  expect(await textOf(answer.address ?? '')).toBe('This answer is not mine, or was seen before.');
});

it('is told that it was denied', async () => {
  const { askId } = await ask();
  const { address: back = '' } = valueOf(scene.oauth.deny(scene.account, askId));
  expect(await textOf(back)).toBe('No access: access_denied');
});

it('takes no answer with a state of somebody else', async () => {
  expect(await textOf(`${address}/back?code=stolen&state=other`)).toBe(
    'This answer is not mine, or was seen before.',
  );
});
