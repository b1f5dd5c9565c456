import { useEffect, useState } from 'react';
import type { DataWork } from '#contract/accounts.ts';
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
  /** What it says while main reads or writes. */
  work?: string;
  question: (typeof QUESTIONS)[keyof typeof QUESTIONS];
};

const ENDS = 'Ballast is closing. Start it again.';

const ACTS = {
  backUp: {
    call: 'data.backUp',
    words: 'Back up…',
    work: 'Backing up',
    question: QUESTIONS.backUp,
  },
  restore: {
    call: 'data.restore',
    words: 'Restore…',
    work: 'Reading the backup and saving what is here',
    question: QUESTIONS.restoreFrom,
  },
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
          Saves everything except keys in one file: accounts, journals with their evidence and
          archives, settings, guards, watchlists, layouts, alerts and wallets. It does not contain
          keys, the sealed file or passphrases. Keep it where no one else can read or change it.
        </p>
        <Doing
          act={ACTS.backUp}
          onDone={(value) => (isPlace(value) ? savedWords(value) : 'Nothing was saved.')}
        />
      </Fact>
      <Fact name="Restore">
        <p>
          Replaces everything here with a backup from this computer or another. Your current data is
          kept next to it. Afterward all trading is stopped, nothing is sent automatically, and you
          enter again any keys that are not on this computer.
        </p>
        <Doing
          act={ACTS.restore}
          onDone={(value) => (isPlace(value) ? ENDS : 'Nothing was changed.')}
        />
      </Fact>
      <Fact name="Reset">
        <p>
          Settings: layouts, watchlists, guards, alert settings and appearance go back to their
          defaults. Accounts, keys and journals stay, and stopped trading stays stopped.
        </p>
        <Doing
          act={ACTS.settings}
          onDone={() => {
            // Every screen has read them.
            location.reload();
            return 'Reset.';
          }}
        />
        <p>Practice account: its orders, positions and money start over.</p>
        <Doing act={ACTS.practice} onDone={() => ENDS} />
      </Fact>
    </>
  );
}

const savedWords = ({ path, note }: { path: string; note?: string }): string =>
  note === undefined ? `Saved to ${path}` : `Saved to ${path}. ${note}`;

const isPlace = (value: unknown): value is { path: string; note?: string } =>
  typeof (value as { path?: unknown } | null)?.path === 'string';

/** `onDone` answers what to say of it. */
function Doing({ act, onDone }: { act: Act; onDone: (value: unknown) => string }) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useWork();
  const [said, setSaid] = useState('');
  const work = useDataWork(isBusy && act.work !== undefined);

  function begin(): void {
    setSaid('');
    const answer: Promise<Result<unknown>> = bridge.call(act.call, {});
    void run(answer, (value) => setSaid(onDone(value)));
  }

  return (
    <>
      <FailureNote failure={failure} />
      <AskedNote question={act.question} isAsked={isBusy && !work} />
      {work && (
        <p>
          <span role="status">{act.work}.</span> <span className="num">{work.percent}%</span>{' '}
          {work.canCancel && (
            <button
              type="button"
              className="small"
              aria-label={`Cancel: ${act.work}`}
              onClick={() => void bridge.call('data.cancel', {})}
            >
              Cancel
            </button>
          )}
        </p>
      )}
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

/** How far it is, where main has begun to read or write. */
function useDataWork(isWanted: boolean): DataWork | undefined {
  const { bridge } = useSession();
  const [work, setWork] = useState<DataWork>();
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = bridge.watch('desk', {}, (event) => {
      const newest = event.kind === 'batch' ? event.items.at(-1) : undefined;
      if (newest) setWork(newest.dataWork);
    });
    return () => {
      stop();
      setWork(undefined);
    };
  }, [bridge, isWanted]);
  return work;
}
