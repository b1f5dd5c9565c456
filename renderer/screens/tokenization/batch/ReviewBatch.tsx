import { useId, useState } from 'react';
import { progressOf } from '#contract/batch-summary.ts';
import { cellsOf, shortAddress, type Batch, type BatchRow } from '#contract/tokenization.ts';
import {
  batchTitle,
  leavingWords,
  requestWords,
  reviewOf,
  type BatchReview,
} from '#renderer/screens/tokenization/batch/batch-review.ts';
import { againWords, heldWords } from '#renderer/screens/tokenization/batch/batch-words.ts';
import { feeBeforehand } from '#renderer/screens/tokenization/fee-words.ts';
import { isAgain, MintAgain } from '#renderer/screens/tokenization/MintAgain.tsx';
import { NobodyApproves } from '#renderer/screens/tokenization/second-person/NobodyApproves.tsx';
import { MintFacts, ReviewMintForm } from '#renderer/screens/tokenization/ReviewMintForm.tsx';
import type { Fact } from '#renderer/trading/review/ReviewForm.tsx';
import { useSession } from '#renderer/session/session.ts';
import { formatQuantity } from '#renderer/ui/format.ts';
import { Said } from '#renderer/ui/Said.tsx';

type Props = {
  batch: Batch;
  /** To a second person, instead of starting it. */
  isProposal: boolean;
  isSending: boolean;
  held: string | undefined;
  problem: string | undefined;
  onBack: () => void;
  /** `meant`: what was typed for the rows that repeat a mint. */
  onConfirm: (meant?: string) => void;
};

/** Everything that a batch takes out of the account, and every wallet it goes to, before its first row is sent. */
export function ReviewBatch({ batch, isProposal, onConfirm, ...rest }: Props) {
  const { environment } = useSession().profile;
  const [typed, setTyped] = useState('');
  const review = reviewOf(batch, isAgain(typed), isProposal);
  const hasRepeats = batch.rows.some(({ held }) => held === 'repeats');
  const held = heldWords(batch);
  const { answered, wrong } = progressOf(batch.counts);
  const { requests, unknown } = review;
  const fresh = new Set(
    review.targets.flatMap(({ newWallet, walletAddress }) =>
      newWallet === undefined ? [] : [walletAddress],
    ),
  ).size;
  const facts: Fact[] = [
    ['Batch', batch.name],
    ['Requests', String(requests)],
    ['Wallets', String(new Set(review.targets.map(({ walletAddress }) => walletAddress)).size)],
    ...(fresh > 0 ? [['Wallets to check', String(fresh)] as const] : []),
    ...(answered > 0 ? [['Already settled', String(answered)] as const] : []),
    ...(wrong > 0 ? [['Wrong, not sent', String(wrong)] as const] : []),
    ['Fee', <span key="fee">{feeBeforehand(requests)}</span>],
  ];
  const verb = isProposal ? 'Propose' : batch.state === 'paused' ? 'Continue' : 'Start';

  return (
    <ReviewMintForm
      title="Review batch"
      action={
        requests === 0
          ? `${verb}: nothing to send yet`
          : `${verb}: ${batchTitle(review, environment, formatQuantity)}`
      }
      {...rest}
      isUnsaid={requests === 0 || (typed.trim() !== '' && !isAgain(typed))}
      again={
        hasRepeats && (
          <MintAgain what="them" typed={typed} onChange={setTyped}>
            {againWords(batch, { isMeant: isAgain(typed), isProposal, requests })}
          </MintAgain>
        )
      }
      onConfirm={() => onConfirm(hasRepeats && typed.trim() !== '' ? typed : undefined)}
    >
      {isProposal && (
        <p>
          Nothing is sent yet. The batch is proposed as it is. It starts once a second person
          approves it within 24 hours; you do not need to do anything else.
        </p>
      )}
      {isProposal && <NobodyApproves />}
      <p>
        Each request’s shares leave the account as soon as the broker accepts it. They come back if
        the issuer rejects it; once it is completed, only a redeem brings them back.
      </p>
      <MintFacts facts={facts} />
      {!hasRepeats && !isProposal && held !== '' && <p className="mint-warning">{held}</p>}
      {unknown > 0 && (
        <p className="mint-warning">
          {requestWords(unknown)} may have been sent before. Ballast asks the broker about each one
          first, so none is minted twice.
        </p>
      )}
      {requests > 0 && <Lists review={review} rows={batch.rows} />}
    </ReviewMintForm>
  );
}

/** Those beyond stay in the table behind. */
const MOST_NAMED = 50;

type ListsProps = { review: BatchReview; rows: readonly BatchRow[] };

function Lists({ review: { leaving, targets }, rows }: ListsProps) {
  const wrong = rows.filter(({ state }) => state === 'wrong');
  const warned = rows.filter(({ state, note }) => state === 'ready' && note !== undefined);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too */}
      <div className="review-lists" role="group" aria-label="What goes where" tabIndex={0}>
        <NamedRows title="Check these first" rows={warned} words={({ note = '' }) => note} />
        <h3 id="review-leaving">Leaves the account</h3>
        <ul aria-labelledby="review-leaving">
          {leaving.map(({ symbol, qty, requests }) => (
            <li key={symbol} className="ends">
              <span className="num">
                {formatQuantity(qty)} {symbol}
              </span>
              <span className="quiet-text">{requestWords(requests)}</span>
            </li>
          ))}
        </ul>
        <h3 id="review-targets">Where the tokens go</h3>
        <ul aria-labelledby="review-targets">
          {targets.map((target) => (
            <li key={`${target.network} ${target.issuer} ${target.walletAddress}`}>
              <p className="num whole">{target.walletAddress}</p>
              <p className="quiet-text">
                {target.network}, {target.issuer}, {requestWords(target.requests)}:{' '}
                {leavingWords(target.leaving, formatQuantity)}
              </p>
              {target.newWallet !== undefined && <p className="mint-warning">{target.newWallet}</p>}
            </li>
          ))}
        </ul>
        <NamedRows title="Wrong, not sent" rows={wrong} words={({ issues }) => issues.join(' ')} />
      </div>
      <p className="quiet-text">Tokens sent to the wrong wallet are lost.</p>
    </>
  );
}

type NamedProps = { title: string; rows: readonly BatchRow[]; words: (row: BatchRow) => string };

/** Rows by line, label and wallet, each with what there is to know about it. */
function NamedRows({ title, rows, words }: NamedProps) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <>
      <h3 id={id}>{title}</h3>
      <ul aria-labelledby={id}>
        {rows.slice(0, MOST_NAMED).map((row) => {
          const { label, walletAddress } = cellsOf(row);
          const parts = [`Line ${row.line}`, label, walletAddress && shortAddress(walletAddress)];
          return (
            <li key={row.line}>
              <p className="num">{parts.filter(Boolean).join(' · ')}</p>
              <p className="quiet-text">
                <Said text={words(row)} />
              </p>
            </li>
          );
        })}
      </ul>
      {rows.length > MOST_NAMED && (
        <p className="quiet-text">and {rows.length - MOST_NAMED} more in the table</p>
      )}
    </>
  );
}
