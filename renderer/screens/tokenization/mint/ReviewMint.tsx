import { ENVIRONMENT_WORDS } from '#contract/records.ts';
import { useState } from 'react';
import { FeeBeforehand } from '#renderer/screens/tokenization/mint/FeeBeforehand.tsx';
import type { MintControl, Reviewed } from '#renderer/screens/tokenization/mint/use-mint.ts';
import { isAgain, MintAgain } from '#renderer/screens/tokenization/MintAgain.tsx';
import {
  MintFacts,
  needsSecond,
  ReviewMintForm,
} from '#renderer/screens/tokenization/ReviewMintForm.tsx';
import { NobodyApproves } from '#renderer/screens/tokenization/second-person/NobodyApproves.tsx';
import { useSession } from '#renderer/session/session.ts';
import { formatQuantity } from '#renderer/ui/format.ts';
import { Said } from '#renderer/ui/Said.tsx';
import { Num } from '#renderer/ui/Num.tsx';

type Props = { control: MintControl; reviewed: Reviewed };

/** What leaves the account, and where it goes, in words before anything is sent. */
export function ReviewMint({ control, reviewed }: Props) {
  const { environment } = useSession().profile;
  const { form, preview } = reviewed;
  const { underlyingSymbol: symbol, issuer, network, walletAddress, label } = form;
  const [typed, setTyped] = useState('');
  // What holds it back may change while the review is open.
  const { verdicts } = control.preview ?? preview;
  const isRepeat = verdicts.some(({ guard, level }) => guard === 'repeated' && level === 'block');
  const isProposal = needsSecond(verdicts);
  const isUnsaid = isRepeat && !isAgain(typed);
  const send = isProposal ? control.propose : control.request;
  const qty = formatQuantity(form.qty);
  const left =
    preview.availableAfter === undefined
      ? 'not known'
      : `${formatQuantity(preview.availableAfter)} ${symbol}`;

  return (
    <ReviewMintForm
      title="Review mint"
      action={`${isProposal ? 'Propose' : 'Request'} mint: ${qty} ${symbol}, ${ENVIRONMENT_WORDS[environment]}`}
      isSending={control.isSending}
      problem={control.problem}
      verdicts={verdicts}
      isUnsaid={isUnsaid}
      again={isRepeat && <MintAgain what="it" typed={typed} onChange={setTyped} />}
      onBack={control.leaveReview}
      onConfirm={() => send(isRepeat ? typed : undefined)}
    >
      {isProposal && (
        <p>
          Nothing is sent yet. The mint below is proposed as it is. It is sent once a second person
          approves it within 24 hours; you do not need to do anything else.
        </p>
      )}
      {isProposal && <NobodyApproves />}
      <p>
        {qty} {symbol} leave the account {isProposal ? 'then' : 'immediately'}. {issuer} is asked to
        mint tokens for them on {network} and send the tokens to the wallet below. The shares come
        back if the issuer rejects the mint; once it is completed, only a redeem brings them back.
      </p>
      <MintFacts
        facts={[
          ['Leaves the account', `${qty} ${symbol}`],
          ['Left after this mint', <Num key="left" text={left} isPersonal />],
          ['Issuer', issuer],
          ['Network', network],
          ['Fee', <FeeBeforehand key="fee" issuer={issuer} network={network} />],
          ['Label', label === '' ? 'the id of this mint' : label],
        ]}
      />
      <div className="review-wallet">
        <p className="quiet-text">Wallet address. Tokens sent to the wrong address are lost.</p>
        <p className="num whole">{walletAddress}</p>
      </div>
      {preview.warnings.map((text) => (
        <p key={text} className="mint-warning">
          <Said text={text} />
        </p>
      ))}
    </ReviewMintForm>
  );
}
