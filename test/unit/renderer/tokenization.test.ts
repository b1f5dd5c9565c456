import { describe, expect, it } from 'vitest';
import { progressOf } from '#contract/batch-summary.ts';
import type { Item } from '#contract/feeds.ts';
import { MintRow, TokenizationRequest, type RequestOrigin } from '#contract/tokenization.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import {
  batchTitle,
  leavingWords,
  reviewOf,
} from '#renderer/screens/tokenization/batch/batch-review.ts';
import {
  countWords,
  heldWords,
  stateWords,
} from '#renderer/screens/tokenization/batch/batch-words.ts';
import {
  NEW_MINT,
  placeMintIssues,
  reduceMint,
  type MintAction,
  type MintState,
} from '#renderer/screens/tokenization/mint/mint-form.ts';
import { retryWords, standingOf } from '#renderer/screens/tokenization/mint/mint-words.ts';
import { REQUEST_EXPORT } from '#renderer/screens/tokenization/requests/request-columns.tsx';
import {
  acceptsRequest,
  compareRequests,
  createRequestList,
  isUuid,
  NO_FILTER,
  questionOf,
} from '#renderer/screens/tokenization/requests/request-rows.ts';
import { formatQuantity } from '#renderer/ui/format.ts';
import { toCsv } from '#renderer/ui/table/export-text.ts';
import { aBatch } from '#test/support/batches.ts';

const ID = '01a1ddeb-20cb-79e6-81ad-40275b021d84';
const play = (...actions: MintAction[]): MintState => actions.reduce(reduceMint, NEW_MINT);
const edit = (qty: string): MintAction => ({ kind: 'edit', change: { qty } });

describe('the mint form', () => {
  it.each([
    ['refused', '5'],
    ['not-sent', '5'],
    ['accepted', ''],
    ['unknown', ''],
  ] as const)('after %s has %j as its quantity', (state, qty) => {
    expect(play(edit('5'), { kind: 'recorded', state }).fields.qty).toBe(qty);
  });

  it('complains in whole sentences, and only about fields that somebody was in', () => {
    const issues = [
      { path: 'form.qty', message: 'must have at most 12 digits before the point and 9 after it' },
      { path: 'form.issuer', message: 'is missing' },
      { path: '', message: 'something else' },
    ];
    expect(placeMintIssues(issues, play(edit('1,5'))).byField.qty).toBe(
      '"1,5": write 1.5 with a point.',
    );
    const touched = play(edit('1234567890123'));
    expect(placeMintIssues(issues, touched)).toEqual({
      byField: { qty: 'The quantity must have at most 12 digits before the point and 9 after it.' },
      general: ['something else'],
    });
    const tried = reduceMint(touched, { kind: 'tried' });
    expect(placeMintIssues(issues, tried).byField.issuer).toBe('The issuer is missing.');
  });
});

const request = (n: number, more: object = {}): TokenizationRequest =>
  TokenizationRequest.parse({
    tokenizationRequestId: `request-${n}`,
    type: 'mint',
    status: 'pending',
    underlyingSymbol: 'AAPL',
    issuer: 'xstocks',
    network: 'solana',
    qty: String(n),
    createdAt: new Date(n * 1_000).toISOString(),
    ...more,
  });

