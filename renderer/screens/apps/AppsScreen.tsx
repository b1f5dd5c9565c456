// Applications of other people that ask for access to this account: the question, what it needs, what was answered.
import '#renderer/screens/apps/apps.css';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure, Result } from '#contract/failure.ts';
import type { Authorization, AuthorizationAsk } from '#contract/oauth.ts';
import { delay } from '#renderer/core/delay.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { AccessPanel } from '#renderer/screens/apps/AccessPanel.tsx';
import { AskPanel } from '#renderer/screens/apps/AskPanel.tsx';
import { AuthorizePage } from '#renderer/screens/apps/AuthorizePage.tsx';
import { decisionsInUse, GrantsPanel } from '#renderer/screens/apps/GrantsPanel.tsx';
import { NeedsPanel } from '#renderer/screens/apps/NeedsPanel.tsx';
import { RegistrationsPanel } from '#renderer/screens/apps/RegistrationsPanel.tsx';
import { TokenPanel } from '#renderer/screens/apps/TokenPanel.tsx';
import { useOfferedLink } from '#renderer/session/offered-link.ts';
import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';

/** Applications get and lose their tokens at the broker, and nobody tells the desk of it. */
const LOOK_EVERY_MS = 5_000;

export function AppsScreen() {
  const { bridge, profile, feeds } = useSession();
  const { accountId } = profile;
  const offered = useOfferedLink();
  const isRead = useSlice(feeds.account, 'account') !== undefined;
  const [question, setQuestion] = useState<Authorization>();
  const { told: grants, ask: loadGrants } = useCall(bridge, 'oauth.grants', { accountId });
  const access = useCall(bridge, 'oauth.access', { accountId });
  const {
    told: readiness,
    ask: loadReadiness,
    take: takeReadiness,
  } = useCall(bridge, 'oauth.readiness', { accountId });
  const [linkInHand, setLinkInHand] = useState('');
  const [isLooking, setLooking] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  // The account's first reading brings the id that the broker knows it by.
  useEffect(() => {
    if (isRead) void loadReadiness();
  }, [isRead, loadReadiness]);

  function loadDecided(): void {
    void loadGrants();
    void access.ask();
  }

  const { told: hasAccess, ask: askAccess } = access;
  const isTold = hasAccess?.ok === true && hasAccess.value.readAt !== undefined;
  useEffect(
    () =>
      hasAccess && isTold
        ? delay(LOOK_EVERY_MS, () => {
            void askAccess();
            // What the broker was seen to know of is written down with the decisions.
            void loadGrants();
          })
        : undefined,
    [hasAccess, isTold, askAccess, loadGrants],
  );

  async function look(ask: AuthorizationAsk): Promise<void> {
    setLooking(true);
    const prepared = await bridge.call('oauth.prepare', { accountId, ask });
    setLooking(false);
    setFailure(prepared.ok ? undefined : prepared.failure);
    setQuestion(prepared.ok ? prepared.value : undefined);
  }

  function showLink(link: string, read: Result<AuthorizationAsk>): void {
    offered.take();
    setLinkInHand(link);
    setFailure(read.ok ? undefined : read.failure);
    if (read.ok) void look(read.value);
  }
  const lookAtLink = async (link: string): Promise<void> =>
    showLink(link, await bridge.call('oauth.readLink', { link }));

  // A link that comes while a question stands waits: nobody is to click Allow on what was put there a moment before.
  const isTaken = question !== undefined || isLooking;
  const showOffered = useEffectEvent(showLink);
  useEffect(() => {
    const { link } = offered;
    if (link === undefined || isTaken) return undefined;
    let isReplaced = false;
    void bridge.call('oauth.readLink', { link }).then((read) => {
      if (!isReplaced) showOffered(link, read);
    });
    return () => {
      isReplaced = true;
    };
  }, [bridge, offered, isTaken]);

  if (question)
    return (
      <AuthorizePage
        key={question.askId}
        question={question}
        isAnotherWaiting={offered.link !== undefined}
        onLookAgain={() => void look(question.ask)}
        onAnswered={loadDecided}
        onDone={() => {
          setQuestion(undefined);
          loadDecided();
        }}
      />
    );
  return (
    <main className="apps" aria-label="Apps">
      <div className="apps-column">
        <AskPanel
          link={linkInHand}
          onLinkChange={setLinkInHand}
          demoLink={readiness?.ok ? readiness.value.demoLink : undefined}
          isLooking={isLooking}
          failure={failure}
          onLink={(link) => void lookAtLink(link)}
          onAsk={(ask) => void look(ask)}
        />
        <AccessPanel
          access={access.value}
          failure={access.failure}
          onAsk={() => void access.ask()}
          onRevoked={(value) => {
            access.take({ ok: true, value });
            void loadGrants();
          }}
        />
        <GrantsPanel grants={grants} inUse={decisionsInUse(access.value)} />
        {readiness?.ok === true && readiness.value.isEmbedded && (
          <RegistrationsPanel
            onLink={(link) => void lookAtLink(link)}
            onChange={() => void loadReadiness()}
          />
        )}
      </div>
      <div className="apps-column">
        <NeedsPanel
          readiness={readiness}
          onChange={(value) => {
            takeReadiness({ ok: true, value });
            // What the broker can be asked may be something else now.
            void access.ask();
          }}
        />
        <TokenPanel readiness={readiness} onIssued={loadDecided} />
      </div>
    </main>
  );
}
