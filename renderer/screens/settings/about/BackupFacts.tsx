import { useState } from 'react';
import type { CallName } from '#contract/calls.ts';
import type { Result } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Fact } from '#renderer/ui/Fact.tsx';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';

type DataCall = Extract<CallName, `data.${string}`>;
type Act = {
  call: DataCall;
  words: string;
  question: (typeof QUESTIONS)[keyof typeof QUESTIONS];
};

const ENDS = 'Ballast ends now. Start it again.';

const ACTS = {
  backUp: { call: 'data.backUp', words: 'Back up…', question: QUESTIONS.backUp },
  restore: { call: 'data.restore', words: 'Restore…', question: QUESTIONS.restoreFrom },
  settings: {
    call: 'data.resetSettings',
    words: 'Reset the settings…',
    question: QUESTIONS.resetSettings,
  },
  practice: {
    call: 'data.resetPractice',
    words: 'Reset the practice account…',
    question: QUESTIONS.resetPractice,
  },
} as const satisfies Record<string, Act>;

/** Main asks where, and whether, each time. */
export function BackupFacts() {
  return (
    <>
      <Fact name="Backup">
        <p>
          Everything but keys in one file: accounts, journals with their evidence, settings, guards,
          watchlists, layouts, alerts and wallets. Keys, the sealed file and passphrases are not in
          it. Keep it where nobody else reads or writes it.
        </p>
        <Doing
          act={ACTS.backUp}
          onDone={(value) => (isPlace(value) ? `Written to ${value.path}` : 'Nothing was written.')}
        />
      </Fact>
      <Fact name="Restore">
        <p>
          Replaces everything here by a backup, on this computer or another. What is here now is
          kept beside it. All trading is stopped afterwards, nothing is sent by itself, and keys
          that are not on this computer are entered again.
        </p>
        <Doing
          act={ACTS.restore}
          onDone={(value) => (isPlace(value) ? ENDS : 'Nothing was changed.')}
        />
      </Fact>
      <Fact name="Reset">
        <p>
          The settings: layouts, watchlists, guards, alert settings and appearance as on a new desk.
          Accounts, keys and journals stay, and so does a stop.
        </p>
        <Doing
          act={ACTS.settings}
          onDone={() => {
            // Every screen has read them.
            location.reload();
            return 'Reset.';
          }}
        />
        <p>The practice account: its orders, positions and money begin anew.</p>
        <Doing act={ACTS.practice} onDone={() => ENDS} />
      </Fact>
    </>
  );
}

const isPlace = (value: unknown): value is { path: string } =>
  typeof (value as { path?: unknown } | null)?.path === 'string';

/** `onDone` answers what to say of it. */
function Doing({ act, onDone }: { act: Act; onDone: (value: unknown) => string }) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useWork();
  const [said, setSaid] = useState('');

  function begin(): void {
    setSaid('');
    const answer: Promise<Result<unknown>> = bridge.call(act.call, {});
    void run(answer, (value) => setSaid(onDone(value)));
  }

  return (
    <>
      <FailureNote failure={failure} />
      <AskedNote question={act.question} isAsked={isBusy} />
      <p role="status" className={said === '' ? 'visually-hidden' : undefined}>
        {said}
      </p>
      <p>
        <button type="button" className="small" disabled={isBusy} onClick={begin}>
          {act.words}
        </button>
      </p>
    </>
  );
}
