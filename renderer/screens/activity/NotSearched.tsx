// The journal is what the activity shows; months that were archived are files of their own. Whoever does not find a line
// is told so, and can have those searched one after another: main reads each in its thread.
import { useEffect, useRef, useState } from 'react';
import { monthWords, type ArchivedMonth, type Month } from '#contract/archives.ts';
import type { Input } from '#contract/calls.ts';
import { describeFailure } from '#contract/failure.ts';
import { useSession } from '#renderer/session/session.ts';

type Question = Pick<Input<'activity.list'>, 'accountId' | 'kinds' | 'text' | 'from' | 'to'>;
type Props = {
  months: readonly ArchivedMonth[];
  /** Undefined where there is no filter: every month has something then. */
  question: Question | undefined;
  onChoose: (month: Month) => void;
};
type Found = { searched: number; hits: Month[]; problems: string[] };

export function NotSearched({ months, question, onChoose }: Props) {
  const { bridge } = useSession();
  const [found, setFound] = useState<Found>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function search(asked: Question): Promise<void> {
    let now: Found = { searched: 0, hits: [], problems: [] };
    setFound(now);
    for (const { month } of months) {
      const page = await bridge.call('activity.list', { ...asked, month, limit: 1 });
      if (isGone.current) return;
      const { searched, hits, problems } = now;
      now = {
        searched: searched + 1,
        hits: page.ok && page.value.lines.length > 0 ? [...hits, month] : hits,
        problems: page.ok ? problems : [...problems, describeFailure(page.failure)],
      };
      setFound(now);
    }
  }

  return (
    <div className="activity-left-out quiet-text">
      <p>
        Evidence of {countWords(months.length)} is not searched here. To read one, choose it above,
        in the list that says Journal.
      </p>
      {question && !found && (
        <button type="button" className="small" onClick={() => void search(question)}>
          Search the archived months
        </button>
      )}
      {found && <p role="status">{foundWords(found, months)}</p>}
      {found?.hits.map((month) => (
        <button key={month} type="button" className="small" onClick={() => onChoose(month)}>
          Open {monthWords(month)}
        </button>
      ))}
      {found?.problems.map((problem) => (
        <p key={problem} role="alert">
          {problem}
        </p>
      ))}
    </div>
  );
}

const countWords = (count: number): string =>
  count === 1 ? '1 archived month' : `${count} archived months`;

function foundWords({ searched, hits, problems }: Found, months: readonly ArchivedMonth[]): string {
  const next = months[searched];
  if (next) return `Searching ${monthWords(next.month)}, ${searched + 1} of ${months.length}…`;
  const read = countWords(searched - problems.length);
  return hits.length === 0 ? `Nothing found in ${read}.` : `Found in ${hits.length} of ${read}:`;
}
