// Everything the desk did and heard on this account, newest first.
import '#renderer/screens/activity/activity.css';
import { useEffect, useMemo, useState, useSyncExternalStore, type UIEvent } from 'react';
import type { ActivityLine } from '#contract/activity.ts';
import { monthWords, type Month } from '#contract/archives.ts';
import { describeFailure } from '#contract/failure.ts';
import { activityColumns, ACTIVITY_EXPORT } from '#renderer/screens/activity/activity-columns.tsx';
import {
  createActivityList,
  kindsOf,
  NO_FILTER,
} from '#renderer/screens/activity/activity-list.ts';
import {
  boundsOf,
  isTimeNarrowed,
  mayBeArchived,
  type ActivityTime,
} from '#renderer/screens/activity/activity-time.ts';
import { NotSearched } from '#renderer/screens/activity/NotSearched.tsx';
import { TimeFilter, TimeRange } from '#renderer/screens/activity/TimeFilter.tsx';
import { delay, every } from '#renderer/core/delay.ts';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { EvidenceDrawer } from '#renderer/trading/evidence/EvidenceDrawer.tsx';
import { FromArchive } from '#renderer/trading/evidence/FromArchive.tsx';
import { copyText } from '#renderer/ui/copy-text.ts';
import { EvidenceLines } from '#renderer/ui/EvidenceLines.tsx';
import { Select } from '#renderer/ui/Select.tsx';
import { DataTable, type TableState } from '#renderer/ui/table/DataTable.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { Tabs } from '#renderer/ui/Tabs.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';
import { useColumnLayout } from '#renderer/session/use-column-layout.ts';

const KINDS = [
  ['all', 'Everything'],
  ['intent', 'Orders and mints'],
  ['evidence', 'Evidence'],
  ['gap', 'Gaps'],
  ['stream', 'Streams'],
  ['desk', 'Desk'],
] as const;

const AGAIN_MS = 5_000;
/** Typing is not asked about at each key. */
const TYPING_MS = 150;
const NEAR_END_PX = 600;

