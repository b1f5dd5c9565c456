import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DayEndDifference } from '#contract/day-end.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import { add, decimal, negate, ZERO, type Decimal } from '#main/domain/decimal.ts';
import type { Entry } from '#main/domain/mints/journal-match.ts';
import { outstandingOf, valueOf } from '#main/domain/mints/outstanding.ts';
import { reconcile, type Books, type DeskFill } from '#main/domain/mints/reconciliation.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT = Date.parse('2026-11-16T05:00:00Z');
const day = (nth: number): Books['day'] => ({
  from: MIDNIGHT + nth * DAY_MS,
  to: MIDNIGHT + (nth + 1) * DAY_MS,
  isToday: nth === DAYS - 1,
});
const DAYS = 3;

/** One thing that happens to an account, as the broker books it and the desk and the issuer know it. */
type Happening = {
  entries?: Entry[];
  request?: TokenizationRequest;
  deskFill?: DeskFill;
};

let ids = 0;
const newId = (): string => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;

const anEntry = (members: Partial<Entry> & Pick<Entry, 'qty' | 'at'>): Entry => ({
  id: newId(),
  type: 'JNLS',
  symbol: 'AAPL',
  isJournal: true,
  isTokens: false,
  ...members,
});
const outside = (qty: Decimal, at: number, symbol = 'AAPL'): Entry =>
  anEntry({ qty, at, symbol, isTokens: true, description: 'tokenization: out' });

const aRequest = (members: Record<string, unknown>): TokenizationRequest =>
  TokenizationRequest.parse({
    tokenizationRequestId: newId(),
    type: 'mint',
    status: 'completed',
    underlyingSymbol: 'AAPL',
    issuer: 'xstocks',
    network: 'solana',
    qty: '4',
    createdAt: new Date(MIDNIGHT + 3_600_000).toISOString(),
    ...members,
  });

function bought(qty: string, at: number, symbol = 'AAPL'): Happening {
  const orderId = newId();
  const signed = decimal(qty);
  const fill = { orderId, price: decimal('190') };
  return {
    entries: [anEntry({ type: 'FILL', symbol, qty: signed, at, isJournal: false, fill })],
    deskFill: { orderId, symbol, qty: signed, at },
  };
}

function tokenized(
  type: string,
  status: string,
  qty: string,
  at: number,
  symbol = 'AAPL',
): Happening {
  const ended = at + 120_000;
  const request = aRequest({
    type,
    status,
    qty,
    underlyingSymbol: symbol,
    createdAt: new Date(at).toISOString(),
    ...(status !== 'pending' && { updatedAt: new Date(ended).toISOString() }),
  });
  const out = outside(negate(decimal(qty)), at, symbol);
  const back = outside(decimal(qty), ended, symbol);
  if (type === 'redeem') return { request, entries: status === 'completed' ? [back] : [] };
  return { request, entries: status === 'rejected' ? [out, back] : [out] };
}

const split = (qty: string, at: number, symbol = 'AAPL'): Happening => ({
  entries: [anEntry({ type: 'SPLIT', symbol, qty: decimal(qty), at, isJournal: false })],
});

function booksOf(happenings: readonly Happening[], nth = DAYS - 1): Books {
  const entries = happenings.flatMap((one) => one.entries ?? []);
  const held = new Map<string, Decimal>();
  for (const { symbol, qty } of entries) held.set(symbol, add(held.get(symbol) ?? ZERO, qty));
  return {
    day: day(nth),
    held,
    entries,
    before: new Map(),
    requests: happenings.flatMap(({ request }) => request ?? []),
    deskFills: happenings.flatMap(({ deskFill }) => deskFill ?? []),
    deskFillsFrom: MIDNIGHT,
    unread: [],
  };
}

const kinds = (found: readonly DayEndDifference[]): string[] => found.map(({ kind }) => kind);
const morning = MIDNIGHT + 2 * DAY_MS + 10 * 3_600_000;

