// Minting tokenized shares and following what became of it: one form, one table of requests, batches behind a tab.
import '#renderer/screens/tokenization/tokenization.css';
import '#renderer/screens/tokenization/batch.css';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { MintRow } from '#contract/tokenization.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { useMintFeeds } from '#renderer/session/use-mint-feeds.ts';
import { BatchPanel } from '#renderer/screens/tokenization/batch/BatchPanel.tsx';
import { DayEndPanel } from '#renderer/screens/tokenization/day-end/DayEndPanel.tsx';
import { isResumable } from '#renderer/screens/tokenization/batch/batch-words.ts';
import { MintDeskContext, type MintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { InDoubt } from '#renderer/screens/tokenization/mint/InDoubt.tsx';
import { MintEvidence } from '#renderer/screens/tokenization/mint/MintEvidence.tsx';
import { MintPanel } from '#renderer/screens/tokenization/mint/MintPanel.tsx';
import { NotParticipant } from '#renderer/screens/tokenization/NotParticipant.tsx';
import { RequestsPanel } from '#renderer/screens/tokenization/requests/RequestsPanel.tsx';
import { WaitingProposals } from '#renderer/screens/tokenization/second-person/WaitingProposals.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { Tabs } from '#renderer/ui/Tabs.tsx';

type Part = 'requests' | 'batch' | 'day-end';

export function TokenizationScreen() {
  const { bridge, profile, target, takeTarget } = useSession();
  const { accountId } = profile;
  const feeds = useMintFeeds(bridge, accountId);
  const {
    value: terms,
    ask: askTerms,
    take: takeTerms,
  } = useCall(bridge, 'tokenization.terms', { accountId });
  const [lastMint, setLastMint] = useRemembered<string | undefined>('last mint', undefined);
  const [evidenceOf, setEvidenceOf] = useState<string>();
  const [part, setPart] = useRemembered<Part>('tokenization part', 'requests');
  const [, chooseBatch] = useRemembered<string | undefined>('batch', undefined);
  const [arrivals, setArrivals] = useState(0);
  // A request that an alert leads to is among the requests, whatever was in front.
  const shown = target?.kind === 'tokenization' ? 'requests' : part;
  const requests = useAll(feeds.tokenizations);
  const batches = useAll(feeds.batches);
  const mints = useAll(feeds.mints);
  const refusedAt = lastAt(mints, 'refused');
  const acceptedAt = lastAt(mints, 'accepted');

  const desk = useMemo<MintDesk>(
    () => ({
      feeds,
      terms,
      askTermsAgain: () =>
        bridge.call('tokenization.terms', { accountId, isAskedAgain: true }).then(takeTerms),
      lastMint,
      setLastMint,
      showEvidence: setEvidenceOf,
    }),
    [bridge, accountId, feeds, terms, takeTerms, lastMint, setLastMint],
  );
  const arrive = useEffectEvent(() => {
    if (target?.kind !== 'batch') return;
    takeTarget();
    chooseBatch(target.batchId);
    setPart('batch');
    // A panel that is in front already begins with it too.
    setArrivals((count) => count + 1);
  });
  useEffect(() => {
    if (target?.kind !== 'batch') return undefined;
    const frame = requestAnimationFrame(arrive);
    return () => cancelAnimationFrame(frame);
  }, [target]);

  // The right to mint is told by what becomes of mints: of this form, of a batch, of another window.
  const hearLastMint = useEffectEvent((told: 'yes' | 'no') => {
    if (terms && terms.participant !== told) void askTerms();
  });
  useEffect(() => hearLastMint(refusedAt >= acceptedAt ? 'no' : 'yes'), [refusedAt, acceptedAt]);

  const isOutside = terms?.participant === 'no';
  const isAlone = isOutside && requests.length === 0 && batches.length === 0;
  const waiting = batches.filter(
    ({ state }) => state === 'running' || state === 'awaiting' || isResumable(state),
  ).length;

  const tabs = (
    <Tabs
      name="What to show"
      value={shown}
      onChange={(next) => {
        takeTarget();
        setPart(next);
      }}
      choices={[
        ['requests', 'Requests'],
        ['batch', 'Batch', waiting],
        ['day-end', 'End of day'],
      ]}
    />
  );

  return (
    <MintDeskContext value={desk}>
      <main
        className={`tokenization ${isAlone ? 'tokenization-alone' : ''}`}
        aria-label="Tokenization"
      >
        {isOutside ? <NotParticipant /> : <MintPanel />}
        {!isAlone && (
          <div className="tokenization-right">
            <WaitingProposals />
            <InDoubt />
            {shown === 'requests' && <RequestsPanel tabs={tabs} />}
            {shown === 'batch' && <BatchPanel key={arrivals} tabs={tabs} />}
            {shown === 'day-end' && <DayEndPanel tabs={tabs} />}
          </div>
        )}
      </main>
      {evidenceOf !== undefined && (
        <MintEvidence intentId={evidenceOf} onClose={() => setEvidenceOf(undefined)} />
      )}
    </MintDeskContext>
  );
}

/** When a mint became this last; 0 where none did. */
const lastAt = (mints: readonly MintRow[], state: MintRow['intent']['state']): number =>
  mints.reduce(
    (last, { intent }) => Math.max(last, intent.state === state ? intent.changedAt : 0),
    0,
  );
