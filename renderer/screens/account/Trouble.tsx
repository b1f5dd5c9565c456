import { describeFailure, type Failure } from '#contract/failure.ts';
import { useSession } from '#renderer/session/session.ts';
import { copyText } from '#renderer/ui/copy-text.ts';

type Props = { failure: Failure; onRetry: () => void };

/** What went wrong, the broker's number for it, and another try. */
export function Trouble({ failure, onRetry }: Props) {
  const { toast } = useSession();
  const requestId = 'requestId' in failure ? failure.requestId : undefined;
  const copy = async (text: string): Promise<void> =>
    toast(
      (await copyText(text))
        ? { kind: 'good', text: 'The request id was copied.' }
        : { kind: 'bad', text: 'Could not copy the request id: the system did not allow it.' },
    );
  return (
    <div className="empty account-trouble" role="alert">
      <p>{describeFailure(failure)}</p>
      {requestId !== undefined && (
        <p>
          Request <code className="num">{requestId}</code>{' '}
          <button type="button" className="small" onClick={() => void copy(requestId)}>
            Copy request id
          </button>
        </p>
      )}
      <button type="button" className="small" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
