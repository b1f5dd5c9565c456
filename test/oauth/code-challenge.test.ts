// PKCE: a code that is bound to a challenge, where the broker has a place for one, and a refusal where it has none.
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import {
  createScene,
  REDIRECT,
  sentenceOf,
  valueOf,
  type Scene,
} from '#test/oauth/support/scene.ts';

const verifier = randomBytes(32).toString('base64url');
const codeChallenge = createHash('sha256').update(verifier).digest('base64url');

let scene: Scene;
afterEach(() => scene.stop());

async function askWithChallenge(isEmbedded: boolean) {
  scene = await createScene({ isEmbedded });
  const { oauth, account, rig } = scene;
  const app = await scene.register();
  const { hosts, key } = rig.paper();
  if (!isEmbedded)
    valueOf(await oauth.configure(account, { brokerHost: hosts.rest, brokerPair: key }));
  valueOf(await oauth.saveClientSecret(account, app.clientId, app.clientSecret));
  const question = valueOf(await oauth.prepare(account, scene.ask(app, { codeChallenge })));
  return { app, question };
}

it('hands the challenge to the practice broker, which asks for what it was made of', async () => {
  const { app, question } = await askWithChallenge(true);
  expect(question.ask.codeChallenge).toBe(codeChallenge);
  expect(question).not.toHaveProperty('whyNot');
  const exchanged = async (change: Record<string, string>): Promise<number> => {
    const again = await scene.oauth.prepare(scene.account, question.ask);
    const { address = '' } = valueOf(await scene.oauth.allow(scene.account, valueOf(again).askId));
    const answer = await fetch(`${scene.rig.paper().hosts.rest}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: new URL(address).searchParams.get('code') ?? '',
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: REDIRECT,
        ...change,
      }),
    });
    return answer.status;
  };
  expect(await exchanged({})).toBe(400);
  expect(await exchanged({ code_verifier: `${verifier}x` })).toBe(400);
  expect(await exchanged({ code_verifier: verifier })).toBe(200);
});

it('asks no other broker for a code that would not be bound, and says why', async () => {
  const { question } = await askWithChallenge(false);
  expect(question.whyNot).toContain('does not support one');
  const requests = await scene.countRequests();
  expect(sentenceOf(await scene.oauth.allow(scene.account, question.askId))).toContain('PKCE');
  expect(await requests()).toBe(0);
});
