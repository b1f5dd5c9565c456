import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { FindRequest } from '#renderer/screens/tokenization/requests/FindRequest.tsx';
import {
  REQUEST_EXPORT,
  requestColumns,
} from '#renderer/screens/tokenization/requests/request-columns.tsx';
import {
  acceptsRequest,
  compareRequests,
  createRequestList,
  isNarrowed,
  NO_FILTER,
  type RequestRow,
} from '#renderer/screens/tokenization/requests/request-rows.ts';
import { RequestDialog } from '#renderer/screens/tokenization/requests/RequestDialog.tsx';
import { RequestFilters } from '#renderer/screens/tokenization/requests/RequestFilters.tsx';
import { useAsked, useEarlier } from '#renderer/screens/tokenization/requests/use-asked.ts';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { formatAge } from '#renderer/ui/format.ts';
import type { Sorting } from '#renderer/ui/table/compare.ts';
import { widthFor } from '#renderer/ui/table/column.ts';
import { DataTable, type TableState } from '#renderer/ui/table/DataTable.tsx';
import { useRows } from '#renderer/ui/table/use-rows.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { useColumnLayout } from '#renderer/session/use-column-layout.ts';

type Opened = { request: TokenizationRequest; note?: string };

/** Mints and redeems alike, those of this desk and those of others. */
export function RequestsPanel({ tabs }: { tabs: ReactNode }) {
  const { feeds: accountFeeds, target, takeTarget } = useSession();
  const kept = useColumnLayout('requests');
  const { feeds, terms } = useMintDesk();
  const list = useMemo(() => createRequestList(feeds.tokenizations), [feeds]);
  const [filter, setFilter] = useRemembered('requests filter', NO_FILTER);
  const [sorting, setSorting] = useRemembered<Sorting | undefined>('requests sorting', undefined);
  const [opened, setOpened] = useState<Opened>();
  const { asked, again } = useAsked(filter);
  const earlier = useEarlier();
  const isHeard = useSlice(feeds.heard, 'tokenizations');
  const stream = useSlice(accountFeeds.streams, 'orders');
  const now = useNow(10_000);

  useEffect(() => list.rows.arrange({ accepts: acceptsRequest(filter) }), [list, filter]);
  useEffect(() => list.rows.arrange({ compare: compareRequests(sorting) }), [list, sorting]);
  useEffect(() => list.start(), [list]);
  // An alert was followed to its request.
  const wanted = target?.kind === 'tokenization' ? target.tokenizationRequestId : '';
  const found = useSlice(feeds.tokenizations, wanted)?.request;
  const inFront: Opened | undefined = found ? { request: found } : opened;
  const view = useRows(list.rows);
  const qtyPx = useMemo(() => widthFor(view.rows.map(({ request }) => request.qty)), [view]);
  const columns = useMemo(
    () => requestColumns(now, qtyPx, ({ request }) => setOpened({ request })),
    [now, qtyPx],
  );
  const isOffline = asked.kind === 'failed' || (stream !== undefined && stream.phase !== 'live');

  return (
    <section className="panel requests" aria-labelledby="requests-title">
      <div className="panel-head">
        <h2 id="requests-title" className="visually-hidden">
          Requests
        </h2>
        {tabs}
        <FindRequest onFound={(request, note) => setOpened({ request, ...(note && { note }) })} />
        <div className="panel-action">
          <button
            type="button"
            className="small"
            disabled={earlier.isReading}
            onClick={() => void earlier.read(oldestOf(list.rows.all(), now))}
          >
            {earlier.isReading ? 'Loading…' : 'Load earlier'}
          </button>
          <ExportMenu what="tokenization requests" view={view} columns={REQUEST_EXPORT} />
        </div>
      </div>
      <RequestFilters filter={filter} onChange={setFilter} terms={terms} rows={list.rows.all()} />
      {asked.kind === 'wrong' && (
        <p className="requests-note problem" role="alert">
          {asked.text}
        </p>
      )}
      {isOffline && view.total > 0 && (
        <p className="requests-note stale">
          {asked.kind === 'failed' ? asked.text : 'The broker is not connected.'} This list was read{' '}
          {ageOf(list.rows.all(), now)} ago.{' '}
          {asked.kind === 'failed' && (
            <button type="button" className="link" onClick={again}>
              Try again
            </button>
          )}
        </p>
      )}
      <p className="requests-note quiet-text" role="status">
        {earlier.told}
      </p>
      <DataTable
        name="Tokenization requests"
        kept={kept}
        columns={columns}
        view={view}
        keyOf={keyOf}
        state={stateOf(isHeard === true, asked, again)}
        sorting={sorting}
        onSort={setSorting}
        rowClass={rowClass}
        onOpen={({ request }) => setOpened({ request })}
        empty={
          isNarrowed(filter)
            ? 'No requests match the filter. Change it above to see more.'
            : 'No requests yet. A mint appears here as soon as the broker has it. Fill in the mint form to request one.'
        }
      />
      {inFront && (
        <RequestDialog
          request={inFront.request}
          note={inFront.note}
          onClose={() => (found ? takeTarget() : setOpened(undefined))}
        />
      )}
    </section>
  );
}

const keyOf = ({ key }: RequestRow): string => key;
const rowClass = ({ request }: RequestRow): string => `request-${request.status}`;

/** Nothing is shown as nothing before the broker was asked. */
function stateOf(
  isHeard: boolean,
  asked: ReturnType<typeof useAsked>['asked'],
  onRetry: () => void,
): TableState {
  if (asked.kind === 'failed') return { kind: 'failed', text: asked.text, onRetry };
  return isHeard && asked.kind !== 'asking' ? { kind: 'ready' } : { kind: 'loading' };
}

const oldestOf = (rows: Iterable<RequestRow>, now: number): number =>
  Math.min(now, ...[...rows].map(({ createdMs }) => createdMs));

const ageOf = (rows: Iterable<RequestRow>, now: number): string =>
  formatAge(now - Math.max(...[...rows].map(({ receivedAt }) => receivedAt)));
