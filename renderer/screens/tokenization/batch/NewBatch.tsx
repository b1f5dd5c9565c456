import { useId, useState, type DragEvent, type FormEvent } from 'react';
import { describeFailure } from '#contract/failure.ts';
import type { TableLayout, TableReading } from '#contract/mint-table.ts';
import { TableMapping } from '#renderer/screens/tokenization/batch/TableMapping.tsx';
import {
  inputOf,
  isEmpty,
  isTooLarge,
  NO_TABLE,
  openChoices,
  readFile,
  textOf,
  tooLarge,
  type TableSource,
} from '#renderer/screens/tokenization/batch/table-source.ts';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { Field } from '#renderer/ui/Field.tsx';

type Props = { onTried: (batchId: string) => void };

const EXAMPLE = `symbol,qty,issuer,network,wallet,label
AAPL,1.5,xstocks,solana,7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU,november-1`;

/** A table of mints, pasted, opened or dropped, read by main and tried before anything is sent. */
export function NewBatch({ onTried }: Props) {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const id = useId();
  const [source, setSource] = useRemembered<TableSource>('batch table', NO_TABLE);
  const [reading, setReading] = useRemembered<TableReading | undefined>('batch reading', undefined);
  const [layout, setLayout] = useRemembered<TableLayout | undefined>('batch layout', undefined);
  const [name, setName] = useRemembered('batch name', '');
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();

  function put(next: TableSource): void {
    setSource(next);
    setReading(undefined);
    setLayout(undefined);
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
    const known = answer.ok ? answer.value : undefined;
    setReading(known);
    return known;
  }

  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    if (isTooLarge({ kind: 'file', name: file.name, size: file.size, base64: '' }))
      return setProblem(tooLarge(file.name));
    try {
      const next = await readFile(file);
      put(next);
      setName(file.name.slice(0, 120));
      if (isEmpty(next)) setProblem(`${file.name} is empty.`);
      else await read(next);
    } catch {
      setProblem(`${file.name} could not be read.`);
    }
  }

  async function tryDry(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (isEmpty(source)) return setProblem('Paste a table of mints or open a CSV file first.');
    const known = reading ?? (await read(source));
    if (!known) return;
    // The table of columns says what is open, beside the fields that it is about.
    if (openChoices(known, layout) !== undefined) return;
    setBusy(true);
    const answer = await bridge.call('batches.dryRun', {
      accountId,
      name: name.trim() === '' ? `Batch of ${new Date().toISOString().slice(0, 10)}` : name.trim(),
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
      const [file] = event.dataTransfer.files;
      setOver(false);
      if (!file) return;
      event.preventDefault();
      void open(file);
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
            Take it out
          </button>
        </div>
      )}
      <p id={`${id}-problem`} className="field-issue" role={problem && 'alert'}>
        {problem}
      </p>
      {reading && <TableMapping reading={reading} layout={layout} onChange={setLayout} />}
      {!reading && (
        <p className="quiet-text">
          One line names the columns: symbol, qty, issuer, network, wallet and, if you like, label.
          Other names are asked about once. Paste a selection of a spreadsheet, open a CSV file or
          drop it here. Up to 10,000 rows.
        </p>
      )}
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
