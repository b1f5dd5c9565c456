// A broker, or whatever stands between, repeats the credentials in every place where it may write: nothing of what the
// client and the links hand on holds them, and nothing that they hand on hides or reorders what stands beside it.
import { describe, expect, it } from 'vitest';
import { createDataLink } from '#main/broker/streams/data-link.ts';
import type { Link, LinkState } from '#main/broker/streams/link.ts';
import { createTradeLink } from '#main/broker/streams/trade-link.ts';
import type { Credentials } from '#main/ports.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';
import { clientOf, startLocalBroker, type Reply } from '#test/unit/broker/local-broker.ts';

const KEY = 'PKECHOED0000000001';
const SECRET = 'echoed/secret+value=0001';
const TOKEN = 'token-of-the-flow-0001';
const PAIR: Credentials = { keyId: KEY, secretKey: SECRET };

/** Ways in which one and the same secret can be written inside a JSON string. */
const SPELLINGS: [string, (secret: string) => string][] = [
  ['as it is', (secret) => secret],
  ['escaped', (secret) => secret.replace(/./g, escaped)],
  [
    'with an invisible character inside',
    (secret) => `${secret.slice(0, 5)}\u200B${secret.slice(5)}`,
  ],
  ['for an address', (secret) => encodeURIComponent(secret)],
  ['in base64', (secret) => Buffer.from(secret).toString('base64')],
];
const escaped = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
const LEAKS = [KEY, SECRET, TOKEN].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]);
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

function expectClean(told: unknown): void {
  const text = JSON.stringify(told);
  for (const secret of LEAKS) expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
  for (const one of textsIn(told)) expect(one).not.toMatch(INVISIBLE);
}
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)])
      : [];

const order = (text: string): string =>
  `{"id":"o","client_order_id":"c ${text}","symbol":"${text}","status":"new ${text}","legs":[{"id":"l","client_order_id":"m","status":"${text}"}]}`;

describe.each(SPELLINGS)('a secret %s', (_how, spell) => {
  const both = `${spell(KEY)} \u202E ${spell(SECRET)}`;
  const replies: [string, Reply][] = [
    ['a request id', { status: 403, json: {}, headers: { 'X-Request-ID': `r ${SECRET} ${KEY}` } }],
    ['an error', { status: 422, text: `{"code":1,"message":"no ${both}"}` }],
    ['an error of text', { status: 403, text: `"no ${both}"` }],
    ['a page', { status: 502, text: `<p>${SECRET}</p><b>${KEY}</b>` }],
    ['a redirect', { status: 302, headers: { Location: `https://${KEY}.example/` } }],
    ['an order', { text: order(both) }],
    ['an unreadable order', { text: `{"id":1,"${both}":{}}` }],
    ['prices', { text: `{"${both}":{"latestTrade":{"p":"x"}}}` }],
  ];

  it.each(replies)('in %s is handed on by no call', async (_where, reply) => {
    const broker = await startLocalBroker(() => reply);
    const client = clientOf(broker.origin, { credentials: PAIR });
    const id = '61e69015-8549-4bfd-b9c3-01e75843f47d';
    expectClean(await client.order(id));
    expectClean(await client.placeRaw('{"a":1}'));
    expectClean(await client.snapshots(['AAPL']));
    client.useCredentials({ token: TOKEN });
    expectClean(await client.order(id));
  });

  it('in a stream is in no state, no line of the log and no update', () => {
    let credentials: Credentials = PAIR;
    const told: unknown[] = [];
    const said = open((deps) => createTradeLink({ ...deps, credentials: () => credentials }), told);
    said.frame(`{"stream":"authorization","data":{"status":"authorized","action":"${both}"}}`);
    said.frame('{"stream":"listening","data":{"streams":["trade_updates"]}}');
    expect(said.link.state().phase).toBe('live');
    said.frame(`{"stream":"trade_updates","data":{"event":"${both}","order":${order(both)}}}`);
    said.frame(`{"action":"error","data":{"error_message":"${both}"}}`);
    credentials = { token: TOKEN };
    said.link.wake();
    said.opened();
    said.frame(`{"action":"error","data":{"error_message":"${both} ${spell(TOKEN)}"}}`);
    said.close(`closed ${SECRET} ${TOKEN}`);
    expect(said.updates()).toBe(1);
    expectClean(told);
  });

  it.each([402, 500])(
    'in error %i of the price stream is in no state and no line of the log',
    (code) => {
      const told: unknown[] = [];
      const said = open(
        (deps) => createDataLink({ ...deps, codec: 'json', credentials: () => PAIR }),
        told,
      );
      said.frame(`[{"T":"error","code":${code},"msg":"${both}"}]`);
      expect(said.link.state().message).toBeDefined();
      expectClean(told);
    },
  );
});

type Deps = Omit<Parameters<typeof createTradeLink>[0], 'credentials' | 'onEvents'> & {
  onEvents: (events: unknown[]) => void;
};

function open(create: (deps: Deps) => Link, told: unknown[]) {
  const time = createFakeTime();
  const { open: openSocket, last } = createFakeSockets();
  let updates = 0;
  const link = create({
    url: 'ws://127.0.0.1:1/stream',
    onEvents(events) {
      updates += events.length;
      told.push(structuredClone(events));
    },
    onState: (state: LinkState) => void told.push(state),
    openSocket,
    clock: time.clock,
    delay: time.delay,
    random: createFakeRandom(),
    log: (level, message, details) => void told.push({ level, message, details }),
  });
  link.start();
  const opened = () => void last().events.onOpen();
  opened();
  return {
    link,
    opened,
    frame: (text: string) => void last().events.onFrame(text),
    close: (reason: string) => void last().events.onClose(reason),
    updates: () => updates,
  };
}
