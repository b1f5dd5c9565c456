import { useId, useState, type FormEvent } from 'react';
import {
  isNarrowed,
  isSameFilter,
  NO_FILTER,
  SIDES,
  TIMES,
  type OrderFilter,
} from '#renderer/trading/orders/order-filter.ts';
import { filterOf } from '#renderer/trading/orders/order-views.ts';
import { Select, type Options } from '#renderer/ui/Select.tsx';
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
      <Select
        label="Filter by side"
        value={filter.side}
        options={SIDES}
        onChange={(side) => edit({ side })}
      />
      <Select
        label="Filter by time"
        value={String(filter.days)}
        options={timesWith(filter.days)}
        onChange={(days) => edit({ days: Number(days) })}
      />
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
      <Select
        label="Saved view"
        value={current?.name ?? ''}
        options={[
          ['', views.views.length === 0 ? 'No saved views' : 'Saved views'],
          ...views.views.map(({ name }) => [name, name] as const),
        ]}
        isDisabled={views.views.length === 0}
        onChange={(chosen) => {
          const view = views.views.find(({ name }) => name === chosen);
          if (view) onChange(filterOf(view));
        }}
      />
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

/** A view that was saved with another time keeps it. */
const timesWith = (days: number): Options<string> => [
  ...TIMES.map(([time, words]) => [String(time), words] as const),
  ...(TIMES.some(([time]) => time === days) ? [] : [[String(days), `Past ${days} days`] as const]),
];

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
        aria-label="View name"
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
