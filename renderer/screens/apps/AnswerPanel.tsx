import { useLayoutEffect, useRef, useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import type { AuthorizationAnswer } from '#contract/oauth.ts';
import { copyText } from '#renderer/ui/copy-text.ts';
import { useSession } from '#renderer/session/session.ts';

type Props = {
  askId: string;
  appName: string;
  answer: AuthorizationAnswer;
  onDone: () => void;
};

/** The answer and the whole address it would go to. Nothing is opened but by the button. */
export function AnswerPanel({ askId, appName, answer, onDone }: Props) {
  const { bridge, profile } = useSession();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState('');
  const [isOpening, setOpening] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const { address, isAllowed, isRefused, note } = answer;
  // With its buttons: what is not opened is not handed over.
  useLayoutEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  }, []);

  async function open(): Promise<void> {
    setOpening(true);
    setSaid('');
    const result = await bridge.call('oauth.openAnswer', { accountId: profile.accountId, askId });
    setOpening(false);
    setOpened(result.ok);
    setSaid(result.ok ? 'Sent to your browser.' : describeFailure(result.failure));
  }
  /** Main writes down that it is handed over this way. */
  async function copy(): Promise<void> {
    const result = await bridge.call('oauth.copyAnswer', { accountId: profile.accountId, askId });
    if (!result.ok) return setSaid(describeFailure(result.failure));
    const isCopied = await copyText(result.value);
    setSaid(isCopied ? 'Copied.' : 'Could not copy: select the address instead.');
  }

  return (
    <section
      ref={section}
      className="authorize-foot authorize-answer"
      aria-labelledby="answer-title"
    >
      <h3 ref={heading} id="answer-title" tabIndex={-1} className="heading">
        {isRefused === true
          ? `${appName} got no access`
          : `You ${isAllowed ? 'allowed' : 'denied'} ${appName}`}
      </h3>
      {note !== undefined && <p>{note}</p>}
      {address !== undefined && (
        <>
          <p className="quiet-text">
            {isAllowed
              ? 'It gets its code only when this address is opened.'
              : 'The application finds out when this address is opened. You do not have to open it.'}
          </p>
          <code className="authorize-address authorize-whole">{address}</code>
        </>
      )}
      <p role="status" className="authorize-said">
        {said}
      </p>
      <div className="authorize-actions">
        <button type="button" onClick={onDone}>
          Done
        </button>
        {address !== undefined && (
          <>
            <button type="button" disabled={isOpening || isOpened} onClick={() => void copy()}>
              Copy address
            </button>
            <button
              type="button"
              className="primary"
              disabled={isOpening || isOpened}
              onClick={() => void open()}
            >
              Open in browser
            </button>
          </>
        )}
      </div>
    </section>
  );
}
