import { useState, type FormEvent } from 'react';
import { describeFailure, invalid } from '#contract/failure.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { isUuid } from '#renderer/screens/tokenization/requests/request-rows.ts';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Problem } from '#renderer/ui/Problem.tsx';

type Props = { onFound: (request: TokenizationRequest, note?: string) => void };

const NO_ID = invalid(
  'That is not a request id. A request id is a UUID of 36 characters, such as 0190f5e2-7c1a-7d3e-9b2f-4a5c6d7e8f90.',
);

/** One request by its id, or the newest mint under a label, asked of the broker. Enter finds. */
export function FindRequest({ onFound }: Props) {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [id, setId] = useState('');
  const [label, setLabel] = useState('');
  const { isBusy: isFinding, failure, setFailure, run } = useWork();

  function findById(event: FormEvent): void {
    event.preventDefault();
    const wanted = id.trim();
    if (wanted === '' || isFinding) return;
    if (!isUuid(wanted)) return setFailure(NO_ID.failure);
    const tokenizationRequestId = wanted.toLowerCase();
    void run(bridge.call('tokenization.byId', { accountId, tokenizationRequestId }), onFound);
  }

  function findByLabel(event: FormEvent): void {
    event.preventDefault();
    const wanted = label.trim();
    if (wanted === '' || isFinding) return;
    void run(
      bridge.call('tokenization.byLabel', { accountId, label: wanted }),
      ({ request, others }) => onFound(request, reuseWords(others)),
    );
  }

  return (
    <>
      <FindField
        label="Find by id"
        value={id}
        isFinding={isFinding}
        onChange={setId}
        onFind={findById}
      />
      <FindField
        label="Find by label"
        value={label}
        isFinding={isFinding}
        onChange={setLabel}
        onFind={findByLabel}
      />
      {failure && <Problem text={describeFailure(failure)} className="find-problem" />}
    </>
  );
}

type FieldProps = {
  label: string;
  value: string;
  isFinding: boolean;
  onChange: (value: string) => void;
  onFind: (event: FormEvent) => void;
};

function FindField({ label, value, isFinding, onChange, onFind }: FieldProps) {
  return (
    <form className="find-request" onSubmit={onFind}>
      <input
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      {value.trim() !== '' && (
        <button type="submit" className="small" disabled={isFinding}>
          Find
        </button>
      )}
    </form>
  );
}

function reuseWords(others: number): string | undefined {
  if (others === 0) return undefined;
  const more = others === 1 ? 'one other mint has' : `${others} other mints have`;
  return `The label was reused: ${more} it. This is the newest.`;
}
