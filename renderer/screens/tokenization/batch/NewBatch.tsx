import { useId, useState, type FormEvent } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { Field } from '#renderer/ui/Field.tsx';

type Props = { onTried: (batchId: string) => void };

/** As much as main takes. */
const MOST_CHARS = 2_000_000;
const EXAMPLE = `symbol,qty,issuer,network,wallet,label
AAPL,1.5,xstocks,solana,7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU,november-1`;

/** A table of mints, pasted or read from a file in the page, tried before anything is sent. */
export function NewBatch({ onTried }: Props) {
  const { bridge, profile } = useSession();
  const id = useId();
  const [csv, setCsv] = useRemembered('batch table', '');
  const [name, setName] = useRemembered('batch name', '');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MOST_CHARS)
      return setProblem(`${file.name} is too large for a table of mints. Part it into several.`);
    try {
      setCsv(await file.text());
      setName(file.name);
      setProblem(undefined);
    } catch {
      setProblem(`${file.name} could not be read.`);
    }
  }

  async function tryDry(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (csv.trim() === '') return setProblem('Paste a table of mints or open a CSV file first.');
    setBusy(true);
    const answer = await bridge.call('batches.dryRun', {
      accountId: profile.accountId,
      name: name.trim() === '' ? `Batch of ${new Date().toISOString().slice(0, 10)}` : name.trim(),
      csv,
    });
    setBusy(false);
    setProblem(answer.ok ? undefined : describeFailure(answer.failure));
    if (!answer.ok) return;
    setCsv('');
    setName('');
    onTried(answer.value.batchId);
  }

  return (
    <form className="new-batch" aria-label="New batch" onSubmit={(event) => void tryDry(event)}>
      <div className="field">
        <label htmlFor={id}>Table of mints</label>
        <textarea
          id={id}
          className="num"
          value={csv}
          placeholder={EXAMPLE}
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => setCsv(event.target.value)}
        />
        <p id={`${id}-problem`} className="field-issue" role={problem && 'alert'}>
          {problem}
        </p>
      </div>
      <p className="quiet-text">
        The first line names the columns: symbol, qty, issuer, network, wallet and, if you like,
        label. Separated by commas, semicolons or tabs, so that a selection from a spreadsheet can
        be pasted. Up to 1,000 lines.
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