describe('the requests', () => {
  it('are listed newest first, live, and narrowed like the service does', () => {
    const frames: (() => void)[] = [];
    const slices = createSlices<string, Item<'tokenizations'>>((run) => frames.push(run));
    const put = (one: TokenizationRequest) =>
      slices.put(one.tokenizationRequestId, { request: one, receivedAt: 0 });
    const flush = () => {
      for (const run of frames.splice(0)) run();
    };
    put(request(2));
    const { rows, start } = createRequestList(slices);
    start();
    put(request(10, { type: 'redeem', issuer: 'ondo' }));
    put(request(9, { underlyingSymbol: 'MSFT', network: 'base' }));
    flush();
    const shown = () => rows.view().rows.map(({ request: { qty } }) => qty);
    const narrow = (change: Partial<typeof NO_FILTER>) => {
      rows.arrange({ accepts: acceptsRequest({ ...NO_FILTER, ...change }) });
      return shown();
    };
    expect(shown()).toEqual(['10', '9', '2']);
    expect(narrow({ type: 'redeem' })).toEqual(['10']);
    expect(narrow({ issuer: 'xstocks' })).toEqual(['9', '2']);
    expect(narrow({ network: 'base' })).toEqual(['9']);
    expect(narrow({ underlyingSymbol: ' msft ' })).toEqual(['9']);
    // Ten seconds after 1970 in New York is 19:00:10 of the day before; both ends are exclusive.
    expect(narrow({ after: '1969-12-31T19:00:02' })).toEqual(['10', '9']);
    expect(narrow({ before: '1969-12-31T19:00:10' })).toEqual(['9', '2']);
    expect(narrow({ status: 'completed' })).toEqual([]);
    put(request(2, { status: 'completed' }));
    flush();
    expect(shown()).toEqual(['2']);
    narrow({});
    rows.arrange({ compare: compareRequests({ column: 'qty', isDescending: false }) });
    expect(shown()).toEqual(['2', '9', '10']);
  });

  it('say where they came from, in their order and in the file', () => {
    const slices = createSlices<string, Item<'tokenizations'>>((run) => run());
    const put = (nth: number, origin?: RequestOrigin) =>
      slices.put(String(nth), { request: request(nth), receivedAt: 0, ...(origin && { origin }) });
    put(1, { kind: 'elsewhere' });
    put(2);
    put(3, { kind: 'desk' });
    put(4, { kind: 'batch', batchId: ID, name: 'B300' });
    const { rows, start } = createRequestList(slices);
    start();
    rows.arrange({ compare: compareRequests({ column: 'origin', isDescending: false }) });
    const csv = toCsv([...rows.view().rows], REQUEST_EXPORT)
      .trim()
      .split('\r\n');
    const at = csv[0]?.split(',').indexOf('origin') ?? -1;
    expect(csv.map((line) => line.split(',')[at])).toEqual([
      'origin',
      'batch B300',
      'elsewhere',
      'not known yet',
      'this desk',
    ]);
  });

  it('are asked for with offsets, and not at all when nothing can lie between', () => {
    const filter = { ...NO_FILTER, after: '2026-07-01T09:30', before: '2026-12-01T09:30' };
    expect(questionOf({ ...filter, issuer: 'ondo' })).toEqual({
      ok: true,
      filters: {
        issuer: 'ondo',
        after: '2026-07-01T13:30:00.000Z',
        before: '2026-12-01T14:30:00.000Z',
      },
    });
    expect(questionOf({ ...filter, before: filter.after }).ok).toBe(false);
  });

  it.each([
    [ID, true],
    [ID.toUpperCase(), true],
    ['', false],
    ['first', false],
    [`${ID}0`, false],
    [ID.replaceAll('-', ''), false],
  ])('knows an id from what is none: %s', (text, isOne) => {
    expect(isUuid(text)).toBe(isOne);
  });
});

const form = (qty: string, underlyingSymbol = 'AAPL', more: object = {}) => ({
  underlyingSymbol,
  qty,
  issuer: 'xstocks',
  network: 'solana',
  walletAddress: 'w',
  label: '',
  ...more,
});

