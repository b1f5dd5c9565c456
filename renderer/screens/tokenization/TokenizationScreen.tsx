// Minting tokenized shares and following what became of it: one form, one table of requests, batches behind a tab.
import '#renderer/screens/tokenization/tokenization.css';
import '#renderer/screens/tokenization/batch.css';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
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

  const desk = useMemo<MintDesk>(
    () => ({
      feeds,
      terms,
      askTerms,
      askTermsAgain: () =>
        bridge.call('tokenization.terms', { accountId, isAskedAgain: true }).then(takeTerms),
      lastMint,
      setLastMint,
      showEvidence: setEvidenceOf,
    }),
    [bridge, accountId, feeds, terms, askTerms, takeTerms, lastMint, setLastMint],
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

  const isOutside = terms?.participant === 'no';
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
        ['day-end', 'Day’s end'],
      ]}
    />
  );

  return (
    <MintDeskContext value={desk}>
      <main
        className={`tokenization ${isOutside && requests.length === 0 ? 'tokenization-alone' : ''}`}
        aria-label="Tokenization"
      >
        {isOutside ? <NotParticipant /> : <MintPanel />}
        {!(isOutside && requests.length === 0) && (
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
