import { useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { Output } from '#contract/calls.ts';
import type { Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { pageClock } from '#renderer/core/clock.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { SendAgain } from '#renderer/trading/orders/SendAgain.tsx';
import { EvidenceDrawer } from '#renderer/trading/evidence/EvidenceDrawer.tsx';
import { FromArchive } from '#renderer/trading/evidence/FromArchive.tsx';
import { supportText } from '#renderer/trading/evidence/support-text.ts';
import { useSession } from '#renderer/session/session.ts';
import { unsureWords } from '#renderer/trading/submission/submit-once.ts';
import { EvidenceLines } from '#renderer/ui/EvidenceLines.tsx';
import { Explain } from '#renderer/ui/Explain.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Check } from '#renderer/ui/Check.tsx';
import { copyText } from '#renderer/ui/copy-text.ts';
import { Said } from '#renderer/ui/Said.tsx';

type Props = { intentId: string; onClose: () => void };

const STATE_WORDS: Record<Intent['state'], string> = {
  recorded: 'Recorded; about to be sent.',
  sent: 'Sent; waiting for the broker’s answer.',
  accepted: 'The broker has this order.',
  refused: 'The broker refused it. Nothing was placed or changed.',
  'not-sent': 'It was never sent. Nothing was placed or changed.',
  unknown: 'Ballast does not know whether the broker has this order. It is still looking it up.',
  'set-aside': 'You set it aside. Ballast is still looking for it.',
};

/** Everything that is known about one order of ours, line by line, and what can be done while it is unknown. */
export function EvidenceDialog({ intentId, onClose }: Props) {
  const { bridge, feeds } = useSession();
  return (
    <EvidenceDrawer intentId={intentId} onClose={onClose}>
      {(known, load) => (
        <>
          <Summary intent={known.intent} />
          <FromArchive archive={known.archive} />
          <EvidenceLines evidence={known.evidence} />
          <Actions bridge={bridge} intent={known.intent} feeds={feeds} onDone={load} />
          <CopyForSupport known={known} />
        </>
      )}
    </EvidenceDrawer>
  );
}

function Summary({ intent }: { intent: Intent }) {
  return (
    <div className={`evidence-summary evidence-${intent.state}`}>
      <p className="evidence-title">
        <Said text={intent.title} /> <Explain term="Evidence" />
      </p>
      <p>
        {intent.isConflict
          ? 'The broker has a different order under this id. It is shown separately and not treated as this one.'
          : STATE_WORDS[intent.state]}
        {intent.state === 'unknown' && (
          <>
            {' '}
            <Explain term="Unconfirmed" />
          </>
        )}
      </p>
      {intent.reason !== undefined && (
        <p className="quiet-text">
          <Said text={intent.reason} />
        </p>
      )}
      <p className="num quiet-text evidence-id">Client order id {intent.intentId}</p>
    </div>
  );
}

function CopyForSupport({
  known,
}: {
  known: Pick<Output<'orders.evidence'>, 'intent' | 'evidence'>;
}) {
  const { feeds, profile } = useSession();
  const [said, setSaid] = useState('');
  const { resultId, targetId } = known.intent;

  async function copy(): Promise<void> {
    const order = feeds.orders.get(resultId ?? targetId ?? '');
    const { environment } = profile;
    const text = supportText({ ...known, order, environment, now: pageClock.at(1_000) });
    setSaid((await copyText(text)) ? 'Copied.' : 'Could not copy: the system did not allow it.');
  }

  return (
    <div className="button-row">
      <button type="button" onClick={() => void copy()}>
        Copy for support
      </button>
      <span role="status" className="quiet-text">
        {said}
      </span>
    </div>
  );
}

type ActionsProps = { bridge: Bridge; intent: Intent; feeds: AccountFeeds; onDone: () => void };

function Actions({ bridge, intent, feeds, onDone }: ActionsProps) {
  const { accountId, intentId, state } = intent;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isSendingAgain, setSendingAgain] = useState(false);
  const [cancelWhenFound, setCancelWhenFound] = useState(true);
  if (state !== 'unknown' && state !== 'set-aside') return null;

  async function run(ask: () => Promise<Result<Intent>>): Promise<void> {
    setBusy(true);
    const result = await ask();
    setBusy(false);
    setProblem(result.ok ? undefined : unsureWords(result.failure));
    if (result.ok) setSendingAgain(false);
    onDone();
  }

  const isUnknown = state === 'unknown';
  return (
    <div className="stack">
      <Problem text={problem} />
      {isSendingAgain ? (
        <SendAgain
          bridge={bridge}
          intent={intent}
          feeds={feeds}
          isBusy={isBusy}
          onBack={() => setSendingAgain(false)}
          onConfirm={(confirmations) =>
            void run(() => bridge.call('orders.sendAgain', { accountId, intentId, confirmations }))
          }
        />
      ) : (
        <>
          <div className="button-row">
            <button
              type="button"
              disabled={isBusy}
              onClick={() =>
                void run(() => bridge.call('orders.lookAgain', { accountId, intentId }))
              }
            >
              Look again
            </button>
            {isUnknown && (
              <>
                <button type="button" disabled={isBusy} onClick={() => setSendingAgain(true)}>
                  Send again
                </button>
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() =>
                    void run(() =>
                      bridge.call('orders.setAside', { accountId, intentId, cancelWhenFound }),
                    )
                  }
                >
                  Set aside
                </button>
              </>
            )}
          </div>
          {isUnknown && (
            <Check isOn={cancelWhenFound} onChange={setCancelWhenFound}>
              When set aside, cancel it if it appears.
            </Check>
          )}
        </>
      )}
    </div>
  );
}