describe('a batch', () => {
  const batch = (state: string, ...states: [string, string, string?, object?][]) =>
    aBatch({
      batchId: ID,
      name: 'five',
      createdAt: 0,
      state,
      rows: states.map(([rowState, qty, symbol, more], at) => ({
        line: at + 2,
        form: form(qty, symbol, more),
        issues: [],
        state: rowState,
      })),
    });

  it('sums what would leave the account exactly, without rows that are wrong or over', () => {
    const dry = batch(
      'dry',
      ['ready', '0.1'],
      ['ready', '0.2'],
      ['wrong', '7'],
      ['ready', '123456789012.000000001', 'MSFT'],
      ['ready', '1', 'MSFT'],
      ['pending', '9'],
    );
    expect(leavingWords(reviewOf(dry).leaving)).toBe('0.3 AAPL, 123456789013.000000001 MSFT');
    expect(countWords(dry)).toBe('1 pending, 4 ready, 1 wrong');
  });

  it('names a wallet that is new beside what goes there', () => {
    const ready = batch('dry', ['ready', '1'], ['ready', '2']);
    const rows = ready.rows.map((row) => ({ ...row, newWallet: 'New wallet: compare it.' }));
    expect(reviewOf(ready).targets.map(({ newWallet }) => newWallet)).toEqual([undefined]);
    expect(reviewOf(aBatch({ ...ready, rows })).targets).toMatchObject([
      { requests: 2, newWallet: 'New wallet: compare it.' },
    ]);
  });

  it('leaves out what repeats a mint until that is typed, and what a guard holds back', () => {
    const ready = batch('dry', ['ready', '1'], ['ready', '2'], ['ready', '4']);
    const heldBy = (...held: unknown[]) =>
      aBatch({ ...ready, rows: ready.rows.map((row, at) => ({ ...row, held: held[at] })) });
    const dry = heldBy(undefined, 'repeats', 'guard');
    expect(countWords(dry)).toBe('1 ready, 1 repeating a mint, 1 blocked');
    expect(heldWords(dry)).toBe('1 row repeats an earlier mint. 1 row is blocked by a guard.');
    expect(leavingWords(reviewOf(dry).leaving)).toBe('1 AAPL');
    expect(leavingWords(reviewOf(dry, true).leaving)).toBe('3 AAPL');
    const second = heldBy(undefined, 'repeats', 'second-person');
    expect(countWords(second)).toBe('1 ready, 1 repeating a mint, 1 for a second person');
    expect(heldWords(second)).toBe('1 row repeats an earlier mint. 1 row needs a second person.');
    expect(reviewOf(second).requests).toBe(1);
    expect(reviewOf(second, false, true).requests).toBe(2);
  });

  it('is reviewed by symbol and by wallet, only with what it still has to send', () => {
    const base = { network: 'base' };
    const review = reviewOf(
      batch(
        'paused',
        ['waiting', '0.1'],
        ['waiting', '2', 'MSFT', base],
        ['unknown', '0.25', 'AAPL', base],
        ['not-sent', '1', 'AAPL', { issuer: 'ondo' }],
        ['waiting', '0.000000001'],
        ['waiting', '3', 'AAPL', { walletAddress: 'v' }],
        ['pending', '50', 'TSLA', { walletAddress: 'settled' }],
        ['completed', '50', 'TSLA', { walletAddress: 'settled' }],
        ['rejected', '50', 'TSLA', { walletAddress: 'settled' }],
        ['refused', '50', 'TSLA', { walletAddress: 'settled' }],
        ['wrong', '50', 'TSLA', { walletAddress: 'wrong' }],
      ),
    );
    const at = { issuer: 'xstocks', network: 'solana', walletAddress: 'w' };
    expect(review).toEqual({
      requests: 6,
      unknown: 1,
      leaving: [
        { symbol: 'AAPL', qty: '4.350000001', requests: 5 },
        { symbol: 'MSFT', qty: '2', requests: 1 },
      ],
      targets: [
        { ...at, requests: 2, leaving: [{ symbol: 'AAPL', qty: '0.100000001', requests: 2 }] },
        {
          ...at,
          ...base,
          requests: 2,
          leaving: [
            { symbol: 'MSFT', qty: '2', requests: 1 },
            { symbol: 'AAPL', qty: '0.25', requests: 1 },
          ],
        },
        {
          ...at,
          issuer: 'ondo',
          requests: 1,
          leaving: [{ symbol: 'AAPL', qty: '1', requests: 1 }],
        },
        {
          ...at,
          walletAddress: 'v',
          requests: 1,
          leaving: [{ symbol: 'AAPL', qty: '3', requests: 1 }],
        },
      ],
    });
  });

  it.each([
    [[['ready', '1500']], '1 mint, 1,500 AAPL, LIVE'],
    [
      [
        ['ready', '1'],
        ['ready', '2'],
        ['ready', '3', 'MSFT'],
      ],
      '3 mints, 3 AAPL, 3 MSFT, LIVE',
    ],
    [
      [
        ['ready', '1'],
        ['ready', '2', 'MSFT'],
        ['ready', '3', 'TSLA'],
      ],
      '3 mints, 3 symbols, LIVE',
    ],
  ] as [[string, string, string?][], string][])(
    'is named with its account on the button that starts it: %#',
    (rows, title) => {
      expect(batchTitle(reviewOf(batch('dry', ...rows)), 'live', formatQuantity)).toBe(title);
    },
  );

  it('counts an unknown row as not settled, and says that it can go on', () => {
    const paused = batch('paused', ['pending', '1'], ['unknown', '1'], ['wrong', '1']);
    expect(progressOf(paused.counts)).toEqual({ going: 2, answered: 1, ended: 0, wrong: 1 });
    expect(stateWords(paused)).toContain('Paused at 1 of 2. You can continue where it stopped');
  });
});

