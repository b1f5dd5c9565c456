import '#renderer/trading/ticket/ticket.css';
import { assetKindOf, changeableOf } from '#contract/order-choices.ts';
import { statusWords, type OrderChange, type OrderLeg } from '#contract/orders.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import {
  CHANGE_LABELS,
  findOrder,
  placeChangeIssues,
  shownChanges,
  valuesOf,
  valueWord,
  type ChangeField,
} from '#renderer/trading/ticket/change.ts';
import { ReviewForm } from '#renderer/trading/review/ReviewForm.tsx';
import { useNeeded } from '#renderer/trading/review/use-needed.ts';
import { heldBack } from '#renderer/trading/ticket/ticket.ts';
import { ONE_STEP, ONE_TICK, timeWord, typeWord } from '#renderer/trading/ticket/ticket-words.ts';
import { useChange, type ChangeControl } from '#renderer/trading/ticket/use-change.ts';
import { readWhatIf, WhatIf } from '#renderer/trading/ticket/WhatIf.tsx';
import { useSession } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Choice } from '#renderer/ui/Select.tsx';
import { formatQuantity } from '#renderer/ui/format.ts';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Said } from '#renderer/ui/Said.tsx';
import { Num } from '#renderer/ui/Num.tsx';

type Props = { orderId: string; change?: OrderChange | undefined; onClose: () => void };

/** What an open order is and what it would become. Confirmed here, it goes out as one change under its own id. */
export function ChangeDialog({ orderId, change, onClose }: Props) {
  const { feeds } = useSession();
  const found = findOrder(useAll(feeds.orders), orderId);
  if (found)
    return <Change order={found.order} isLeg={found.isLeg} change={change} onClose={onClose} />;
  return (
    <Dialog title="Change order" onClose={onClose}>
      <p>This order is no longer on the account.</p>
      <DialogActions onBack={onClose} />
    </Dialog>
  );
}

type ChangeProps = {
  order: OrderLeg;
  isLeg: boolean;
  change: OrderChange | undefined;
  onClose: () => void;
};

function Change({ order, isLeg, change, onClose }: ChangeProps) {
  const { feeds } = useSession();
  const control = useChange({ order, isLeg, change, onTaken: onClose });
  const { preview, unanswered, outcome, isSending, isDone, built } = control;
  const trading = useSlice(feeds.trading, 'trading');
  const changeable = changeableOf(order, isLeg);
  const shown = shownChanges(changeable);
  // No change passes while all is stopped, be it an exit. What the order says while it is being changed is no news.
  const why = isDone || isSending ? undefined : (changeable.why ?? heldBack(trading, false));
  const needed = useNeeded(preview?.whatIf.isExit ?? false, false);
  const issues = placeChangeIssues(control.issues, shown);
  const title =
    built.kind === 'change' && preview ? `: ${preview.title.replace(/^Change /, '')}` : '';

  return (
    <Dialog title="Change order" onClose={onClose} isBusy={isSending && !control.isHeld}>
      <ReviewForm
        action={isDone ? undefined : `Change order${title}`}
        isReady={control.canSend && why === undefined}
        isSending={isSending}
        canLeave={control.isHeld}
        back={isDone ? 'Close' : 'Back'}
        onBack={onClose}
        onConfirm={control.send}
        issues={why === undefined ? issues.general : [why]}
        unanswered={isDone ? undefined : unanswered}
        warnings={isDone ? [] : readWhatIf(preview).warnings}
        verdicts={isDone ? [] : preview?.verdicts}
        needed={isDone ? [] : needed}
        problem={
          <Problem text={outcome?.text} className={`outcome outcome-${outcome?.kind ?? ''}`} />
        }
      >
        <p className="num">
          <Said text={describe(order)} />
        </p>
        <fieldset className="change-fields" disabled={control.isHeld || isDone}>
          {shown.map((name) => (
            <ChangeRow
              key={name}
              name={name}
              order={order}
              times={changeable.times}
              control={control}
              issue={issues.byField[name]}
            />
          ))}
        </fieldset>
        {!isDone && <WhatIf preview={preview} side={order.side === 'sell' ? 'sell' : 'buy'} />}
      </ReviewForm>
    </Dialog>
  );
}

type RowProps = {
  name: ChangeField;
  order: OrderLeg;
  times: readonly string[];
  control: ChangeControl;
  issue: string | undefined;
};

function ChangeRow({ name, order, times, control, issue }: RowProps) {
  const old = valuesOf(order)[name];
  const value = control.fields[name];
  const unit = name === 'trail' && (order.trailPercent === undefined ? ' dollars' : '%');
  return (
    <div className="change-row">
      <p className="change-old num">
        <span className="visually-hidden">now </span>
        <Num text={valueWord(name, old)} isPersonal={name === 'qty'} />
        {unit}
      </p>
      <span aria-hidden="true" className="change-arrow quiet-text">
        →
      </span>
      {name === 'timeInForce' ? (
        <Choice
          label={CHANGE_LABELS[name]}
          value={value}
          options={times.map((time) => [time, timeWord(time)] as const)}
          onChange={(timeInForce) => control.edit({ timeInForce })}
          issue={issue}
        />
      ) : (
        <Field
          label={CHANGE_LABELS[name]}
          inputMode="decimal"
          isPersonal={name === 'qty'}
          takes={takenBy(name, order)}
          steps={{
            ...(name === 'qty' ? ONE_STEP : ONE_TICK),
            onStep: (steps) => control.step(name, steps),
          }}
          value={value}
          onChange={(text) => control.edit({ [name]: text })}
          issue={issue}
        />
      )}
    </div>
  );
}

/** As in the ticket; a price of a coin has no fixed step. */
function takenBy(name: ChangeField, { symbol, trailPercent }: OrderLeg): string {
  if (name === 'qty') return 'shares, at most 9 decimals';
  if (name === 'trail') return trailPercent === undefined ? '$ per share' : '%';
  return assetKindOf(symbol) === 'crypto' ? '$' : '$ per share, in cents';
}

function describe(order: OrderLeg): string {
  const { side, qty, symbol, type, filledQty, status } = order;
  const size = qty === undefined ? symbol : `${formatQuantity(qty)} ${symbol}`;
  const filled = /[1-9]/.test(filledQty) ? `, ${formatQuantity(filledQty)} filled` : '';
  return `${side === 'buy' ? 'Buy' : side === 'sell' ? 'Sell' : side || 'Side unknown:'} ${size}, ${typeWord(type).toLowerCase()}, ${statusWords(status)}${filled}`;
}
