import { useMemo } from 'react';
import type { BatchRow } from '#contract/tokenization.ts';
import { reasonsOf } from '#renderer/screens/tokenization/batch/batch-reasons.ts';
import { Said } from '#renderer/ui/Said.tsx';

/** Why a batch stands, waits, or did not mint everything: in whole sentences, before its rows. */
export function BatchReasons({ rows }: { rows: readonly BatchRow[] }) {
  const { waiting, told, more } = useMemo(() => reasonsOf(rows), [rows]);
  if (waiting === undefined && told.length === 0) return null;
  return (
    <ul className="batch-reasons" aria-label="What to know about this batch">
      {waiting !== undefined && <li>{waiting}</li>}
      {told.map(({ where, text }) => (
        <li key={`${where} ${text}`}>
          <strong>
            <Said text={where} />.
          </strong>{' '}
          <Said text={text} />
        </li>
      ))}
      {more > 0 && <li>{more === 1 ? 'One more is' : `${more} more are`} in the rows below.</li>}
    </ul>
  );
}