describe('the standing of a mint', () => {
  const row = (state: string, more: object = {}): MintRow =>
    MintRow.parse({
      intent: {
        intentId: ID,
        accountId: ID,
        kind: 'mint',
        state,
        body: '{}',
        symbol: 'AAPL',
        title: 'Mint 2 AAPL',
        confirmedAt: 0,
        cancelWhenFound: false,
        isConflict: false,
        unanswered: 0,
        changedAt: 0,
      },
      ...more,
    });

  it.each([
    [row('accepted', { request: request(2, { status: 'completed' }) }), 'good', 'Completed'],
    [row('accepted', { request: request(2, { status: 'rejected' }) }), 'bad', '2 AAPL are back'],
    [
      row('accepted', { request: request(2, { status: 'new-word' }) }),
      'good',
      'Waiting for the issuer’s answer',
    ],
    [row('recorded'), 'unsure', 'when its turn comes'],
    [row('sent'), 'unsure', 'waiting for the broker’s answer'],
    [row('unknown'), 'unsure', 'Do not mint it again'],
    [row('refused'), 'bad', 'Nothing was minted'],
    [row('not-sent'), 'bad', 'Nothing was sent'],
  ])('%#: is told with its color', (mint, kind, words) => {
    const standing = standingOf(mint);
    expect([standing.kind, standing.text]).toEqual([kind, expect.stringContaining(words)]);
  });

  it('says why it is unknown: an answer of 500 is an answer', () => {
    const { intent } = row('unknown');
    const text = standingOf({
      intent: { ...intent, reason: 'The broker answered 500: oops.' },
    }).text;
    expect(text).toMatch(
      /^Unconfirmed\. The broker answered 500: oops\. This mint may have been accepted/,
    );
    expect(standingOf({ intent }).text).toMatch(/^Unconfirmed\. The broker did not answer\./);
  });

  it('says how often it was sent, when it goes again, and until when', () => {
    const at = Date.parse('2026-11-02T15:00:00Z');
    const words = retryWords({ attempts: 2, nextAt: at + 3_000, until: at + 900_000 }, at);
    expect(words).toContain('Sent 2 times so far.');
    expect(words).toContain('at 10:00:03, in 3 s');
    expect(words).toContain('until 10:15:00.');
  });
});
