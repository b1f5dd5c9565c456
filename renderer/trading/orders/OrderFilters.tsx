import { useId, useState, type FormEvent } from 'react';
import {
  isNarrowed,
  isSameFilter,
  NO_FILTER,
  TIMES,
  type OrderFilter,
} from '#renderer/trading/orders/order-filter.ts';
import { filterOf } from '#renderer/trading/orders/order-views.ts';
import type { OrderViews } from '#renderer/trading/orders/use-order-views.ts';

type Props = {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
  views: OrderViews;
};

/** Everything that narrows the table beyond its status, and the names that it can be kept under. */
export function OrderFilters({ filter, onChange, views }: Props) {
  const current = views.views.find((view) => isSameFilter(filterOf(view), filter));
  const noteId = useId();
  const edit = (change: Partial<OrderFilter>) => onChange({ ...filter, ...change });

  return (
    <div className="filters" role="group" aria-label="Filter orders">
      <input
        aria-label="Filter by symbol"
        placeholder="Symbol"
        className="filter-symbol"
        value={filter.symbol}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => edit({ symbol: event.target.value.toUpperCase() })}
      />
      <select
        aria-label="Filter by side"
        value={filter.side}
        onChange={(event) => edit({ side: event.target.value as OrderFilter['side'] })}
      >
        <option value="any">Buys and sells</option>
        <option value="buy">Buys</option>
        <option value="sell">Sells</option>
      </select>
      <select
        aria-label="Filter by time"
        value={filter.days}
        onChange={(event) => edit({ days: Number(event.target.value) })}
      >
        {TIMES.map(([days, words]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
        {TIMES.every(([days]) => days !== filter.days) && (
          <option value={filter.days}>Past {filter.days} days</option>
        )}
      </select>
      {isNarrowed(filter) && (
        <button
          type="button"
          className="small"
          onClick={() => onChange({ ...NO_FILTER, status: filter.status })}
        >
          Clear filter
        </button>
      )}
      <span className="filters-gap" />
      <select
        aria-label="Saved view"
        value={current?.name ?? ''}
        disabled={views.views.length === 0}
        onChange={(event) => {
          const view = views.views.find(({ name }) => name === event.target.value);
          if (view) onChange(filterOf(view));
        }}
      >
        <option value="">{views.views.length === 0 ? 'No saved views' : 'Saved views'}</option>
        {views.views.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {current ? (
        <button type="button" className="small" onClick={() => views.remove(current.name)}>
          Remove view
        </button>
      ) : (
        <SaveView filter={filter} views={views} noteId={noteId} />
      )}
      {views.note !== undefined && (
        <p id={noteId} className="filters-note" role="status">
          {views.note}
        </p>
      )}
    </div>
  );
}

type SaveProps = { filter: OrderFilter; views: OrderViews; noteId: string };

function SaveView({ filter, views, noteId }: SaveProps) {
  const [name, setName] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (views.save(name, filter)) setName('');
  }

  return (
    <form className="save-view" aria-label="Save view" onSubmit={submit}>
      <input
        aria-label="Name of the view"
        aria-describedby={views.note === undefined ? undefined : noteId}
        placeholder="Name this view"
        value={name}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="small" disabled={name.trim() === ''}>
        Save view
      </button>
    </form>
  );
}
