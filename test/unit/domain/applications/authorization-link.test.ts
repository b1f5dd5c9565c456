import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFailure } from '#contract/failure.ts';
import { isReturnAddress } from '#contract/oauth.ts';
import {
  askIssues,
  otherEnvironment,
  plainClientId,
  readAuthorizationLink,
} from '#main/domain/applications/authorization-link.ts';
import { addressWithAnswer, readReturnAddress } from '#main/domain/applications/return-address.ts';
import { goodLink, HOSTILE_LINKS } from '#test/unit/domain/applications/hostile-links.ts';

const ID = '0f8a3c1e5b7d49d2a6c4e8f012345678';

function read(link: string) {
  const result = readAuthorizationLink(link);
  if (!result.ok) throw new Error(describeFailure(result.failure));
  return result.value;
}

/** What a person can read without being alarmed or fooled: one short line in plain characters. */
const CALM = /^[A-Z][\x20-\x7e…]{10,300}$/;

describe('an authorization link', () => {
  it('says what an application asks for', () => {
    expect(read(goodLink())).toEqual({
      clientId: ID,
      responseType: 'code',
      redirectUri: 'https://app.example/back',
      scope: 'trading data',
      state: 'xyz-123',
    });
    expect(read(`  ${goodLink()}\n`)).toMatchObject({ clientId: ID });
  });

  it('may bind its code to a challenge of S256', () => {
    const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    expect(read(goodLink({ code_challenge, code_challenge_method: 'S256' }))).toMatchObject({
      clientId: ID,
      codeChallenge: code_challenge,
    });
    const plain = readAuthorizationLink(
      goodLink({ code_challenge, code_challenge_method: 'plain' }),
    );
    expect(plain.ok || describeFailure(plain.failure)).toContain('only S256');
  });

  it.each(['live', 'paper'])('may say that it is for an account that is %s', (env) => {
    expect(read(goodLink({ env }))).toMatchObject({ clientId: ID, env });
  });

  it('may be written for the web shell, which may have turned it away to be pasted', () => {
    const query = goodLink().split('?')[1];
    for (const host of ['127.0.0.1:4010', 'localhost:80'])
      expect(read(`http://${host}/oauth/authorize?${query}`)).toEqual(read(goodLink()));
    for (const other of ['127.0.0.1.example:80', '127.0.0.1:80@evil.example', 'evil.example:80'])
      expect(readAuthorizationLink(`http://${other}/oauth/authorize?${query}`).ok).toBe(false);
  });

  it('may be written for Alpaca’s own page, as its documents have it', () => {
    const documented = `https://app.alpaca.markets/oauth/authorize?response_type=code&client_id=${ID}&redirect_uri=https://app.example/back&state=SomeState&scope=account:write%20trading&env=paper`;
    expect(read(documented)).toEqual({
      clientId: ID,
      responseType: 'code',
      redirectUri: 'https://app.example/back',
      scope: 'account:write trading',
      state: 'SomeState',
      env: 'paper',
    });
  });

  it('may lack a state and a scope', () => {
    const bare = `ballast://oauth/authorize?client_id=${ID}&response_type=code&redirect_uri=http%3A%2F%2F127.0.0.1%3A4000%2Fback`;
    expect(read(bare)).toEqual({
      clientId: ID,
      responseType: 'code',
      redirectUri: 'http://127.0.0.1:4000/back',
      scope: '',
    });
    expect(read(`${bare}&state=`)).not.toHaveProperty('state');
  });

  it.each(['http://localhost:3000/', 'http://[::1]:3000/x', 'https://app.example/back?tenant=7'])(
    'may lead back to %s',
    (redirect_uri) => {
      expect(read(goodLink({ redirect_uri })).redirectUri).toBe(redirect_uri);
    },
  );

  it('is tried against at least two hundred hostile ones', () => {
    expect(HOSTILE_LINKS.length).toBeGreaterThanOrEqual(200);
  });

  it.each(HOSTILE_LINKS.map((link) => [link.slice(0, 120), link]))(
    'is not one that reads %j',
    (_shown, link) => {
      const result = readAuthorizationLink(link);
      expect(result.ok).toBe(false);
      if (!result.ok) expect(describeFailure(result.failure)).toMatch(CALM);
    },
  );

  it('is never read into something that could not be sent back safely, whatever it holds', () => {
    const part = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.constant('code'));
    fc.assert(
      fc.property(
        part,
        part,
        part,
        part,
        part,
        fc.boolean(),
        (id, type, uri, scope, state, isId) => {
          const change = {
            client_id: isId ? ID : id.toWellFormed(),
            response_type: isId ? 'code' : type.toWellFormed(),
            redirect_uri: uri.toWellFormed(),
            scope: scope.toWellFormed(),
            state: state.toWellFormed(),
          };
          const result = readAuthorizationLink(goodLink(change));
          if (!result.ok) return describeFailure(result.failure).length > 10;
          const address = readReturnAddress(result.value.redirectUri);
          return (
            address.ok &&
            isReturnAddress(address.address.href) &&
            askIssues(result.value).length === 0
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('what is wrong with a link', () => {
  const DASHED = '0F8A3C1E-5b7d-49d2-a6c4-e8f012345678';
  const ask = (members: object = {}) => ({
    clientId: ID,
    responseType: 'code',
    redirectUri: 'https://app.example/back',
    scope: 'trading',
    ...members,
  });

  it.each([
    ['', 'There is no link yet'],
    [`ballast://oauth/${'x'.repeat(10_000)}`, 'The link is too long'],
    ['ballast://oauth/authorize?client_id=\u0430', 'characters'],
    ['https://oauth/authorize', 'not a link for Ballast'],
    ['https://api.alpaca.markets/oauth/token', 'where an application exchanges its code'],
    ['https://authx.alpaca.markets/v1/oauth2/token', 'where an application exchanges its code'],
    ['https://app.alpaca.markets/account/login', 'not for the authorization page'],
    [goodLink().replace('ballast://', 'https://app.alpaca.markets.evil.example/'), 'not a link'],
    [goodLink().replace('ballast://', 'https://app.alpaca.markets@evil.example/'), 'not a link'],
    [goodLink().replace('ballast://', 'http://app.alpaca.markets/'), 'not a link'],
    [`${goodLink()}&env=paper&env=live`, 'The link has env twice'],
    [
      'ballast://oauth/authorize?scope=',
      'The link is missing client_id and response_type and redirect_uri',
    ],
    [goodLink({ client_id: '' }), 'The link is missing client_id'],
  ])('%# is said in a sentence', (link, words) => {
    const result = readAuthorizationLink(link);
    expect(result).toMatchObject({ failure: { issues: [{ path: 'link' }] } });
    if (!result.ok) expect(describeFailure(result.failure)).toContain(words);
  });

  it.each([
    ['clientId', { clientId: `${ID}0` }],
    ['clientId', { clientId: DASHED.replace('-', '') }],
    ['clientId', { clientId: `${DASHED}0` }],
    ['clientId', { clientId: DASHED.replaceAll('5', 'g') }],
    ['clientId', { clientId: DASHED.replaceAll('0', 'g') }],
    ['clientId', { clientId: DASHED.replaceAll('6', 'g') }],
    ['responseType', { responseType: 'both' }],
    ['redirectUri', { redirectUri: '' }],
    ['scope', { scope: 'a'.repeat(5_000) }],
    ['scope', { scope: 'trading\u0007' }],
    ['state', { state: 'x'.repeat(5_000) }],
    ['state', { state: '\u0007x' }],
    ['state', { state: 'x\u0007' }],
    ['env', { env: '' }],
    ['env', { env: 'Live' }],
    ['env', { env: 'live paper' }],
  ])('is found in its %s', (path, members) => {
    expect(askIssues(ask(members)).map((issue) => issue.path)).toEqual([path]);
  });

  it('is nothing in what may be asked', () => {
    for (const good of [{}, { clientId: DASHED }, { responseType: 'token' }, { state: 'a b' }])
      expect(askIssues(ask(good))).toEqual([]);
    expect(plainClientId(DASHED)).toBe(ID);
  });
});

describe('the environment that a link is for', () => {
  it.each([
    [undefined, 'live', undefined],
    [undefined, 'embedded', undefined],
    ['live', 'live', undefined],
    ['paper', 'paper', undefined],
    ['paper', 'embedded', undefined],
    ['live', 'paper', 'asks for a live account'],
    ['live', 'embedded', 'asks for a live account'],
    ['paper', 'live', 'asks for a paper account'],
  ] as const)('%s on an account that is %s', (env, environment, words) => {
    const why = otherEnvironment(env, environment);
    if (words === undefined) expect(why).toBeUndefined();
    else expect(why).toContain(words);
  });
});

describe('a redirect address', () => {
  it.each([
    ['', 'missing'],
    ['https://app.example/\ud800', 'invisible'],
    ['https://app.example/a b', 'spaces'],
    ['x https://app.example/', 'spaces'],
    ['xhttps://app.example/', 'must begin with'],
    ['https://app.example\\back', 'backslash'],
    ['https://app.example/#top', 'fragment'],
    ['https://user@app.example/', 'user name'],
    ['https://:secret@app.example/', 'user name'],
    ['https://@app.example/', 'user name'],
    ['http://@localhost/', 'user name'],
    ['http://app.example/', 'neither https nor'],
    ['https://app.example/?code=1', 'already contains an answer'],
  ])('is not %j', (text, words) => {
    expect(readReturnAddress(text)).toEqual({ ok: false, why: expect.stringContaining(words) });
  });

  it('may have an @ in what it asks for, and gets no member that is not known', () => {
    expect(readReturnAddress('https://app.example/?to=a@b').ok).toBe(true);
    const href = 'https://app.example/';
    expect(addressWithAnswer({ href }, { code: '(*)', state: undefined })).toBe(
      'https://app.example/?code=%28%2A%29',
    );
  });

  it('in other letters is shown as the network spells it', () => {
    const shown = readReturnAddress('https://\u0430pple.example/back');
    expect(shown).toEqual({
      ok: true,
      address: {
        href: 'https://xn--pple-43d.example/back',
        host: 'xn--pple-43d.example',
        isForeignHost: true,
      },
    });
  });

  it('gets the answer added, and keeps what it had', () => {
    const add = (href: string) => addressWithAnswer({ href }, { code: 'a b&c', state: 'x=%1\'"' });
    const answer = 'code=a%20b%26c&state=x%3D%251%27%22';
    expect(add('https://app.example/back')).toBe(`https://app.example/back?${answer}`);
    expect(add('https://app.example/?a=%20b')).toBe(`https://app.example/?a=%20b&${answer}`);
    expect(add('https://app.example/?')).toBe(`https://app.example/?${answer}`);
  });

  it('takes any answer without becoming another address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (code, state) => {
        const url = new URL(
          addressWithAnswer({ href: 'https://app.example/b?a=1' }, { code, state }),
        );
        expect([url.origin, url.pathname, url.hash]).toEqual(['https://app.example', '/b', '']);
        expect(url.searchParams.getAll('code')).toEqual([code.toWellFormed()]);
        expect(url.searchParams.getAll('state')).toEqual([state.toWellFormed()]);
        expect([...url.searchParams.keys()]).toEqual(['a', 'code', 'state']);
      }),
    );
  });
});
