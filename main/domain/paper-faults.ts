// The faults a person can start from the settings, in the words they are offered with. Each is one or more rules of the
// practice broker's control interface, or something of the broker that stays so until it is healed.
export type PaperFault = {
  name: string;
  text: string;
  /** The first as often as is asked for. */
  rules: readonly object[];
  /** What each hit of the first one brings with it, for as long as it says. */
  followed?: readonly object[];
  /** What is put where on the control interface, now and when it is healed. */
  lasting?: { path: string; on: object; off: object };
  /** What is done at once to so many of the last fills of orders that are over. */
  toFills?: { verb: 'bust' | 'correct' };
  /** What is done at once, so many times; `whyNot` says what to do where the broker refuses it. */
  atOnce?: { path: string; body: object; whyNot: string };
  /** What is put where on the control interface, for so many of the next ones. */
  counted?: { path: string; body: (times: number) => object };
};

const PLACE = { method: 'POST', path: '/v2/orders' };
const LOOKUP = { method: 'GET', path: '/v2/orders:by_client_order_id' };
const LIST = { method: 'GET', path: '/v2/orders' };
const READ = { method: 'GET', path: '/v2/orders/*' };
const CANCEL = { method: 'DELETE', path: '/v2/orders/*' };
const MINT = { method: 'POST', path: '/v2/tokenization/mint' };
const REQUESTS = { method: 'GET', path: '/v2/tokenization/**' };
const ANYTHING = { path: '/v2/**' };

const HIDDEN_MS = 10_000;

