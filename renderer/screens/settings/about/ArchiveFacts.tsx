import type { Input } from '#contract/calls.ts';
import {
  EvidenceYears,
  monthWords,
  type AccountArchives,
  type ArchivedMonth,
} from '#contract/archives.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Fact } from '#renderer/ui/Fact.tsx';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { formatExchangeMoment } from '#renderer/ui/format.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Select, type Options } from '#renderer/ui/Select.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { sizeText } from '#renderer/ui/size-text.ts';

const YEARS: Options<string> = EvidenceYears.def.values.map(
  (years) =>
    [`${years}`, years === 0 ? 'forever' : years === 1 ? '1 year' : `${years} years`] as const,
);

/** How long evidence stays in the journals, and what was archived of it. */
export function ArchiveFacts() {
  const { bridge } = useSession();
  const { value, failure, ask } = useCall(bridge, 'archives.list', {});
  const work = useWork();

  function keep(chosen: string): void {
    const years = EvidenceYears.safeParse(Number(chosen)).data;
    if (years === undefined) return;
    const input: Input<'archives.keep'> = { years };
    void work.run(bridge.call('archives.keep', input), () => void ask());
  }

  return (
    <Fact name="Evidence">
      <FailureNote failure={work.failure ?? failure} />
      {value && (
        <>
          <p>
            <span>Keep evidence in the journal</span>{' '}
            <Select
              label="Keep evidence in the journal"
              value={`${value.years}`}
              options={YEARS}
              onChange={keep}
              isDisabled={work.isBusy}
            />
          </p>
          <p className="quiet-text">
            Older evidence moves into monthly files in each account’s <code>archive</code> folder,
            while no order is in progress. Nothing is deleted, and orders with their ids stay in the
            journal.
          </p>
          <ul className="lines settings-archives" aria-label="Journals and archives">
            {value.accounts.map((one) => (
              <li key={one.accountId}>
                <OfAccount {...one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Fact>
  );
}

function OfAccount({ label, journalBytes, since, months, problem }: AccountArchives) {
  const now = useNow(60_000);
  const reach = since === undefined ? '' : `, since ${formatExchangeMoment(since, now)}`;
  return (
    <>
      {label}: journal {sizeText(journalBytes)}
      {reach}. {months.length === 0 ? 'No archived months.' : summaryOf(months)}
      {months.length > 0 && (
        <details>
          <summary>
            Archived months<span className="visually-hidden"> of {label}</span>
          </summary>
          <ul className="lines" aria-label={`Archived months of ${label}`}>
            {months.map(({ month, bytes }) => (
              <li key={month}>
                {monthWords(month)}: {sizeText(bytes)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Problem text={problem && `Not all older evidence was moved. ${problem}`} />
    </>
  );
}

function summaryOf(months: readonly ArchivedMonth[]): string {
  const bytes = months.reduce((sum, one) => sum + one.bytes, 0);
  return `${months.length === 1 ? '1 archived month' : `${months.length} archived months`}, ${sizeText(bytes)}.`;
}
