import '#renderer/screens/tokenization/day-end/day-end.css';
import { useState, type ReactNode } from 'react';
import type { DayEnd } from '#contract/day-end.ts';
import { describeFailure } from '#contract/failure.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import {
  LINE_EXPORT,
  lineColumns,
  ROW_EXPORT,
  rowColumns,
  TOKEN_COLUMNS,
  TOKEN_EXPORT,
  type SymbolLine,
} from '#renderer/screens/tokenization/day-end/day-end-columns.tsx';
import { summaryOf } from '#renderer/screens/tokenization/day-end/day-end-words.ts';
import { DayEndDialog } from '#renderer/screens/tokenization/day-end/DayEndDialog.tsx';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { RequestDialog } from '#renderer/screens/tokenization/requests/RequestDialog.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { formatAge } from '#renderer/ui/format.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';
import { Said } from '#renderer/ui/Said.tsx';
import { DataTable, type TableState } from '#renderer/ui/table/DataTable.tsx';
import { Tabs } from '#renderer/ui/Tabs.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { WhenInput } from '#renderer/ui/WhenInput.tsx';

type Part = 'symbols' | 'entries' | 'tokens';

/** A New York day by symbol: what moved, whether it comes to what is held, and what is out as tokens. */
export function DayEndPanel({ tabs }: { tabs: ReactNode }) {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [date, setDate] = useRemembered<string | undefined>('day end', undefined);
  const [part, setPart] = useRemembered<Part>('day end part', 'symbols');
  const call = useCall(bridge, 'mints.dayEnd', { accountId, ...(date !== undefined && { date }) });
  const { value, failure, ask } = call;
  const [isReading, setReading] = useState(false);
  const [opened, setOpened] = useState<string>();
  const now = useNow(1_000);
  const { onLine, dialog } = useRequestOf();

  async function again(): Promise<void> {
    setReading(true);
    await ask();
    setReading(false);
  }

  const row = value?.rows.find(({ symbol }) => symbol === opened);
  const state: TableState = value
    ? { kind: 'ready' }
    : failure
      ? { kind: 'failed', text: describeFailure(failure), onRetry: () => void again() }
      : { kind: 'loading' };

  return (
    <section className="panel day-end" aria-labelledby="day-end-title">
      <div className="panel-head">
        <h2 id="day-end-title" className="visually-hidden">
          End of day
        </h2>
        {tabs}
        <label className="day-end-day" htmlFor="day-end-day">
          Day
          <WhenInput
            id="day-end-day"
            kind="day"
            title="A New York day; empty for today"
            value={date ?? value?.today ?? ''}
            isOptional
            onChange={(day) => setDate(day === '' ? undefined : day)}
          />
        </label>
        <div className="panel-action">
          <button
            type="button"
            className="small"
            disabled={isReading || !(value ?? failure)}
            onClick={() => void again()}
          >
            {isReading ? 'Loading…' : 'Reload'}
          </button>
          <Exports value={value} part={part} />
        </div>
      </div>
      <div className="day-end-head">
        <p role="status" className={`day-end-summary ${value ? worstOf(value) : ''}`}>
          {value ? summaryOf(value) : failure ? '' : 'Loading the broker’s books…'}
        </p>
        {value && (
          <p className="quiet-text">
            New York day {value.date}
            {value.date === value.today ? ', so far' : ''}. Read {formatAge(now - value.readAt)}{' '}
            ago.
          </p>
        )}
      </div>
      {value && failure && <Problem text={describeFailure(failure)} />}
      {value && value.notes.length > 0 && (
        <div className="day-end-notes">
          {value.notes.map((note) => (
            <p key={note} className="mint-warning">
              {note}
            </p>
          ))}
        </div>
      )}
      {value && value.differences.length > 0 && (
        <ul className="day-end-differences" aria-label="Differences">
          {value.differences.map(({ id, symbol, text }) => (
            <li key={id}>
              <button type="button" className="symbol" onClick={() => setOpened(symbol)}>
                {symbol}
              </button>
              <span>
                <Said text={text} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Tabs
        name="Part of the day"
        value={part}
        onChange={setPart}
        className="tabs day-end-tabs"
        choices={[
          ['symbols', 'By symbol'],
          ['entries', 'Entries', linesOf(value).length],
          ['tokens', 'Tokens outstanding'],
        ]}
      />
      <Table value={value} part={part} state={state} now={now} onRow={setOpened} onLine={onLine} />
      {row && value && (
        <DayEndDialog
          row={row}
          date={value.date}
          differences={value.differences.filter(({ symbol }) => symbol === row.symbol)}
          now={now}
          onLine={onLine}
          onClose={() => setOpened(undefined)}
        />
      )}
      {dialog}
    </section>
  );
}

const worstOf = ({ rows, notes }: DayEnd): string =>
  rows.some(({ state }) => state === 'differs')
    ? 'down'
    : notes.length > 0 || rows.some(({ state }) => state === 'unknown')
      ? ''
      : 'up';

const linesOf = (value: DayEnd | undefined): SymbolLine[] =>
  (value?.rows ?? [])
    .flatMap(({ symbol, lines }) => lines.map((line) => ({ ...line, symbol })))
    .sort((a, b) => a.at - b.at);

/** The request behind an entry, where there is one. */
function useRequestOf() {
  const { feeds } = useMintDesk();
  const [request, setRequest] = useState<TokenizationRequest>();
  return {
    onLine({ tokenizationRequestId }: SymbolLine): void {
      setRequest(feeds.tokenizations.get(tokenizationRequestId ?? '')?.request);
    },
    dialog: request && (
      <RequestDialog request={request} note={undefined} onClose={() => setRequest(undefined)} />
    ),
  };
}

type TableProps = {
  value: DayEnd | undefined;
  part: Part;
  state: TableState;
  now: number;
  onRow: (symbol: string) => void;
  onLine: (line: SymbolLine) => void;
};

function Table({ value, part, state, now, onRow, onLine }: TableProps) {
  const hide = useHiding();
  if (part === 'entries')
    return (
      <DataTable
        name="Entries of the day"
        columns={lineColumns(now, onLine, hide, true)}
        view={viewOf(linesOf(value))}
        keyOf={({ id }) => id}
        state={state}
        onOpen={onLine}
        empty="No entries on this day. Fills, mints and redeems are booked here. Choose another day to see more."
      />
    );
  if (part === 'tokens')
    return (
      <>
        {value?.outstanding && value.outstanding.length > 0 && (
          <p className="day-end-head">
            Total in dollars <Amount value={value.outstandingValue} isOptional />
          </p>
        )}
        <DataTable
          name="Tokens outstanding"
          columns={TOKEN_COLUMNS}
          view={viewOf(value?.outstanding ?? [])}
          keyOf={({ symbol, issuer, network }) => `${symbol} ${issuer} ${network}`}
          state={state}
          empty={
            value?.outstanding
              ? 'No tokens are outstanding. Completed mints appear here until they are redeemed.'
              : 'The requests could not be read, so it is not known what is outstanding.'
          }
        />
      </>
    );
  return (
    <DataTable
      name="End of day"
      columns={rowColumns(value?.rows ?? [], ({ symbol }) => onRow(symbol))}
      view={viewOf(value?.rows ?? [])}
      keyOf={({ symbol }) => symbol}
      state={state}
      onOpen={({ symbol }) => onRow(symbol)}
      empty="Choose another day to see its positions and entries."
    />
  );
}

const viewOf = <T,>(rows: readonly T[]) => ({ rows, total: rows.length });

function Exports({ value, part }: { value: DayEnd | undefined; part: Part }) {
  const { date = '', differences = [] } = value ?? {};
  const rows = (value?.rows ?? []).map((row) => ({
    ...row,
    differences: differences
      .filter(({ symbol }) => symbol === row.symbol)
      .map(({ text }) => text)
      .join(' '),
  }));
  if (part === 'entries')
    return (
      <ExportMenu what={`entries ${date}`} view={viewOf(linesOf(value))} columns={LINE_EXPORT} />
    );
  if (part === 'tokens')
    return (
      <ExportMenu
        what="tokens outstanding"
        view={viewOf(value?.outstanding ?? [])}
        columns={TOKEN_EXPORT}
      />
    );
  return <ExportMenu what={`day end ${date}`} view={viewOf(rows)} columns={ROW_EXPORT} />;
}
