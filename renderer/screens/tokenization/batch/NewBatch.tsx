import { useId, useState, type DragEvent, type FormEvent } from 'react';
import { describeFailure } from '#contract/failure.ts';
import type { TableLayout, TableReading } from '#contract/mint-table.ts';
import { nameOfBatch } from '#renderer/screens/tokenization/batch/batch-words.ts';
import { TableMapping } from '#renderer/screens/tokenization/batch/TableMapping.tsx';
import {
  inputOf,
  isEmpty,
  isSame,
  isTooLarge,
  NO_TABLE,
  openChoices,
  readFile,
  textOf,
  tooLarge,
  type TableFile,
  type TableSource,
} from '#renderer/screens/tokenization/batch/table-source.ts';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { Field } from '#renderer/ui/Field.tsx';

type Props = { onTried: (batchId: string) => void };

/** How main understood a table, and what the person said about it. */
type Known = { of: TableSource; reading: TableReading; layout: TableLayout | undefined };
const NOT_READ = { reading: undefined, layout: undefined };

const COUNT = new Intl.NumberFormat('en-US');
const rowsText = (rows: number): string => (rows === 1 ? '1 row' : `${COUNT.format(rows)} rows`);

const EXAMPLE = `symbol,qty,issuer,network,wallet,label
AAPL,1.5,xstocks,solana,7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU,november-1`;

/** A table of mints, pasted, opened or dropped, read by main and tried before anything is sent. */
export function NewBatch({ onTried }: Props) {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const id = useId();
  const [text, setText] = useRemembered('batch table', '');
  const [file, setFile] = useRemembered<TableFile | undefined>('batch file', undefined);
  const [known, setKnown] = useRemembered<Known | undefined>('batch reading', undefined);
  // Text may have been put here by another panel: it is newer than a file that was left open.
  const source: TableSource = file && text === '' ? file : { kind: 'text', text };
  const { reading, layout } = known && isSame(known.of, source) ? known : NOT_READ;
  const [name, setName] = useRemembered('batch name', '');
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();

  function put(next: TableSource): void {
    setText(next.kind === 'text' ? next.text : '');
    setFile(next.kind === 'file' ? next : undefined);
    setKnown(undefined);
    setProblem(undefined);
  }

  /** How main understands it; nothing where it does not, and then the problem says why. */
  async function read(from: TableSource): Promise<TableReading | undefined> {
    if (isTooLarge(from)) {
      setProblem(tooLarge(from.kind === 'file' ? from.name : 'The table'));
      return undefined;
    }
    setBusy(true);
    const answer = await bridge.call('batches.read', { accountId, ...inputOf(from) });
    setBusy(false);
    setProblem(answer.ok ? undefined : describeFailure(answer.failure));
    if (!answer.ok) return undefined;
    setKnown({ of: from, reading: answer.value, layout: undefined });
    return answer.value;
  }

  /** Which marks its numbers have is told anew once another column has them. */
  async function chooseLayout(understood: TableReading, next: TableLayout): Promise<void> {
    setKnown({ of: source, reading: understood, layout: next });
    const { qty } = (layout ?? understood).columns;
    if (next.columns.qty === undefined || next.columns.qty === qty) return;
    const columns = { columns: next.columns };
    const input = { accountId, ...inputOf(source), layout: columns };
    setBusy(true);
    const answer = await bridge.call('batches.read', input);
    setBusy(false);
    if (!answer.ok) return setProblem(describeFailure(answer.failure));
    setKnown({ of: source, reading: answer.value, layout: columns });
  }

  async function open(picked: File | undefined): Promise<void> {
    if (!picked) return;
    if (isTooLarge({ kind: 'file', name: picked.name, size: picked.size, base64: '' }))
      return setProblem(tooLarge(picked.name));
    setBusy(true);
    try {
      const next = await readFile(picked);
      put(next);
      setName(picked.name.slice(0, 120));
      if (isEmpty(next)) setProblem(`${picked.name} is empty.`);
      else await read(next);
    } catch {
      setProblem(`${picked.name} could not be read.`);
    }
    setBusy(false);
  }

  async function tryDry(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (isEmpty(source)) return setProblem('Paste a table of mints or open a CSV file first.');
    const understood = reading ?? (await read(source));
    // The table of columns says what is open, beside the fields that it is about.
    if (!understood || openChoices(understood, layout) !== undefined) return;
    setBusy(true);
    const answer = await bridge.call('batches.dryRun', {
      accountId,
      name: nameOfBatch(name, Date.now()),
      ...inputOf(source),
      ...(layout && { layout }),
    });
    setBusy(false);
    if (!answer.ok) return setProblem(describeFailure(answer.failure));
    put(NO_TABLE);
    setName('');
    onTried(answer.value.batchId);
  }

  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      const [dropped] = event.dataTransfer.files;
      setOver(false);
      if (!dropped) return;
      event.preventDefault();
      void open(dropped);
    },
  };

  return (
    <form
      className={isOver ? 'new-batch new-batch-over' : 'new-batch'}
      aria-label="New batch"
      onSubmit={(event) => void tryDry(event)}
      {...drop}
    >
      {source.kind === 'text' ? (
        <div className="field">
          <label htmlFor={id}>Table of mints</label>
          <textarea
            id={id}
            className="num"
            value={source.text}
            placeholder={EXAMPLE}
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={(event) => put({ kind: 'text', text: event.target.value })}
          />
        </div>
      ) : (
        <div className="batch-file">
          <strong className="cut" title={source.name}>
            {source.name}
          </strong>
          <span className="quiet-text">{Math.ceil(source.size / 1024)} KiB</span>
          {reading && (
            <button
              type="button"
              className="small"
              onClick={() => put({ kind: 'text', text: textOf(source.base64, reading) })}
            >
              Edit as text
            </button>
          )}
          <button type="button" className="small" onClick={() => put(NO_TABLE)}>
            Remove file
          </button>
        </div>
      )}
      <p id={`${id}-problem`} className="field-issue" role={problem && 'alert'}>
        {problem}
      </p>
      {reading && (
        <TableMapping
          reading={reading}
          layout={layout}
          isBusy={isBusy}
          onChange={(next) => void chooseLayout(reading, next)}
        />
      )}
      {!reading && (
        <p className="quiet-text">
          One line names the columns: symbol, qty, issuer, network, wallet and, optionally, label.
          If your columns have other names, Ballast asks once. Paste from a spreadsheet, open a CSV
          file or drop one here. Up to 10,000 rows.
        </p>
      )}
      <p role="status" className={isBusy ? 'quiet-text' : 'visually-hidden'}>
        {isBusy && (reading ? `Checking ${rowsText(reading.rows)}…` : 'Reading the table…')}
      </p>
      <div className="new-batch-row">
        <Field
          label="Batch name"
          value={name}
          onChange={setName}
          maxLength={120}
          placeholder="optional"
        />
        <div className="field">
          <label htmlFor={`${id}-file`}>Open a CSV file</label>
          <input
            id={`${id}-file`}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={(event) => {
              void open(event.target.files?.[0]);
              // So that the same file can be opened again after it was changed.
              event.target.value = '';
            }}
          />
        </div>
        <button type="submit" className="primary level" disabled={isBusy}>
          Dry run
        </button>
      </div>
    </form>
  );
}
