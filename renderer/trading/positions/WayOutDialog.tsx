import '#renderer/trading/positions/way-out.css';
import { Fragment, useState, type MouseEvent, type ReactNode } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { Closing, ClosingPlan, ExitHow } from '#contract/closings.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { whereAsked } from '#renderer/core/bridge/where-asked.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { useDoneNotice } from '#renderer/trading/positions/use-done-notice.ts';
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
  EXPLAINED,
  howOf,
  isLeft,
  NAMES,
  openingDraft,
  openingWords,
  progressWords,
  staysWords,
  stepWords,
  waitingWords,
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
  /** Another way is asked for instead of this one. */
  onInstead?: (request: WayOutRequest) => void;
  /** All of it is closed while this is in sight, and the other side is to be reviewed. */
  onReversed?: (opening: OrderDraft) => void;
};

/** Names all that it will do, asks once, and shows how far it is. It stays only where something is left, and says why. */
export function WayOutDialog(props: Props) {
  const { bridge, accounts, request, onClose, onReversed } = props;
  const wayOut = useWayOut(bridge, accounts, request);
  const { parts, isConfirmed } = wayOut;
  const { kind, symbols = ['position'] } = request;
  /** What stays is, or of one confirmed earlier may be, without its exits: this says so, and offers new ones. */
  const [baresRest, setBaresRest] = useState(kind === 'half' && request.closingId !== undefined);
  useDoneNotice(
    wayOut,
    ([first]) => {
      onClose();
      const closed = kind === 'reverse' ? first?.symbols[0] : undefined;
      if (closed) onReversed?.(openingDraft(closed));
    },
    baresRest,
  );
  return (
    <Dialog
      title={kind === 'flatten' ? 'Flatten' : `${NAMES[kind]} ${symbols.join(', ')}`}
      onClose={onClose}
      className="way-out"
    >
      {isConfirmed ? (
        <Progress wayOut={wayOut} onClose={onClose} onInstead={props.onInstead} />
      ) : (
        <Plan
          {...props}
          wayOut={wayOut}
          onConfirm={(how) => {
            setBaresRest(
              parts.some(({ plan }) => plan?.symbols.some(({ endsExits }) => endsExits)),
            );
            wayOut.confirm(how);
          }}
        />
      )}
    </Dialog>
  );
}

type PlanProps = Pick<Props, 'request' | 'onClose' | 'onInstead'> & {
  wayOut: WayOut;
  onConfirm: (how: ExitHow) => void;
};

function Plan({ wayOut, request, onClose, onInstead, onConfirm }: PlanProps) {
  const { parts, isBusy } = wayOut;
  const { kind, symbols } = request;
  const how = howOf(parts);
  const hide = useHiding();
  const isLoading = parts.some(({ plan, problem }) => !plan && problem === undefined);
  const canConfirm = parts.some(({ plan }) => plan && canGo(plan));
  const isCloseOffered =
    onInstead !== undefined &&
    (kind === 'half' || kind === 'reverse') &&
    parts.some(({ plan }) => plan && plan.symbols.length === 0 && plan.leftOut.length > 0);
  return (
    <>
      <p>{EXPLAINED[kind]}</p>
      {parts.some(({ plan }) => plan?.isStopped && plan.symbols.length > 0) && (
        <p className="warning">
          All trading is stopped. This confirmation lets these exits through, and nothing else.
          {parts.some(isAskedAbout) &&
            ` On a live account, one more question follows: ${whereAsked(QUESTIONS.exit)}`}
        </p>
      )}
      {how === 'extended' && (
        <p className="warning">
          The market is closed. The exits are limit orders at the bid or the ask for extended hours.
          Anything that does not fill is canceled and listed.
        </p>
      )}
      {parts.map((part) => (
        <Part key={part.profile.accountId} part={part}>
          {part.plan && <PlannedSteps plan={part.plan} how={how} />}
        </Part>
      ))}
      <DialogActions
        onBack={onClose}
        action={hide(confirmWords(parts, request))}
        onAction={() => onConfirm(how)}
        isDangerous
        isBusy={isBusy}
        isHeld={isLoading || !canConfirm}
      >
        {isCloseOffered && (
          <button
            type="button"
            onClick={() => onInstead?.({ kind: 'close', ...(symbols && { symbols }) })}
          >
            Close {symbols?.join(', ')}…
          </button>
        )}
      </DialogActions>
    </>
  );
}

const isAskedAbout = ({ plan, profile }: WayOutPart): boolean =>
  profile.environment === 'live' && plan?.isStopped === true;