export const PAPER_FAULTS: readonly PaperFault[] = [
  {
    name: 'order-lost',
    text: 'An order is accepted, but the answer is lost on the way back',
    rules: [{ match: PLACE, act: { kind: 'lost' } }],
  },
  {
    name: 'order-reset',
    text: 'The connection breaks before the broker reads the order',
    rules: [{ match: PLACE, act: { kind: 'reset', when: 'before' } }],
  },
  {
    name: 'order-silent',
    text: 'The broker accepts an order and never answers',
    rules: [{ match: PLACE, act: { kind: 'hang', when: 'after' } }],
  },
  {
    name: 'order-late',
    text: 'An order arrives ten seconds after the connection broke',
    rules: [{ match: PLACE, act: { kind: 'late', ms: 10_000 } }],
  },
  {
    name: 'order-unseen',
    text: 'The answer is lost, and for a while nothing shows the order',
    rules: [{ match: PLACE, act: { kind: 'lost' } }],
    followed: [LOOKUP, READ].map((match) => ({ match, act: { kind: 'blind', ms: 8_000 } })),
  },
  {
    name: 'order-hidden',
    text: 'The answer is lost, and nothing shows an order in its first ten seconds',
    rules: [{ match: PLACE, act: { kind: 'lost' } }],
    followed: [
      ...[LOOKUP, READ, LIST].map((match) => ({ match, act: { kind: 'blind', ms: HIDDEN_MS } })),
      { match: { stream: 'trade' }, act: { kind: 'mute', ms: HIDDEN_MS } },
    ],
  },
  {
    name: 'order-500',
    text: 'The broker answers an order with an internal error',
    rules: [{ match: PLACE, act: { kind: 'status', status: 500, when: 'after' } }],
  },
  {
    name: 'order-refused',
    text: 'The broker refuses an order',
    rules: [
      {
        match: PLACE,
        act: {
          kind: 'status',
          status: 403,
          when: 'before',
          body: { code: 40310000, message: 'insufficient buying power' },
        },
      },
    ],
  },
  {
    name: 'busy',
    text: 'The broker is too busy and asks you to try again in five seconds',
    rules: [
      {
        match: ANYTHING,
        act: { kind: 'status', status: 429, when: 'before', headers: { 'retry-after': '5' } },
      },
    ],
  },
  {
    name: 'slow',
    text: 'Every answer takes two seconds',
    rules: [{ match: ANYTHING, act: { kind: 'delay', ms: 2_000, when: 'after' } }],
  },
  {
    name: 'down',
    text: 'Every request is cut off',
    rules: [{ match: ANYTHING, act: { kind: 'reset', when: 'before' } }],
  },
  {
    name: 'cancel-lost',
    text: 'A cancel goes through, but the answer is lost',
    rules: [{ match: CANCEL, act: { kind: 'lost' } }],
  },
  {
    name: 'fill-bust',
    text: 'The broker busts the last fill',
    rules: [],
    toFills: { verb: 'bust' },
  },
  {
    name: 'fill-correct',
    text: 'The broker corrects the price of the last fill by one percent',
    rules: [],
    toFills: { verb: 'correct' },
  },
  {
    name: 'change-rejected',
    text: 'A change is accepted, then rejected twenty seconds later',
    rules: [],
    counted: { path: '/replaces', body: (left) => ({ left, afterMs: 20_000 }) },
  },
  {
    name: 'orders-cut',
    text: 'The order stream is cut at its next event',
    rules: [{ match: { stream: 'trade' }, act: { kind: 'cut' } }],
  },
  {
    name: 'orders-mute',
    text: 'The order stream stays connected but sends nothing for a minute',
    rules: [{ match: { stream: 'trade' }, act: { kind: 'mute', ms: 60_000 } }],
  },
  {
    name: 'prices-cut',
    text: 'The price stream is cut',
    rules: [{ match: { stream: 'data' }, act: { kind: 'cut' } }],
  },
  {
    name: 'prices-mute',
    text: 'The price stream stays connected but sends nothing for a minute',
    rules: [{ match: { stream: 'data' }, act: { kind: 'mute', ms: 60_000 } }],
  },
  {
    name: 'prices-garbage',
    text: 'The price stream sends unreadable bytes',
    rules: [{ match: { stream: 'data' }, act: { kind: 'garbage' } }],
  },
  {
    name: 'prices-free-plan',
    text: 'The market data plan is the free one: 30 symbols, no SIP data from the last 15 minutes',
    rules: [],
    lasting: { path: '/plan', on: { plan: 'free' }, off: { plan: 'plus' } },
  },
  {
    name: 'halt',
    text: 'The exchange halts trading in AAPL',
    rules: [],
    lasting: {
      path: '/market/halts',
      on: { symbols: ['AAPL'] },
      off: { symbols: [] },
    },
  },
  {
    name: 'mint-lost',
    text: 'A mint is accepted, but the answer is lost',
    rules: [{ match: MINT, act: { kind: 'lost' } }],
  },
  {
    name: 'mint-unseen',
    text: 'The answer to a mint is lost, and for a while nothing shows the mint',
    rules: [{ match: MINT, act: { kind: 'lost' } }],
    followed: [{ match: REQUESTS, act: { kind: 'blind', ms: 20_000 } }],
  },
  {
    name: 'mint-500',
    text: 'The broker accepts a mint but answers with an internal error',
    rules: [{ match: MINT, act: { kind: 'status', status: 500, when: 'after' } }],
  },
  {
    name: 'issuer-refuses',
    text: 'The issuer refuses a mint immediately',
    rules: [],
    counted: { path: '/tokenization/next/refuse', body: (left) => ({ left }) },
  },
  {
    name: 'issuer-rejects',
    text: 'The issuer rejects a mint a few seconds after it was accepted',
    rules: [],
    counted: { path: '/tokenization/next/reject', body: (left) => ({ left }) },
  },
  {
    name: 'issuer-loses',
    text: 'The issuer loses a mint: it stays pending until you clear this fault',
    rules: [],
    counted: { path: '/tokenization/next/lose', body: (left) => ({ left }) },
  },
  {
    name: 'issuer-slow',
    text: 'The issuer takes ten minutes for a mint or a redeem',
    rules: [],
    lasting: { path: '/tokenization', on: { delayMs: 600_000 }, off: { delayMs: 5_000 } },
  },
  {
    name: 'right-to-mint',
    text: 'The account loses the right to mint but can still read its requests',
    rules: [],
    lasting: { path: '/ap', on: { permission: 'read' }, off: { permission: 'mint' } },
  },
  {
    name: 'right-to-read',
    text: 'The account is no longer an Authorized Participant',
    rules: [],
    lasting: { path: '/ap', on: { permission: 'none' }, off: { permission: 'mint' } },
  },
  {
    name: 'elsewhere-redeem',
    text: 'A token holder redeems one AAPL',
    rules: [],
    atOnce: {
      path: '/tokenization/redeem',
      body: { underlying_symbol: 'AAPL', qty: '1' },
      whyNot: 'The practice broker did not accept the redeem.',
    },
  },
  {
    name: 'elsewhere-mint',
    text: 'Another program mints one AAPL from this account',
    rules: [],
    atOnce: {
      path: '/tokenization/mint',
      body: { underlying_symbol: 'AAPL', qty: '1' },
      whyNot:
        'The broker refused the mint. Each mint needs a share of AAPL: buy some with a market order first.',
    },
  },
];