export function ActivityScreen() {
  const { bridge, profile, feeds, toast } = useSession();
  const kept = useColumnLayout('activity');
  const { accountId } = profile;
  const [month, setMonth] = useState<Month>();
  const list = useMemo(
    () => createActivityList(bridge, accountId, month),
    [bridge, accountId, month],
  );
  const archived = useCall(bridge, 'archives.months', { accountId }).value?.months ?? [];
  const [filter, setFilter] = useRemembered('activity filter', NO_FILTER);
  const [openId, setOpenId] = useState<string>();
  const state = useSyncExternalStore(list.onChange, list.state);
  const now = useNow(60_000);
  const hide = useHiding();

  useEffect(
    () =>
      delay(TYPING_MS, () => {
        list.setFilter(filter);
        void list.readNewest();
      }),
    [list, filter],
  );
  // An archive stays as it is.
  const isLive = month === undefined;
  useEffect(
    () => (isLive ? feeds.intents.onAny(() => void list.readNewest()) : undefined),
    [list, feeds, isLive],
  );
  useEffect(
    () => (isLive ? every(AGAIN_MS, () => void list.readNewest()) : undefined),
    [list, isLive],
  );

  function onScroll({ target }: UIEvent): void {
    const { scrollHeight, scrollTop, clientHeight } = target as HTMLElement;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) void list.readOlder();
  }

  async function copy(requestId: string): Promise<void> {
    if (await copyText(requestId)) toast({ kind: 'good', text: `Copied request ${requestId}.` });
    else
      toast({ kind: 'bad', text: 'Could not copy the request id: the system did not allow it.' });
  }

  const { lines, isRead, isEnd, failure } = state;
  const view = { rows: lines, total: lines.length };
  const bounds = boundsOf(filter.time, now);
  const isNarrow =
    filter.kind !== 'all' || filter.text.trim() !== '' || isTimeNarrowed(filter.time);
  const editTime = (change: Partial<ActivityTime>): void =>
    setFilter({ ...filter, time: { ...filter.time, ...change } });
  const open = ({ intentId }: ActivityLine): void => setOpenId(intentId);
  const leftOut = archived.filter(({ month: one }) => mayBeArchived(one, bounds, now));
  const notSearched = isLive && isRead && isEnd && leftOut.length > 0 && (
    <NotSearched
      key={JSON.stringify(filter)}
      months={leftOut}
      question={
        isNarrow ? { accountId, kinds: kindsOf(filter), text: filter.text, ...bounds } : undefined
      }
      onChoose={setMonth}
    />
  );
  return (
    <main className="activity" aria-label="Activity">
      <section className="panel" aria-labelledby="activity-title">
        <div className="panel-head">
          <h2 id="activity-title" className="panel-title activity-title">
            Activity
          </h2>
          <Tabs
            name="Kind of activity"
            value={filter.kind}
            onChange={(kind) => setFilter({ ...filter, kind })}
            choices={KINDS}
            className="activity-kinds"
          />
          {archived.length > 0 && (
            <Select
              label="Archived months"
              value={month ?? ''}
              options={[
                ['', 'Journal'],
                ...archived.map((one) => [one.month, monthWords(one.month)] as const),
              ]}
              onChange={(next) => setMonth(next === '' ? undefined : next)}
            />
          )}
          <input
            className="filter-text activity-find"
            type="search"
            aria-label="Filter activity by text"
            placeholder="Find"
            title="Symbol, words or id"
            value={filter.text}
            maxLength={200}
            onChange={(event) => setFilter({ ...filter, text: event.target.value })}
          />
          <TimeFilter time={filter.time} onChange={editTime} />
          {isNarrow && (
            <button type="button" className="small" onClick={() => setFilter(NO_FILTER)}>
              Clear filter
            </button>
          )}
          <div className="panel-action">
            <span className="quiet-text activity-count" role="status">
              {isRead && `${countWords(lines.length)}${isEnd ? '' : ', older below'}`}
            </span>
            <ExportMenu what="activity" view={view} columns={ACTIVITY_EXPORT} />
          </div>
        </div>
        <TimeRange time={filter.time} onChange={editTime} />
        {month !== undefined && (
          <p className="activity-archive quiet-text">
            From the archive of {monthWords(month)}.{' '}
            <button type="button" className="small" onClick={() => setMonth(undefined)}>
              Back to the journal
            </button>
          </p>
        )}
        {failure && lines.length > 0 && (
          <p className="panel-stale stale" role="status">
            Not up to date: {describeFailure(failure)}
          </p>
        )}
        <div className="activity-table" onScrollCapture={onScroll}>
          <DataTable
            name="Activity"
            kept={kept}
            columns={activityColumns(now, open, (id) => void copy(id), hide)}
            view={view}
            keyOf={({ lineId }) => lineId}
            state={tableState()}
            onOpen={open}
            empty={
              <>
                <p>
                  {isNarrow
                    ? `No activity ${notSearched ? 'in the journal ' : ''}matches the filter. Change it above to see more.`
                    : 'No activity yet. Orders, the broker’s answers and lost connections appear here. Place an order on the desk to see the first.'}
                </p>
                {notSearched}
              </>
            }
          />
        </div>
        {lines.length > 0 && notSearched}
      </section>
      {openId !== undefined && (
        // What can be done about it is on the desk.
        <EvidenceDrawer intentId={openId} onClose={() => setOpenId(undefined)}>
          {({ intent, evidence, archive }) => (
            <>
              <div className={`evidence-summary evidence-${intent.state}`}>
                <p className="evidence-title">{intent.title}</p>
                <p>State: {intent.state.replaceAll('-', ' ')}</p>
                {intent.reason !== undefined && <p>{intent.reason}</p>}
                <p className="num quiet-text evidence-id">Id {openId}</p>
              </div>
              <FromArchive archive={archive} />
              <EvidenceLines evidence={evidence} onCopy={(id) => void copy(id)} />
            </>
          )}
        </EvidenceDrawer>
      )}
    </main>
  );

  function tableState(): TableState {
    if (isRead) return { kind: 'ready' };
    if (!failure) return { kind: 'loading' };
    return {
      kind: 'failed',
      text: describeFailure(failure),
      onRetry: () => void list.readNewest(),
    };
  }
}

const countWords = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);
