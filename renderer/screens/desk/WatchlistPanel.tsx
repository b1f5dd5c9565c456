import { useEffect, useRef, type FormEvent } from 'react';
import type { AccountFeeds } from '#renderer/feed/account-feeds.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { useWatchlist, type WatchlistState } from '#renderer/screens/desk/use-watchlist.ts';
import { useSession } from '#renderer/session/session.ts';
import { directionOf, formatSigned } from '#renderer/ui/format.ts';
import { isPriceStale } from '#renderer/screens/desk/staleness.ts';
import { Price } from '#renderer/ui/Price.tsx';
import { useNow } from '#renderer/ui/use-now.ts';

export function WatchlistPanel() {
  const { bridge, profile, feeds, symbol: selected, choose: onSelect } = useSession();
  const watchlist = useWatchlist(bridge, profile.accountId);
  const { symbols, problem } = watchlist;
  const [first] = symbols ?? [];
  useEffect(() => {
    if (selected === undefined && first !== undefined) onSelect(first);
  }, [selected, first, onSelect]);
  return (
    <section className="panel watchlist" aria-labelledby="watchlist-title">
      <h2 id="watchlist-title" className="panel-title">
        Watchlist
      </h2>
      <AddSymbol add={watchlist.add} problem={problem} />
      <div className="table-scroll">
        <table aria-label="Watchlist">
          <thead>
            <tr>
              <th scope="col">Symbol</th>
              <th scope="col" className="right">
                Last
              </th>
              <th scope="col" className="right">
                Change
              </th>
              <th scope="col" className="right">
                %
              </th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {symbols?.map((symbol) => (
              <Row
                key={symbol}
                symbol={symbol}
                feeds={feeds}
                isSelected={symbol === selected}
                onSelect={onSelect}
                onRemove={watchlist.remove}
              />
            ))}
            {!symbols && !problem && <Skeletons />}
          </tbody>
        </table>
        {symbols?.length === 0 && (
          <p className="empty">Nothing is watched. Add a symbol above, for example AAPL.</p>
        )}
      </div>
    </section>
  );
}

type RowProps = {
  symbol: string;
  feeds: AccountFeeds;
  isSelected: boolean;
  onSelect: (symbol: string) => void;
  onRemove: (symbol: string) => Promise<boolean>;
};

function Row({ symbol, feeds, isSelected, onSelect, onRemove }: RowProps) {
  const price = useSlice(feeds.prices, symbol);
  const stream = useSlice(feeds.streams, 'prices');
  const now = useNow(1_000);
  const isStale = isPriceStale(price, stream, now);
  const direction = directionOf(price?.change) ?? '';
  return (
    <tr aria-selected={isSelected} className={isSelected ? 'selected' : undefined}>
      <th scope="row">
        <button type="button" className="symbol" onClick={() => onSelect(symbol)}>
          {symbol}
        </button>
      </th>
      <td className="right">
        <Price value={price?.price} stale={isStale} />
      </td>
      <td className={`right num ${direction}`}>
        {price?.change === undefined ? '–' : formatSigned(price.change)}
      </td>
      <td className={`right num ${direction}`}>
        {price?.changePercent === undefined ? '–' : formatSigned(price.changePercent)}
      </td>
      <td className="right">
        <button
          type="button"
          className="quiet"
          aria-label={`Remove ${symbol}`}
          onClick={() => void onRemove(symbol)}
        >
          ×
        </button>
      </td>
    </tr>
  );
}

function Skeletons() {
  return Array.from({ length: 8 }, (_, index) => (
    <tr key={index} aria-hidden="true">
      <td colSpan={5} aria-label="loading">
        <span className="skeleton" />
      </td>
    </tr>
  ));
}

type AddProps = { add: WatchlistState['add']; problem: string | undefined };

function AddSymbol({ add, problem }: AddProps) {
  const field = useRef<HTMLInputElement>(null);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const symbol = field.current?.value.trim();
    if (!symbol) return;
    const isAdded = await add(symbol);
    if (isAdded && field.current) field.current.value = '';
    field.current?.focus();
  }
  return (
    <form
      className="add-symbol"
      aria-label="Add to watchlist"
      onSubmit={(event) => void submit(event)}
    >
      <input
        ref={field}
        aria-label="Add symbol"
        aria-describedby={problem === undefined ? undefined : 'add-symbol-problem'}
        aria-invalid={problem !== undefined}
        placeholder="Add symbol"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
      />
      <button type="submit">Add</button>
      {problem !== undefined && (
        <p id="add-symbol-problem" className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