describe('the end of a day', () => {
  it('is opening + fills - mints + redeems = position, with the lines behind each figure', () => {
    const { rows, differences } = reconcile(
      booksOf([
        bought('10', morning - DAY_MS),
        bought('2.5', morning),
        bought('-1', morning + 1),
        tokenized('mint', 'completed', '4', morning + 2),
        tokenized('mint', 'rejected', '3', morning + 3),
        tokenized('redeem', 'completed', '1.5', morning + 4),
        split('8', morning + 900_000),
      ]),
    );
    expect(differences).toEqual([]);
    expect(rows).toMatchObject([
      {
        symbol: 'AAPL',
        opening: '10',
        bought: '2.5',
        sold: '1',
        minted: '4',
        redeemed: '1.5',
        other: '8',
        expected: '17',
        position: '17',
        difference: '0',
        state: 'ties',
      },
    ]);
    expect(rows[0]?.lines.map(({ column, qty }) => `${column} ${qty}`)).toEqual([
      'bought 2.5',
      'sold -1',
      'minted -4',
      'minted -3',
      'minted 3',
      'redeemed 1.5',
      'other 8',
    ]);
  });

  it('names a completed mint without an entry, whether or not its shares left', () => {
    const mint = tokenized('mint', 'completed', '4', morning);
    const books = booksOf([bought('10', morning - 1), { request: mint.request! }]);
    const stayed = reconcile(books);
    expect(kinds(stayed.differences)).toEqual(['mint-without-entry', 'position']);
    const left = reconcile({ ...books, held: new Map([['AAPL', decimal('6')]]) });
    expect(kinds(left.differences)).toEqual(['mint-without-entry']);
    expect(left.rows[0]).toMatchObject({ minted: '4', expected: '6', state: 'differs' });
    expect(left.differences[0]?.text).toMatch(/The mint of 4 AAPL .* no entry for it\.$/);
  });

  it('names a rejected mint whose shares left and did not come back', () => {
    const mint = tokenized('mint', 'rejected', '4', morning);
    const [out] = mint.entries ?? [];
    const books = booksOf([bought('10', morning - 1), { ...mint, entries: out ? [out] : [] }]);
    const { rows, differences } = reconcile(books);
    expect(kinds(differences)).toEqual(['not-returned']);
    expect(rows).toMatchObject([{ expected: '6', position: '6', state: 'differs' }]);
    expect(kinds(reconcile({ ...books, day: day(0) }).differences)).toEqual([]);
  });

  it('names an entry without a request, and takes a plain journal of shares for a transfer', () => {
    const token = booksOf([{ entries: [outside(decimal('5'), morning)] }]);
    expect(kinds(reconcile(token).differences)).toEqual(['entry-without-request']);
    const plain = booksOf([{ entries: [anEntry({ qty: decimal('5'), at: morning })] }]);
    expect(reconcile(plain)).toMatchObject({
      differences: [],
      rows: [{ other: '5', redeemed: '0', state: 'ties' }],
    });
  });

  it('finds the entry of a mint by its size, however it is written, and by its time', () => {
    const mint = aRequest({ qty: '4.0', createdAt: new Date(morning).toISOString() });
    const found = anEntry({ qty: decimal('-4'), at: morning + 60_000 });
    const old = anEntry({ qty: decimal('-4'), at: morning - DAY_MS });
    const { rows, differences } = reconcile(
      booksOf([bought('20', MIDNIGHT), { request: mint, entries: [old, found] }]),
    );
    expect(differences).toEqual([]);
    expect(rows[0]?.lines).toMatchObject([
      { id: found.id, column: 'minted', tokenizationRequestId: mint.tokenizationRequestId },
    ]);
  });

  it('ties a batch of ten thousand mints of one size', () => {
    const mints = Array.from({ length: 10_000 }, (_, nth) =>
      tokenized('mint', nth % 100 === 0 ? 'rejected' : 'completed', '1', morning + nth * 1_000),
    );
    const { rows, differences } = reconcile(booksOf([bought('10000', morning - 1), ...mints]));
    expect(differences).toEqual([]);
    expect(rows).toMatchObject([{ minted: '9900', position: '100', state: 'ties' }]);
  });

  it('does not ask for entries from before its entries begin', () => {
    const from = morning - 60_000;
    const early = aRequest({ createdAt: new Date(from - DAY_MS).toISOString() });
    const rejected = aRequest({
      status: 'rejected',
      qty: '2',
      createdAt: new Date(from - 1).toISOString(),
      updatedAt: new Date(morning).toISOString(),
    });
    const books = {
      ...booksOf([
        { request: early },
        { request: rejected, entries: [outside(decimal('2'), morning)] },
      ]),
      from,
      before: new Map([['AAPL', decimal('6')]]),
      held: new Map([['AAPL', decimal('8')]]),
    };
    expect(reconcile(books)).toMatchObject({
      differences: [],
      rows: [{ opening: '6', minted: '-2', position: '8', state: 'ties' }],
    });
  });

  it('says nothing of an opening that nobody knows, and is no tie', () => {
    const books = { ...booksOf([bought('1', morning)]), before: undefined };
    const [row] = reconcile(books).rows;
    expect(row).toMatchObject({ bought: '1', position: '1', state: 'unknown' });
    expect(row).not.toHaveProperty('opening');
    expect(row).not.toHaveProperty('difference');
  });

  it('ties nothing that an entry which cannot be read may have moved', () => {
    const books = booksOf([bought('1', morning), bought('1', morning, 'MSFT')]);
    const states = (unread: Books['unread']) =>
      reconcile({ ...books, unread }).rows.map(({ state }) => state);
    expect(states([{ symbol: 'MSFT' }])).toEqual(['ties', 'unknown']);
    expect(states([{}])).toEqual(['unknown', 'unknown']);
  });

  it('does not call entries strangers when the requests could not be read', () => {
    const books = booksOf([bought('9', morning), tokenized('mint', 'completed', '4', morning)]);
    expect(reconcile({ ...books, requests: undefined })).toMatchObject({
      differences: [],
      rows: [{ minted: '4', state: 'ties' }],
    });
  });

  it('names fills that one side does not have, by their order, as far back as the desk knows', () => {
    const fill = bought('3', morning);
    const books = booksOf([fill]);
    const missed = reconcile({ ...books, deskFills: [] });
    expect(kinds(missed.differences)).toEqual(['fill-not-on-desk']);
    expect(reconcile({ ...books, deskFills: [], deskFillsFrom: morning + 1 }).differences).toEqual(
      [],
    );
    expect(kinds(reconcile({ ...books, entries: [] }).differences)).toEqual([
      'fill-not-at-broker',
      'position',
    ]);
  });

  it('names an entry of an unknown type where the position does not tie, and leaves it out', () => {
    const odd = anEntry({ type: 'XYZ', qty: decimal('2'), at: morning, isJournal: false });
    const books = booksOf([bought('1', morning), { entries: [{ ...odd, isUnknownType: true }] }]);
    const [difference] = reconcile(books).differences;
    expect(difference).toMatchObject({ kind: 'position', qty: '2' });
    expect(difference?.text).toContain('An entry of type XYZ for 2 is not counted');
    const still = reconcile({ ...books, held: new Map([['AAPL', decimal('1')]]) });
    expect(still).toMatchObject({ differences: [], rows: [{ state: 'ties' }] });
  });
});