function PlannedSteps({ plan, how }: { plan: ClosingPlan; how: ExitHow }) {
  const { kind, symbols, leftOut, heldBack, stays } = plan;
  return (
    <>
      {heldBack !== undefined && (
        <p className="problem">{heldBack} Nothing is closed on this account.</p>
      )}
      {symbols.length + leftOut.length === 0 ? (
        <p>No positions.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too
        <ol className="way-out-steps" tabIndex={0} aria-label="Positions to close">
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
              {symbol.mints && (
                <span className="warning">
                  <Said
                    text={`The shares of ${symbol.mints.join('; ')} stay until that is settled, or set aside in Tokenization.`}
                  />
                </span>
              )}
              {symbol.endsExits && (
                <span className="warning">
                  Exits that are canceled no longer protect what stays. Protect it again afterwards.
                </span>
              )}
              {kind === 'reverse' && (
                <span>
                  <Said text={openingWords(symbol)} />
                </span>
              )}
            </li>
          ))}
          {leftOut.map(({ symbol, qty, isEstimate, why }) => (
            <li key={`${symbol} ${why}`}>
              <span>
                {qty !== undefined && <Quantity value={qty} isEstimate={isEstimate} />} {symbol}{' '}
                stays open
              </span>
              <span className="problem">
                <Said text={why} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {stays && (
        <p className="warning">
          <Said text={staysWords(stays)} />
        </p>
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

type ProgressProps = {
  wayOut: WayOut;
  onClose: () => void;
  onInstead?: ((request: WayOutRequest) => void) | undefined;
};

/** How far it is, and what is left and why. */
export function Progress({ wayOut, onClose, onInstead }: ProgressProps) {
  const { parts, isBusy } = wayOut;
  const begun = parts.filter(({ closing, problem }) => closing ?? problem);
  const running = parts.filter(({ closing }) => closing?.state === 'running');
  const left = parts.filter(({ closing }) => closing && isLeft(closing));
  const how = howOf(parts);
  /** What stays of a half may be without the orders that protected it. */
  const halved = parts.flatMap(({ closing }) =>
    closing?.kind === 'half' && closing.state === 'ended' ? closing.symbols : [],
  )[0]?.symbol;
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
          ? 'Starting.'
          : parts.map(
              ({ profile, closing }) =>
                closing && (
                  <Fragment key={profile.accountId}>
                    <ProgressWords closing={closing} />{' '}
                  </Fragment>
                ),
            )}
        {running.length > 0 && 'It continues if you close this window.'}
      </p>
      <DialogActions
        isBusy={isBusy}
        {...(running.length === 0 &&
          left.length > 0 && {
            action: how === 'market' ? 'Continue' : 'Continue in extended hours',
            onAction: () => left.forEach((part) => wayOut.goOn(part, how)),
          })}
      >
        <button type="button" onClick={unlessDoubled(onClose)}>
          Done
        </button>
        {onInstead && halved && (
          <button
            type="button"
            onClick={unlessDoubled(() => onInstead({ kind: 'protect', symbols: [halved] }))}
          >
            Protect {halved}…
          </button>
        )}
        {(running.length > 0 || isWaiting) && (
          <button
            type="button"
            disabled={isBusy}
            onClick={unlessDoubled(() =>
              [...running, ...left].forEach((part) => wayOut.stop(part)),
            )}
          >
            {running.length > 0 ? 'Stop here' : 'Leave the rest'}
          </button>
        )}
      </DialogActions>
    </>
  );
}

/** Of a half they say how much somebody has. */
export const ProgressWords = ({ closing }: { closing: Closing }) =>
  closing.kind === 'half' ? <Said text={progressWords(closing)} /> : progressWords(closing);

function ClosingSteps({ closing }: { closing: Closing }) {
  return (
    <>
      {closing.note !== undefined && (
        <p className="warning">
          {closing.note} {waitingWords(closing)}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too */}
      <ol className="way-out-steps" tabIndex={0} aria-label="Positions">
        {closing.symbols.map(({ symbol, qty, of, step, text }) => (
          <li key={symbol}>
            <span>
              <Quantity value={qty} />
              {of !== undefined && (
                <>
                  {' of '}
                  <Quantity value={of} />
                </>
              )}{' '}
              {symbol}: <span className={`way-out-${step}`}>{stepWords(closing.kind, step)}</span>
            </span>
            {(step === 'left' || step === 'waiting') && (
              <span
                {...(closing.kind === 'protect' &&
                  step === 'left' && { className: 'problem', role: 'alert' })}
              >
                <Said text={text} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {closing.kind === 'reverse' && isLeft(closing) && (
        <p className="warning">Nothing is opened on the other side while something is left.</p>
      )}
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
