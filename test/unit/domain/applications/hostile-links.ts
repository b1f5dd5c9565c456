// Links as a stranger might make them. Every one must be turned away with a sentence, without a question to anybody.
const ID = '0f8a3c1e5b7d49d2a6c4e8f012345678';
const BACK = 'https://app.example/back';

/** A good link, so that each hostile one differs from it in one thing. */
export const goodLink = (change: Record<string, string> = {}): string =>
  `ballast://oauth/authorize?${new URLSearchParams({
    client_id: ID,
    response_type: 'code',
    redirect_uri: BACK,
    scope: 'trading data',
    state: 'xyz-123',
    ...change,
  }).toString()}`;

const query = goodLink().slice(goodLink().indexOf('?') + 1);
const without = (name: string): string =>
  `ballast://oauth/authorize?${query
    .split('&')
    .filter((part) => !part.startsWith(`${name}=`))
    .join('&')}`;
const redirects = (addresses: string[]): string[] =>
  addresses.map((redirect_uri) => goodLink({ redirect_uri }));

const NAMES = ['client_id', 'response_type', 'redirect_uri', 'scope', 'state'];
/** NUL, bell, backspace, tab, line feed, carriage return, escape, delete, zero width, right-to-left, soft hyphen. */
const INVISIBLE = [0x00, 0x07, 0x08, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x200b, 0x202e, 0xad].map(
  (code) => String.fromCodePoint(code),
);

const schemes = [
  '',
  ' ',
  'ballast',
  'ballast:',
  'ballast://',
  'ballast://oauth',
  'ballast://oauth/authorize',
  'ballast://oauth/authorize?',
  'javascript:alert(1)',
  'javascript:alert(1)//ballast://oauth/authorize',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'file:///etc/passwd',
  'vbscript:msgbox(1)',
  'blob:https://app.example/1',
  'about:blank',
  'app://ballast/index.html',
  `http://oauth/authorize?${query}`,
  `https://oauth/authorize?${query}`,
  `BALLAST://oauth/authorize?${query}`,
  `Ballast://oauth/authorize?${query}`,
  `ballast:oauth/authorize?${query}`,
  `ballast:/oauth/authorize?${query}`,
  `ballast:///oauth/authorize?${query}`,
  `ballast:\\\\oauth\\authorize?${query}`,
  `ballasts://oauth/authorize?${query}`,
  `ballast.evil://oauth/authorize?${query}`,
  `xballast://oauth/authorize?${query}`,
  `ballast://OAuth/authorize?${query}`,
  `ballast://oauth/Authorize?${query}`,
  `ballast://oauth/authorize/?${query}`,
  `ballast://oauth//authorize?${query}`,
  `ballast://oauth/./authorize?${query}`,
  `ballast://oauth/x/../authorize?${query}`,
  `ballast://oauth/%61uthorize?${query}`,
  `ballast://oauth/token?${query}`,
  `ballast://oauth/allow?${query}`,
  `ballast://orders/submit?${query}`,
  `ballast://user:pass@oauth/authorize?${query}`,
  `ballast://oauth:80/authorize?${query}`,
  `ballast://oauth.evil.example/authorize?${query}`,
  `ballast://evil.example/oauth/authorize?${query}`,
  `ballast://oauth/authorize?${query}#`,
  `ballast://oauth/authorize?${query}#code=1`,
  `ballast://oauth/authorize#?${query}`,
  `ballast://oauth/authorize??${query}`,
  `ballast://oauth/authorize?&${query}`,
  `ballast://oauth/authorize?${query}&`,
  `ballast://oauth/authorize?${query.replaceAll('&', ';')}`,
  `ballast://oauth/authorize?${query} `.replace('state', 'sta te'),
  `\u{feff}x${goodLink()}`,
  `ballast://oauth/authorize?${'a'.repeat(9_000)}`,
  goodLink({ state: 'x'.repeat(2_001) }),
  goodLink({ state: 'x'.repeat(9_500) }),
  goodLink({ scope: 'a'.repeat(501) }),
  goodLink({ client_id: 'a'.repeat(4_000) }),
];