/** Few sizes, so that many entries fit many requests. */
const qty = fc.integer({ min: 1, max: 4 }).map((units) => String(units / 8));
const at = fc.integer({ min: 600_000, max: DAYS * DAY_MS - 600_000 }).map((ms) => MIDNIGHT + ms);
const symbol = fc.constantFrom('AAPL', 'MSFT');
const happening = fc.oneof(
  fc
    .tuple(qty, at, symbol, fc.boolean())
    .map(([size, when, of, isSale]) => bought(isSale ? `-${size}` : size, when, of)),
  fc
    .tuple(
      fc.constantFrom('mint', 'redeem'),
      fc.constantFrom('completed', 'rejected', 'pending'),
      qty,
      at,
      symbol,
    )
    .map(([type, status, size, when, of]) => tokenized(type, status, size, when, of)),
  fc.tuple(qty, at, symbol).map(([size, when, of]) => split(size, when, of)),
);
const history = fc.array(happening, { minLength: 1, maxLength: 14 });
const everyDay = [...Array(DAYS).keys()];

describe('whatever happened', () => {
  it('ties on every day', () => {
    fc.assert(
      fc.property(history, (happenings) => {
        for (const nth of everyDay) {
          const { rows, differences } = reconcile(booksOf(happenings, nth));
          expect(differences).toEqual([]);
          expect(rows.every(({ state }) => state === 'ties')).toBe(true);
        }
      }),
    );
  });

  it('ends each day with what the next one begins with', () => {
    fc.assert(
      fc.property(history, (happenings) => {
        for (const nth of everyDay.slice(1)) {
          const before = reconcile(booksOf(happenings, nth - 1)).rows;
          for (const { symbol: of, opening } of reconcile(booksOf(happenings, nth)).rows)
            expect(before.find((row) => row.symbol === of)?.position ?? ZERO).toBe(opening);
        }
      }),
    );
  });

  it('has a name for it when any one entry, request or fill is taken away', () => {
    fc.assert(
      fc.property(history, fc.nat(), (happenings, pick) => {
        const whole = booksOf(happenings);
        const booked = happenings.filter(({ entries = [] }) => entries.length > 0);
        const choices: [string, Partial<Books>][] = [
          ...whole.entries.map((gone): [string, Partial<Books>] => [
            gone.symbol,
            { entries: whole.entries.filter((one) => one !== gone) },
          ]),
          ...booked.flatMap(({ request: gone }): [string, Partial<Books>][] =>
            gone
              ? [
                  [
                    gone.underlyingSymbol,
                    { requests: whole.requests!.filter((one) => one !== gone) },
                  ],
                ]
              : [],
          ),
          ...whole.deskFills.map((gone): [string, Partial<Books>] => [
            gone.symbol,
            { deskFills: whole.deskFills.filter((one) => one !== gone) },
          ]),
        ];
        const chosen = choices[pick % Math.max(1, choices.length)];
        if (!chosen) return;
        const [of, without] = chosen;
        const named = everyDay.flatMap(
          (nth) => reconcile({ ...whole, ...without, day: day(nth) }).differences,
        );
        expect(named.filter((difference) => difference.symbol === of)).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('tokens outstanding', () => {
  it('are minted less redeemed by symbol, issuer and network, of what is completed, with their value', () => {
    const tokens = outstandingOf(
      [
        aRequest({ qty: '10' }),
        aRequest({ qty: '2.5', type: 'redeem' }),
        aRequest({ qty: '3', status: 'rejected' }),
        aRequest({ qty: '1', status: 'pending' }),
        aRequest({ qty: '4', network: 'base' }),
        aRequest({ qty: '2', issuer: 'ondo' }),
        aRequest({ qty: '3', issuer: 'Ondo', network: 'Solana' }),
      ],
      () => decimal('200.5'),
    );
    expect(tokens).toMatchObject([
      { symbol: 'AAPL', issuer: 'ondo', network: 'solana', outstanding: '5' },
      { issuer: 'xstocks', network: 'base', outstanding: '4', pending: '0', value: '802' },
      { network: 'solana', minted: '10', redeemed: '2.5', outstanding: '7.5', pending: '1' },
    ]);
    expect(tokens).toHaveLength(3);
    expect(valueOf(tokens)).toBe('3308.25');
  });

  it('have no value in all while a price of them is not known', () => {
    const requests = [aRequest({}), aRequest({ underlyingSymbol: 'MSFT' })];
    const tokens = outstandingOf(requests, (of) => (of === 'AAPL' ? decimal('1') : undefined));
    expect(tokens[1]).not.toHaveProperty('value');
    expect(valueOf(tokens)).toBeUndefined();
    const isBack = [...requests, aRequest({ underlyingSymbol: 'MSFT', type: 'redeem' })];
    expect(valueOf(outstandingOf(isBack, (of) => (of === 'AAPL' ? decimal('1') : undefined)))).toBe(
      '4',
    );
  });
});
