import { useState } from 'react';
import { proposalWords, type MintProposal } from '#contract/proposals.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { mintHeldBack } from '#renderer/screens/tokenization/mint/mint-form.ts';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import {
  endedWords,
  isFresh,
} from '#renderer/screens/tokenization/second-person/proposal-words.ts';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { NobodyApproves } from '#renderer/screens/tokenization/second-person/NobodyApproves.tsx';
import { formatAge, formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useHiding } from '#renderer/ui/privacy.ts';
import { Said } from '#renderer/ui/Said.tsx';
import { useNow } from '#renderer/ui/use-now.ts';

/** Mints above the limit of one person, until somebody else agrees, refuses, or nobody did in time. */
export function WaitingProposals() {
  const { feeds } = useMintDesk();
  const now = useNow(10_000);
  const all = [...useAll(feeds.proposals)].sort((a, b) => a.at - b.at);
  const waiting = all.filter(({ state }) => state === 'waiting');
  const ended = all.filter((one) => isFresh(one, now));
  if (waiting.length + ended.length === 0) return null;
  return (
    <section className="panel in-doubt" aria-labelledby="proposals-title">
      <h2 id="proposals-title" className="panel-title">
        Waiting for a second person <span className="count">{waiting.length}</span>
      </h2>
      {waiting.length > 0 && <NobodyApproves />}
      <ul className="in-doubt-list">
        {waiting.map((proposal) => (
          <li key={proposal.proposalId}>
            <Waiting proposal={proposal} now={now} />
          </li>
        ))}
        {ended.map((proposal) => (
          <li key={proposal.proposalId} className="quiet-text">
            <Said text={endedWords(proposal, now)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those beyond are counted; the question of main names more. */
const MOST_SHOWN = 3;

function Waiting({ proposal, now }: { proposal: MintProposal; now: number }) {
  const { bridge, profile, feeds } = useSession();
  const { proposalId, batch, wallets, walletCount, at, until, tried, note } = proposal;
  const what = proposalWords(proposal);
  const held = mintHeldBack(useSlice(feeds.trading, 'trading'));
  const { isBusy, failure, run } = useWork();
  /** What main asks; nothing while it is withdrawn, which it does not ask about. */
  const [question, setQuestion] = useState<
    typeof QUESTIONS.approveMint | typeof QUESTIONS.refuseMint
  >();
  const hide = useHiding();
  const input = { accountId: profile.accountId, proposalId };
  const more = walletCount - MOST_SHOWN;

  function approve(): void {
    setQuestion(QUESTIONS.approveMint);
    void run(bridge.call('proposals.approve', input), () => undefined);
  }

  function refuse(): void {
    setQuestion(QUESTIONS.refuseMint);
    void run(bridge.call('proposals.refuse', input), () => undefined);
  }

  function withdraw(): void {
    setQuestion(undefined);
    void run(bridge.call('proposals.withdraw', input), () => undefined);
  }

  return (
    <div className="outcome outcome-unsure lines" role="group" aria-label={hide(what)}>
      <p className="mint-title">
        <Said text={what} />
      </p>
      {wallets.slice(0, MOST_SHOWN).map(({ walletAddress, network }) => (
        <p key={`${network} ${walletAddress}`}>
          to <span className="num whole">{walletAddress}</span> on {network}
        </p>
      ))}
      {more > 0 && <p>{more === 1 ? 'and 1 more wallet' : `and ${more} more wallets`}</p>}
      <p className="quiet-text">
        Proposed <span title={formatTimeTooltip(at)}>{formatAge(Math.max(0, now - at))} ago</span>,
        can be approved until{' '}
        <span title={formatTimeTooltip(until)}>{formatExchangeMoment(until, now)}</span>.{' '}
        {batch ? 'None of this was sent.' : 'Nothing was sent.'}
      </p>
      {proposal.isRepeat && <p className="mint-warning">It repeats an earlier mint.</p>}
      {tried && (
        <p className="mint-warning">
          Last tried{' '}
          <span title={formatTimeTooltip(tried.at)}>
            {formatAge(Math.max(0, now - tried.at))} ago
          </span>
          . <Said text={tried.why} />
        </p>
      )}
      {note !== undefined && <p className="mint-warning">{note}</p>}
      <FailureNote failure={failure} />
      {held !== undefined && <p className="quiet-text">{held}</p>}
      <AskedNote
        question={question ?? QUESTIONS.approveMint}
        isAsked={isBusy && question !== undefined}
        when="The second person types their passphrase:"
      />
      <div className="button-row button-row-tight">
        <button type="button" className="small" disabled={isBusy} onClick={withdraw}>
          Withdraw
        </button>
        <button type="button" className="small" disabled={isBusy} onClick={refuse}>
          Refuse…
        </button>
        <button
          type="button"
          className="small primary"
          disabled={isBusy || held !== undefined}
          onClick={approve}
        >
          Approve…
        </button>
      </div>
    </div>
  );
}
