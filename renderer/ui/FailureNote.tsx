import type { ReactNode } from 'react';
import { describeFailure, type Failure } from '#contract/failure.ts';
import { Said } from '#renderer/ui/Said.tsx';

type Props = {
  failure: Failure | undefined;
  children?: ReactNode;
};

/** What went wrong, the broker's number for it where there is one, and what can be done. */
export function FailureNote({ failure, children }: Props) {
  if (!failure) return null;
  const requestId = 'requestId' in failure ? failure.requestId : undefined;
  return (
    <div className="note note-bad lines" role="alert">
      <p>
        <Said text={describeFailure(failure)} />
      </p>
      {requestId !== undefined && (
        <p className="note-request">
          Request <code>{requestId}</code>
        </p>
      )}
      {children}
    </div>
  );
}
