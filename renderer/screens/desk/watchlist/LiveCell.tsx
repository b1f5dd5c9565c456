import { useLayoutEffect, useRef } from 'react';
import type { LiveRow, LiveRows } from '#renderer/screens/desk/watchlist/live-rows.ts';
import {
  haltWords,
  quoteWords,
  sidePrice,
  sideSize,
  spreadWords,
} from '#renderer/session/quote-words.ts';
import {
  directionOf,
  formatAge,
  formatExchangeMoment,
  formatPrice,
  formatSigned,
  formatSignedPrice,
  formatTimeTooltip,
} from '#renderer/ui/format.ts';
import { tickOn, type Tick } from '#renderer/ui/tick.ts';

type Props = { symbol: string; rows: LiveRows; shows: keyof typeof WRITERS };

/** A cell whose text is written past React, which draws it once and empty. */
export function LiveCell({ symbol, rows, shows }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const cell = createCell(element.current);
    const write = WRITERS[shows](cell);
    const stop = rows.on(symbol, write);
    return () => {
      stop();
      cell.tick.stop();
    };
  }, [symbol, rows, shows]);
  return <span ref={element} />;
}

type Cell = {
  text(content: string, className: string): void;
  /** Made only where somebody can point at it. */
  title(content: string | (() => string) | undefined): void;
  tick: Tick;
};

/** Writes only what differs: a text that is set to itself is laid out again all the same. */
function createCell(element: HTMLSpanElement): Cell {
  const words = document.createTextNode('');
  element.replaceChildren(words);
  let kind = '';
  let titled: string | undefined;
  // What is said and not drawn has nothing to point at.
  const isDrawn = element.closest('.visually-hidden') === null;
  return {
    text(content, className) {
      if (words.data !== content) words.data = content;
      if (kind !== className) element.className = kind = className;
    },
    title(content) {
      if (!isDrawn) return;
      const next = typeof content === 'function' ? content() : content;
      if (next === titled) return;
      titled = next;
      if (next === undefined) element.removeAttribute('title');
      else element.title = next;
    },
    tick: tickOn(element),
  };
}

type Writer = (row: LiveRow) => void;

/** What neither the price nor its freshness changed is not written again: most of a row's turns are for one cell of it. */
function whenPriced(write: Writer): Writer {
  let before: Pick<LiveRow, 'price' | 'isStale'> | undefined;
  return (row) => {
    if (before?.price === row.price && before?.isStale === row.isStale) return;
    before = { price: row.price, isStale: row.isStale };
    write(row);
  };
}

function whenQuoted(write: Writer): Writer {
  let before: Pick<LiveRow, 'market' | 'isQuoteStale'> | undefined;
  return (row) => {
    if (before?.market === row.market && before?.isQuoteStale === row.isQuoteStale) return;
    before = { market: row.market, isQuoteStale: row.isQuoteStale };
    write(row);
  };
}

/** The text, and what a pointer is told: each has its own time. */
const both =
  (...writers: Writer[]): Writer =>
  (row) => {
    for (const write of writers) write(row);
  };

const onBeat =
  (write: Writer): Writer =>
  (row) => {
    if (row.isBeat) write(row);
  };

const writeMoved =
  (of: 'change' | 'changePercent', format: (value: string) => string) =>
  (cell: Cell): Writer =>
    both(
      whenPriced(({ price, isStale }) => {
        const value = price?.[of];
        const text = value === undefined ? '–' : format(value);
        cell.text(text, `num ${isStale ? 'stale' : (directionOf(text) ?? '')}`);
      }),
      onBeat(
        whenPriced(({ price }) =>
          cell.title(
            price?.change === undefined ? undefined : `${formatSignedPrice(price.change)} today`,
          ),
        ),
      ),
    );

const writeSide =
  (side: 'bid' | 'ask') =>
  (cell: Cell): Writer =>
    both(
      whenQuoted(({ market, isQuoteStale }) =>
        cell.text(sidePrice(market?.quote, side) ?? '–', isQuoteStale ? 'num stale' : 'num'),
      ),
      onBeat(({ market, now }) => {
        const quote = market?.quote;
        cell.title(
          quote &&
            (() =>
              `${sideSize(quote, side) ?? '0'} shares, ${formatAge(now - quote.receivedAt)} old`),
        );
      }),
    );

const writeQuoteTitle = (cell: Cell): Writer =>
  onBeat(({ market, now }) => {
    const quote = market?.quote;
    cell.title(quote && (() => quoteWords(quote, now)));
  });

const WRITERS = {
  bid: writeSide('bid'),
  ask: writeSide('ask'),
  spread: (cell: Cell): Writer =>
    both(
      whenQuoted(({ market, isQuoteStale }) =>
        cell.text(spreadWords(market?.quote) ?? '–', isQuoteStale ? 'num stale' : 'num'),
      ),
      writeQuoteTitle(cell),
    ),
  halt:
    (cell: Cell): Writer =>
    ({ market, now }) => {
      const words = market && haltWords(market, now);
      cell.text(words === undefined ? '' : 'H', words === undefined ? '' : 'halt-mark');
      cell.title(words);
    },
  last(cell: Cell): Writer {
    let before: string | undefined;
    return both(
      whenPriced(({ price, isStale }) => {
        const value = price?.price;
        if (value === undefined) cell.text('none yet', 'num quiet-text');
        else cell.text(formatPrice(value), isStale ? 'num ticks stale' : 'num ticks');
        if (before !== undefined && value !== undefined) cell.tick.moved(before, value);
        before = value;
      }),
      // Where the panel has no room for the columns of the quote.
      writeQuoteTitle(cell),
    );
  },
  change: writeMoved('change', formatSignedPrice),
  changePercent: writeMoved('changePercent', formatSigned),
  age(cell: Cell): Writer {
    let titled: string | undefined;
    return ({ price, isStale, now, isBeat }) => {
      if (!price) return cell.text('–', 'num quiet-text');
      const { readAt, tradedAt } = price;
      const kind = isStale ? 'num stale' : 'num quiet-text';
      const age = formatAge(now - (readAt ?? price.receivedAt));
      cell.text(age, readAt === undefined ? kind : `${kind} by-snapshot`);
      if (!isBeat) return;
      // How a moment is written changes with the day at most; to write it is the dearest of a row.
      const origin = readAt === undefined ? '' : `From a snapshot, ${age} ago · `;
      const title = `${origin}${tradedAt} ${Math.floor(now / 60_000)}`;
      if (title === titled) return;
      titled = title;
      cell.title(
        () =>
          `${origin}Traded ${formatExchangeMoment(tradedAt, now)} New York · ${formatTimeTooltip(tradedAt)}`,
      );
    };
  },
};
