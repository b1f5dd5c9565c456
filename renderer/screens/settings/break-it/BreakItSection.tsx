import { useEffect } from 'react';
import type { FaultChoice, FaultPanel } from '#contract/calls/paper.ts';
import { describeFailure } from '#contract/failure.ts';
import { delay } from '#renderer/core/delay.ts';
import { timesWords, whereToLook } from '#renderer/screens/settings/break-it/where-to-look.ts';
import { FailedNote, LoadingNote } from '#renderer/screens/settings/Notes.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { Problem } from '#renderer/ui/Problem.tsx';

const TIMES = [1, 5, 20] as const;
const LOOK_EVERY_MS = 1_000;

/** Faults of the practice broker, started on purpose to watch the desk hold. */
export function BreakItSection() {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const { told, failure, value: panel, ask, take } = useCall(bridge, 'paper.faults', { accountId });
  // A while after each answer: how often they struck is counted there.
  useEffect(() => (told ? delay(LOOK_EVERY_MS, () => void ask()) : undefined), [told, ask]);

  if (!panel)
    return failure ? (
      <FailedNote what="The broker's faults could not be loaded." failure={failure} />
    ) : (
      <LoadingNote what="Loading the faults" />
    );
  return (
    <>
      <p className="quiet-text">
        You can make the broker inside Ballast fail the way real ones do. Only this practice account
        is affected. Start a fault, go to the desk and watch.
      </p>
      {failure && <Problem text={describeFailure(failure)} className="note note-bad" />}
      <Active
        panel={panel}
        onHeal={() => void bridge.call('paper.heal', { accountId }).then(take)}
      />
      <ul aria-label="Faults">
        {panel.choices.map((choice) => (
          <Fault
            key={choice.name}
            choice={choice}
            hits={panel.active.find(({ name }) => name === choice.name)?.hits}
            onBreak={(times) =>
              void bridge.call('paper.break', { accountId, name: choice.name, times }).then(take)
            }
          />
        ))}
      </ul>
    </>
  );
}

type ActiveProps = { panel: FaultPanel; onHeal: () => void };

function Active({ panel, onHeal }: ActiveProps) {
  const { active, choices } = panel;
  const isLasting = (name: string) => choices.some((one) => one.name === name && one.isLasting);
  return (
    <div className={`note note-split breaking ${active.length > 0 ? 'note-warn' : ''}`}>
      <div role="status" aria-label="Broken now" className="breaking-list lines">
        {active.length === 0 && 'Nothing is broken now.'}
        {active.map(({ name, hits }) => (
          <p key={name}>
            <strong>{choices.find((choice) => choice.name === name)?.text ?? name}</strong>,{' '}
            {isLasting(name)
              ? 'until cleared'
              : hits === 0
                ? 'not triggered yet'
                : `triggered ${timesWords(hits)}`}
            . <span className="quiet-text">{whereToLook(name)}</span>
          </p>
        ))}
      </div>
      <button type="button" disabled={active.length === 0} onClick={onHeal}>
        Clear all faults
      </button>
    </div>
  );
}

type FaultProps = {
  choice: FaultChoice;
  hits: number | undefined;
  onBreak: (times: number) => void;
};

function Fault({ choice, hits, onBreak }: FaultProps) {
  return (
    <li className={hits === undefined ? 'fault' : 'fault fault-on'}>
      <span>{choice.text}</span>
      <span className="fault-times" role="group" aria-label={choice.text}>
        {choice.isLasting && (
          <button
            type="button"
            className="small"
            aria-label={`Break until cleared: ${choice.text}`}
            disabled={hits !== undefined}
            onClick={() => onBreak(1)}
          >
            until cleared
          </button>
        )}
        {(choice.isLasting ? [] : TIMES).map((times) => (
          <button
            key={times}
            type="button"
            className="small"
            aria-label={`Break ${timesWords(times)}: ${choice.text}`}
            onClick={() => onBreak(times)}
          >
            {timesWords(times)}
          </button>
        ))}
      </span>
    </li>
  );
}
