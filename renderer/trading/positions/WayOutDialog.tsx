import '#renderer/trading/positions/way-out.css';
import type { MouseEvent, ReactNode } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { Closing, ClosingPlan, ExitHow } from '#contract/closings.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { whereAsked } from '#renderer/core/bridge/where-asked.ts';
import { BADGES } from '#renderer/core/environment.ts';
import {
  canGo,
  useWayOut,
  type WayOut,
  type WayOutPart,
  type WayOutRequest,
} from '#renderer/trading/positions/use-way-out.ts';
import {
  cancelWords,
  confirmWords,
  exitWords,
  howOf,
  isLeft,
  progressWords,
  STEP_WORDS,
} from '#renderer/trading/positions/way-out-words.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { Said } from '#renderer/ui/Said.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';

type Props = {
  bridge: Bridge;
  /** The one in front, or all of them. */
  accounts: readonly AccountProfile[];
  request: WayOutRequest;
  onClose: () => void;
};

/** Names all that it will do, asks once, and shows what is done, what is left and why. */
export function WayOutDialog({ bridge, accounts, request, onClose }: Props) {
  const wayOut = useWayOut(bridge, accounts, request);
  const { parts, isConfirmed } = wayOut;
  const closes = request.kind === 'close' ? (request.symbols?.join(', ') ?? 'position') : undefined;
  return (
    <Dialog
      title={closes === undefined ? 'Flatten' : `Close ${closes}`}
      onClose={onClose}
      className="way-out"
    >
      {isConfirmed ? (
        <Progress wayOut={wayOut} onClose={onClose} />
      ) : (
        <Plan wayOut={wayOut} action={confirmWords(parts, closes)} onClose={onClose} />
      )}
    </Dialog>
  );
}

type PlanProps = { wayOut: WayOut; action: string; onClose: () => void };

function Plan({ wayOut, action, onClose }: PlanProps) {
  const { parts, isBusy } = wayOut;
  const how = howOf(parts);
  const hide = useHiding();
  const isLoading = parts.some(({ plan, problem }) => !plan && problem === undefined);
  const canConfirm = parts.some(({ plan }) => plan && canGo(plan));
  return (
    <>
      <p>
        In each position what rests is canceled, the position is read, and the whole of it is
        exited. This is asked once.
      </p>
      {parts.some(({ plan }) => plan?.isStopped) && (
        <p className="warning">
          All trading is stopped. This confirmation lets these exits through, and nothing else.
          {parts.some(isAskedAbout) &&
            ` On a live account one question is left: ${whereAsked(QUESTIONS.exit)}`}
        </p>
      )}
      {how === 'extended' && (
        <p className="warning">
          The market is closed. The exits are limit orders at the bid or the ask, for the extended
          session; what does not fill is canceled and named.
        </p>
      )}
      {parts.map((part) => (
        <Part key={part.profile.accountId} part={part}>
          {part.plan && <PlannedSteps plan={part.plan} how={how} />}
        </Part>
      ))}
      <DialogActions
        onBack={onClose}
        action={hide(action)}
        onAction={() => wayOut.confirm(how)}
        isDangerous
        isBusy={isBusy}
        isHeld={isLoading || !canConfirm}
      />
    </>
  );
}

const isAskedAbout = ({ plan, profile }: WayOutPart): boolean =>
  profile.environment === 'live' && plan?.isStopped === true;

function PlannedSteps({ plan, how }: { plan: ClosingPlan; how: ExitHow }) {
  const { symbols, leftOut, heldBack } = plan;
  return (
    <>
      {heldBack !== undefined && (
        <p className="problem">{heldBack} Nothing is closed on this account.</p>
      )}
      {symbols.length + leftOut.length === 0 ? (
        <p>Nothing is held.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too
        <ol className="way-out-steps" tabIndex={0} aria-label="What is closed">
          {symbols.map((symbol) => (
            <li key={symbol.symbol}>
              <span>
                <Said text={exitWords(symbol, how)} />
              </span>
              {cancelWords(symbol) !== undefined && (
                <span className="quiet-text">
                  <Said text={cancelWords(symbol)} />
                </span>
              )}
            </li>
          ))}
          {leftOut.map(({ symbol, qty, why }) => (
            <li key={`${symbol} ${why}`}>
              <span>
                {qty !== undefined && <Quantity value={qty} />} {symbol} stays
              </span>
              <span className="problem">
                <Said text={why} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The second click of a double one was meant for the button that was here before. */
const unlessDoubled =
  (run: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) run();
  };

type ProgressProps = { wayOut: WayOut; onClose: () => void };

function Progress({ wayOut, onClose }: ProgressProps) {
  const { parts, isBusy } = wayOut;
  const begun = parts.filter(({ closing, problem }) => closing ?? problem);
  const running = parts.filter(({ closing }) => closing?.state === 'running');
  const left = parts.filter(({ closing }) => closing && isLeft(closing));
  const how = howOf(parts);
  const isWaiting = left.some(({ closing }) => closing?.state === 'waiting');
  return (
    <>
      {begun.map((part) => (
        <Part key={part.profile.accountId} part={part}>
          {part.closing && <ClosingSteps closing={part.closing} />}
        </Part>
      ))}
      <p role="status">
        {begun.length === 0
          ? 'Beginning.'
          : parts.map(({ closing }) => closing && progressWords(closing)).join(' ')}{' '}
        {running.length > 0 && 'It goes on when this window is closed.'}
      </p>
      <DialogActions
        isBusy={isBusy}
        {...(running.length === 0 &&
          left.length > 0 && {
            action: how === 'market' ? 'Go on' : 'Go on in the extended session',
            onAction: () => left.forEach((part) => wayOut.goOn(part, how)),
          })}
      >
        <button type="button" onClick={unlessDoubled(onClose)}>
          Done
        </button>
        {(running.length > 0 || isWaiting) && (
          <button
            type="button"
            disabled={isBusy}
            onClick={unlessDoubled(() =>
              [...running, ...left].forEach((part) => wayOut.stop(part)),
            )}
          >
            {running.length > 0 ? 'Stop here' : 'Leave it'}
          </button>
        )}
      </DialogActions>
    </>
  );
}

function ClosingSteps({ closing }: { closing: Closing }) {
  return (
    <>
      {closing.note !== undefined && (
        <p className="warning">{closing.note} Nothing more is sold until you go on.</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too */}
      <ol className="way-out-steps" tabIndex={0} aria-label="Positions">
        {closing.symbols.map(({ symbol, qty, step, text }) => (
          <li key={symbol}>
            <span>
              <Quantity value={qty} /> {symbol}:{' '}
              <span className={`way-out-${step}`}>{STEP_WORDS[step]}</span>
            </span>
            {(step === 'left' || step === 'waiting') && (
              <span>
                <Said text={text} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

type PartProps = { part: WayOutPart; children: ReactNode };

function Part({ part: { profile, problem }, children }: PartProps) {
  return (
    <section aria-label={profile.label} className="stack">
      <h3>
        {profile.label}, {BADGES[profile.environment]}
      </h3>
      <Problem text={problem} />
      {children}
    </section>
  );
}
