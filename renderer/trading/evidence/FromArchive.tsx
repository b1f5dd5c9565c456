import type { Output } from '#contract/calls.ts';
import { monthWords } from '#contract/archives.ts';
import { Problem } from '#renderer/ui/Problem.tsx';

type Props = { archive: Output<'orders.evidence'>['archive'] };

/** Where lines that are no longer in the journal were read, or why they are not here. */
export function FromArchive({ archive }: Props) {
  if (!archive) return null;
  const { month, problem } = archive;
  return problem === undefined ? (
    <p className="quiet-text">From the archive of {monthWords(month)}.</p>
  ) : (
    <Problem text={problem} />
  );
}
