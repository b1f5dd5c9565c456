import { describeFailure, type Failure } from '#contract/failure.ts';

type Props = { what: string; failure: Failure };

/** What could not be read, why, and what to do. */
export function FailedNote({ what, failure }: Props) {
  return (
    <p className="note note-bad" role="alert">
      {what} {describeFailure(failure)} Leave this screen and come back to try again.
    </p>
  );
}

export function LoadingNote({ what }: { what: string }) {
  return (
    <p aria-busy="true">
      <span className="visually-hidden">{what}</span>
      <span className="skeleton settings-skeleton" aria-hidden="true" />
    </p>
  );
}
