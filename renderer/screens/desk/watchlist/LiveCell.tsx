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
  title(content: string | undefined): void;
  tick: Tick;
};

/** Writes only what differs: a text that is set to itself is laid out again all the same. */
function createCell(element: HTMLSpanElement): Cell {
  const words = document.createTextNode('');
  element.replaceChildren(words);
  let kind = '';
  // What is said and not drawn has nothing to point at.
  const isDrawn = element.closest('.visually-hidden') === null;
  return {
    text(content, className) {
      if (words.data !== content) words.data = content;
      if (kind !== className) element.className = kind = className;
    },
    title(content) {
      if (!isDrawn) return;
      if (content === undefined) element.removeAttribute('title');
      else if (element.title !== content) element.title = content;
    },
    tick: tickOn(element),
  };
}

type Writer = (row: LiveRow) => void;

const writeMoved =
  (of: 'change' | 'changePercent', format: (value: string) => string) =>
  (cell: Cell): Writer =>
  ({ price, isStale, isBeat }) => {
    const value = price?.[of];
    const text = value === undefined ? '–' : format(value);
    cell.text(text, `num ${isStale ? 'stale' : (directionOf(text) ?? '')}`);
    if (isBeat)
      cell.title(
        price?.change === undefined ? undefined : `${formatSignedPrice(price.change)} today`,
      );
  };

const writeSide =
  (side: 'bid' | 'ask') =>
  (cell: Cell): Writer =>
  ({ market, isQuoteStale, isBeat, now }) => {
    const quote = market?.quote;
    cell.text(sidePrice(quote, side) ?? '–', isQuoteStale ? 'num stale' : 'num');
    if (isBeat)
      cell.title(
        quote && `${sideSize(quote, side) ?? '0'} shares, ${formatAge(now - quote.receivedAt)} old`,
      );
  };

const WRITERS = {
  bid: writeSide('bid'),
  ask: writeSide('ask'),
  spread:
    (cell: Cell): Writer =>
    ({ market, isQuoteStale, isBeat, now }) => {
      const quote = market?.quote;
      cell.text(spreadWords(quote) ?? '–', isQuoteStale ? 'num stale' : 'num');
      if (isBeat) cell.title(quote && quoteWords(quote, now));
    },
  halt:
    (cell: Cell): Writer =>
    ({ market, now }) => {
      const words = market && haltWords(market, now);
      cell.text(words === undefined ? '' : 'H', words === undefined ? '' : 'halt-mark');
      cell.title(words);
    },
  last(cell: Cell): Writer {
    let before: string | undefined;
    return ({ price, isStale, market, isBeat, now }) => {
      const value = price?.price;
      if (value === undefined) cell.text('none yet', 'num quiet-text');
      else cell.text(formatPrice(value), isStale ? 'num ticks stale' : 'num ticks');
      if (before !== undefined && value !== undefined) cell.tick.moved(before, value);
      before = value;
      // Where the panel has no room for the columns of the quote.
      if (isBeat) cell.title(market?.quote && quoteWords(market.quote, now));
    };
  },
  change: writeMoved('change', formatSignedPrice),
  changePercent: writeMoved('changePercent', formatSigned),
  age:
    (cell: Cell): Writer =>
    ({ price, isStale, now, isBeat }) => {
      if (!price) return cell.text('–', 'num quiet-text');
      const { readAt } = price;
      const kind = isStale ? 'num stale' : 'num quiet-text';
      const age = formatAge(now - (readAt ?? price.receivedAt));
      cell.text(age, readAt === undefined ? kind : `${kind} by-snapshot`);
      if (isBeat)
        cell.title(
          `${readAt === undefined ? '' : `From a snapshot, ${age} ago · `}Traded ${formatExchangeMoment(price.tradedAt, now)} New York · ${formatTimeTooltip(price.tradedAt)}`,
        );
    },
};
