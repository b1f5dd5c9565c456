import { describeFailure, type Failure } from '#contract/failure.ts';

type Props = { failure: Failure | undefined };

/** What went wrong, and the broker's number for it where there is one. */
export function FailureNote({ failure }: Props) {
  if (!failure) return null;
  const requestId = 'requestId' in failure ? failure.requestId : undefined;
  return (
    <div className="note note-bad" role="alert">
      <p>{describeFailure(failure)}</p>
      {requestId !== undefined && (
        <p className="note-request">
          Request <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