const parameters = [
  ...['client_id', 'response_type', 'redirect_uri'].map(without),
  ...['client_id', 'response_type', 'redirect_uri'].map((name) => goodLink({ [name]: '' })),
  ...NAMES.map((name) => `${goodLink()}&${name}=again`),
  ...NAMES.map((name) => `${goodLink()}&${name}=`),
  ...NAMES.map((name) => goodLink().replace(`${name}=`, `${name}=%zz`)),
  ...NAMES.map((name) => goodLink().replace(`${name}=`, `${name}=%ff%fe`)),
  ...NAMES.map((name) => goodLink().replace(`${name}=`, `${name.toUpperCase()}=`)),
  ...[
    'prompt=none',
    'env=demo',
    'code_challenge=x',
    `code_challenge=${'a'.repeat(43)}`,
    `code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`,
    `code_challenge=${'a'.repeat(43)}&code_challenge_method=s256`,
    `code_challenge=${'a'.repeat(43)}&code_challenge_method=S256&code_challenge=b`,
    `code_challenge=${'a'.repeat(42)}&code_challenge_method=S256`,
    `code_challenge=${'a'.repeat(43)}%3D&code_challenge_method=S256`,
    `code_challenge=${'a'.repeat(42)}.&code_challenge_method=S256`,
    'code_challenge=&code_challenge_method=S256',
    'code_challenge_method=S256',
    'account_id=1',
    'approve=true',
    '__proto__=1',
    'constructor=1',
    'redirect_uri[]=x',
    'client%5Fid=x',
    'state',
    '=x',
    '&&',
  ].map((extra) => `${goodLink()}&${extra}`),
  ...['Code', 'code token', 'id_token', 'none', 'password', 'code,token', '1'].map(
    (response_type) => goodLink({ response_type }),
  ),
  ...[
    'x',
    '1',
    ID.slice(1),
    `${ID}0`,
    `${ID.slice(0, -1)}g`,
    '../../v2/orders',
    `${ID}/../other`,
    `${ID}?x=1`,
    `${ID}%2f..`,
    '0f8a3c1e-5b7d-49d2-a6c4e8f012345678',
    '{0f8a3c1e-5b7d-49d2-a6c4-e8f012345678}',
    '0f8a3c1e5b7d49d2а6c4e8f012345678',
    "' OR 1=1 --",
    '<script>',
  ].map((client_id) => goodLink({ client_id })),
];

const invisible = [
  ...INVISIBLE.flatMap((character) =>
    ['redirect_uri', 'scope', 'state'].map((name) =>
      goodLink({
        [name]: name === 'redirect_uri' ? `${BACK}${character}x` : `a${character}b`,
      }),
    ),
  ),
  ...INVISIBLE.map((character) => goodLink().replace('xyz', `x${character}z`)),
];

const addresses = redirects([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://app.example/%0aalert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'ftp://app.example/back',
  'ws://app.example/back',
  'ballast://oauth/authorize',
  'app://ballast/',
  'mailto:a@app.example',
  'intent://app.example/#Intent;end',
  '//app.example/back',
  '/back',
  'back',
  'app.example/back',
  'https:app.example',
  'https:/app.example',
  'https://',
  'https:///',
  'https://?x',
  'https://:443/back',
  'https://[::1',
  'https://app example/back',
  'https://app.example:99999/',
  'https://app.example\\@evil.example/',
  'https:\\\\app.example\\back',
  'https://user@app.example/back',
  'https://user:pass@app.example/back',
  'https://app.example@evil.example/back',
  'https://@app.example/back',
  'https://app.example/back#fragment',
  'https://app.example/back#',
  'https://app.example/back?code=mine',
  'https://app.example/back?state=mine',
  'https://app.example/back?error=none',
  'https://app.example/back?access_token=1',
  'http://app.example/back',
  'http://localhost.evil.example/back',
  'http://127.0.0.1.evil.example/back',
  'http://127.0.0.1@evil.example/',
  'http://evil.example/127.0.0.1',
  'http://0.0.0.0/back',
  'http://127.0.0.2/back',
  'http://[::]/back',
  'http://[::ffff:127.0.0.1]/back',
  'http://192.168.0.1/back',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost./back',
  'http://lоcalhost/back',
  `https://app.example/${'a'.repeat(2_000)}`,
]);

const scopes = [
  Array.from({ length: 21 }, (_, n) => `s${n}`).join(' '),
  'trading"data',
  'trading\\data',
  'trаding',
  'trading 数据',
].map((scope) => goodLink({ scope }));

export const HOSTILE_LINKS: readonly string[] = [
  ...new Set([...schemes, ...parameters, ...invisible, ...addresses, ...scopes]),
];
