import type { FormEvent } from 'react';
import type { MintControl, Reviewed } from '#renderer/screens/tokenization/mint/use-mint.ts';
import { useSession } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { formatQuantity } from '#renderer/ui/format.ts';

type Props = { control: MintControl; reviewed: Reviewed };

/** What leaves the account, and where it goes, in words before anything is sent. */
export function ReviewMint({ control, reviewed }: Props) {
  const { profile } = useSession();
  const { isSending, problem } = control;
  const { form, preview } = reviewed;
  const { underlyingSymbol: symbol, issuer, network, walletAddress, label } = form;
  const qty = formatQuantity(form.qty);
  const facts: (readonly [name: string, text: string])[] = [
    ['Account', `${profile.label}, ${profile.environment.toUpperCase()}`],
    ['Leaves the account', `${qty} ${symbol}`],
    [
      'Left after this mint',
      preview.availableAfter === undefined
        ? 'not known'
        : `${formatQuantity(preview.availableAfter)} ${symbol}`,
    ],
    ['Issuer', issuer],
    ['Network', network],
    ['Label', label === '' ? 'the id of this mint' : label],
  ];

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isSending) void control.request();
  }

  return (
    <Dialog title="Review mint" onClose={control.leaveReview} isBusy={isSending}>
      <form className="dialog-form" onSubmit={submit}>
        <p>
          {qty} {symbol} leave the account at once. {issuer} is asked to mint tokens for them on{' '}
          {network} and to send these to the wallet below. The shares come back if the issuer
          rejects it; after it is completed, only a redeem brings them back.
        </p>
        <dl className="review-facts">
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{text}</dd>
            </div>
          ))}
        </dl>
        <div className="review-wallet">
          <p className="quiet-text">Wallet address. Tokens sent to a wrong one are gone.</p>
          <p className="num">{walletAddress}</p>
        </div>
        {preview.warnings.map((text) => (
          <p key={text} className="mint-warning">
            {text}
          </p>
        ))}
        {problem !== undefined && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-actions">
          <button type="button" onClick={control.leaveReview} disabled={isSending}>
            Back
          </button>
          <button
            type="submit"
            className="primary"
            disabled={isSending}
            onKeyDown={(event) => {
              // A key that is held down decides nothing.
              if (event.repeat) event.preventDefault();
            }}
          >
            Request mint
          </button>
        </div>
        <p className="visually-hidden" role="status">
          {isSending ? 'Sending.' : ''}
        </p>
      </form>
    </Dialog>
  );
}
