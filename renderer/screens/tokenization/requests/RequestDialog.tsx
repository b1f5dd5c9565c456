import { useState } from 'react';
import { originWords, type TokenizationRequest } from '#contract/tokenization.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useEvidence } from '#renderer/trading/evidence/EvidenceDrawer.tsx';
import { feeOf } from '#renderer/screens/tokenization/fee-words.ts';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { copyText } from '#renderer/ui/copy-text.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { EvidenceLines } from '#renderer/ui/EvidenceLines.tsx';
import { Fact } from '#renderer/ui/Fact.tsx';
import { formatAge, formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';

type Props = { request: TokenizationRequest; note: string | undefined; onClose: () => void };

/** One request with everything that is known about it, live while it is open. */
export function RequestDialog({ request: first, note, onClose }: Props) {
  const { feeds } = useMintDesk();
  const known = useSlice(feeds.tokenizations, first.tokenizationRequestId);
  const request = known?.request ?? first;
  const mine = useAll(feeds.mints).find(
    ({ intent }) => intent.resultId === request.tokenizationRequestId,
  );
  const [said, setSaid] = useState('');

  function copy(name: string, text: string): void {
    void copyText(text).then((isCopied) =>
      setSaid(isCopied ? `${name} copied.` : 'Could not copy: select it instead.'),
    );
  }

  return (
    <Dialog title="Tokenization request" onClose={onClose} className="drawer request-dialog">
      {note !== undefined && <p className="mint-warning">{note}</p>}
      <p className="request-headline">
        <span>
          {wordOf(request.type)} <Quantity value={request.qty} /> {request.underlyingSymbol}
        </span>
        <span className={`request-badge request-badge-${request.status}`}>{request.status}</span>
      </p>
      <Timeline request={request} receivedAt={known?.receivedAt} />
      <dl className="facts request-facts">
        <TextFact name="Origin" text={known && originWords(known.origin)} />
        <TextFact name="Issuer" text={request.issuer} />
        <TextFact name="Network" text={request.network} />
        <TextFact name="Token" text={request.tokenSymbol} />
        <Fact name="Fee">
          <span>
            {request.fees !== undefined && (
              <>
                <Quantity value={request.fees} />{' '}
              </>
            )}
            <span className="quiet-text">{feeOf(request)}</span>
          </span>
        </Fact>
        <TextFact name="Request id" text={request.tokenizationRequestId} onCopy={copy} />
        <TextFact name="Label" text={request.clientRequestId} onCopy={copy} />
        <TextFact name="Wallet address" text={request.walletAddress} onCopy={copy} />
        <TextFact name="Transaction hash" text={request.txHash} onCopy={copy} />
        <TextFact name="Issuer request id" text={request.issuerRequestId} onCopy={copy} />
      </dl>
      <p role="status" className="quiet-text">
        {said}
      </p>
      {request.type === 'mint' && known?.origin?.kind === 'elsewhere' && (
        <p className="mint-warning">
          This desk did not send it. If no one on your side did, replace the account’s key and
          revoke applications’ access.
        </p>
      )}
      {mine && <HowSent intentId={mine.intent.intentId} />}
      <DialogActions back="Close" onBack={onClose} />
    </Dialog>
  );
}

type TimelineProps = { request: TokenizationRequest; receivedAt: number | undefined };

function Timeline({ request, receivedAt }: TimelineProps) {
  const now = useNow(1_000);
  const { status, createdAt, updatedAt } = request;
  const isPending = status !== 'completed' && status !== 'rejected';
  return (
    <ol className="timeline" aria-label="Timeline, New York time">
      <Step at={createdAt} now={now} text="Created at the broker" />
      {isPending ? (
        <li>
          <span className="num">now</span>
          <span>
            {wordOf(status)}: the issuer has not answered yet
            {receivedAt !== undefined && `, read ${formatAge(now - receivedAt)} ago`}.
          </span>
        </li>
      ) : (
        <Step at={updatedAt} now={now} text={`${wordOf(status)} by the issuer`} />
      )}
    </ol>
  );
}

function Step({ at, now, text }: { at: string | undefined; now: number; text: string }) {
  const moment = at === undefined ? Number.NaN : Date.parse(at);
  return (
    <li>
      {Number.isNaN(moment) ? (
        <span className="num">–</span>
      ) : (
        <time className="num" dateTime={at} title={formatTimeTooltip(moment)}>
          {formatExchangeMoment(moment, now)}
        </time>
      )}
      <span>{text}</span>
    </li>
  );
}

type FactProps = {
  name: string;
  text: string | undefined;
  onCopy?: (name: string, text: string) => void;
};

function TextFact({ name, text, onCopy }: FactProps) {
  return (
    <Fact name={name}>
      <span className={onCopy ? 'num whole' : undefined}>{text ?? '–'}</span>
      {onCopy && text !== undefined && (
        <button
          type="button"
          className="small"
          aria-label={`Copy ${name.toLowerCase()}`}
          onClick={() => onCopy(name, text)}
        >
          Copy
        </button>
      )}
    </Fact>
  );
}

/** For a mint of this desk: each attempt, each look and each answer. */
function HowSent({ intentId }: { intentId: string }) {
  const { value } = useEvidence(intentId);
  if (!value) return null;
  return (
    <>
      <h3 className="subheading">How Ballast sent it</h3>
      <EvidenceLines evidence={value.evidence} />
    </>
  );
}

const wordOf = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
