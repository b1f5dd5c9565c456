import '#renderer/trading/positions/way-out.css';
import { useState } from 'react';
import type { ClosingPlan, Protection } from '#contract/closings.ts';
import type { Position } from '#contract/orders.ts';
import { isZero } from '#renderer/core/exact.ts';
import { useSession } from '#renderer/session/session.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { exitFigures, type Entry, type ExitUnit } from '#renderer/trading/exits/exit-prices.ts';
import {
  entryOf,
  fieldsFor,
  partWords,
  readProtection,
  type ProtectionFields,
  type ReadProtection,
} from '#renderer/trading/positions/protection-form.ts';
import { restingAgainst } from '#renderer/trading/positions/resting.ts';
import { useDoneNotice } from '#renderer/trading/positions/use-done-notice.ts';
import { canGo, useWayOut } from '#renderer/trading/positions/use-way-out.ts';
import { Progress } from '#renderer/trading/positions/WayOutDialog.tsx';
import { EXPLAINED, pricesWords } from '#renderer/trading/positions/way-out-words.ts';
import { Check } from '#renderer/ui/Check.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Facts } from '#renderer/trading/review/ReviewForm.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Gain } from '#renderer/ui/Gain.tsx';
import { formatPrice, formatQuantity } from '#renderer/ui/format.ts';
import { useHiding } from '#renderer/ui/privacy.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Said } from '#renderer/ui/Said.tsx';
import { Choice } from '#renderer/ui/Select.tsx';

type Props = {
  symbol: string;
  /** Prices that were chosen elsewhere: typed as a command, or on the chart. */
  initial?: Protection | undefined;
  onClose: () => void;
};

const UNITS = [
  ['price', 'Price'],
  ['percent', 'Percent'],
  ['dollars', 'Dollars'],
] as const;
const TAKES: Record<ExitUnit, string> = {
  price: '$ per share, in cents',
  percent: '% from the average price',
  dollars: '$ of what is protected',
};

/** Where a position is to end by itself: typed, reviewed here with what it replaces, and confirmed once. */
export function ProtectDialog({ symbol, initial, onClose }: Props) {
  const { feeds } = useSession();
  const held = useSlice(feeds.positions, 'positions');
  const position = held?.positions.find((one) => one.symbol === symbol);
  // As it was when this opened, where it ends meanwhile: what is under way is still shown.
  const [first] = useState(position);
  const shown = position ?? first;
  return (
    <Dialog title={`Protect ${symbol}`} onClose={onClose} className="way-out">
      {shown ? (
        <Protecting position={shown} initial={initial} onClose={onClose} />
      ) : (
        <>
          <p>You have no position in {symbol}.</p>
          <DialogActions onBack={onClose} />
        </>
      )}
    </Dialog>
  );
}

type ProtectingProps = Pick<Props, 'initial' | 'onClose'> & { position: Position };

function Protecting({ position, initial, onClose }: ProtectingProps) {
  const { bridge, feeds, profile } = useSession();
  const { symbol } = position;
  const [fields, setFields] = useState(() => fieldsFor(initial));
  /** With the box as it is now: as much as main said last, whatever the prices were. */
  const [sized, setSized] = useState<Sized>();
  const entry = entryOf(position, sized?.replaces === fields.replaces ? sized.qty : undefined);
  const read = readProtection(fields, entry);
  const protection = read.protection ?? { replaces: fields.replaces };
  const wayOut = useWayOut(bridge, [profile], { kind: 'protect', symbols: [symbol], protection });
  useDoneNotice(wayOut, onClose);
  const resting = restingAgainst(position, useAll(feeds.orders));
  const hide = useHiding();
  const edit = (change: Partial<ProtectionFields>) => setFields((old) => ({ ...old, ...change }));
  const [part] = wayOut.parts;
  // Where there is none, no price would help: main says why.
  const next = sizedIn(part?.plan);
  if (next?.replaces !== sized?.replaces || next?.qty !== sized?.qty) setSized(next);
  if (wayOut.isConfirmed) return <Progress wayOut={wayOut} onClose={onClose} />;

  const isWanted = protection.stop !== undefined || protection.target !== undefined;
  // One about other prices is no plan of these.
  const plan = isSame(part?.plan?.protection, protection) ? part?.plan : undefined;
  const isReady = read.protection !== undefined && isWanted && plan !== undefined && canGo(plan);
  return (
    <form
      className="dialog-form"
      aria-label={`Protect ${symbol}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) wayOut.confirm('market');
      }}
    >
      <p>{EXPLAINED.protect}</p>
      <p className="num">
        <Said text={positionWords(position, part?.plan?.protectable?.last)} />
      </p>
      <div className="protect-fields">
        <Choice
          label="Unit"
          value={fields.unit}
          options={UNITS}
          onChange={(unit) => edit({ unit, stop: '', target: '' })}
        />
        <Exit name="stop" label="Stop loss" fields={fields} read={read} onChange={edit} />
        <Exit name="target" label="Take profit" fields={fields} read={read} onChange={edit} />
      </div>
      <Figures entry={entry} read={read} />
      {resting && (
        <Check isOn={fields.replaces} onChange={(replaces) => edit({ replaces })}>
          Replace the orders that rest now
        </Check>
      )}
      {resting && (
        <p className="quiet-text">
          <Said text={`Now: ${resting.prices}.`} />
        </p>
      )}
      {plan && (isWanted || !next) && <Planned plan={plan} />}
      <Problem text={part?.problem} />
      <DialogActions
        onBack={onClose}
        action={hide(actionWords(symbol, plan, protection))}
        isBusy={wayOut.isBusy}
        isHeld={!isReady}
      />
    </form>
  );
}

type ExitProps = {
  name: 'stop' | 'target';
  label: string;
  fields: ProtectionFields;
  read: ReadProtection;
  onChange: (change: Partial<ProtectionFields>) => void;
};

function Exit({ name, label, fields, read, onChange }: ExitProps) {
  const { price, issue } = read[name];
  return (
    <Field
      label={label}
      inputMode="decimal"
      takes={TAKES[fields.unit]}
      value={fields[name]}
      onChange={(text) => onChange({ [name]: text })}
      issue={issue}
    >
      {fields.unit !== 'price' && price !== undefined && (
        <span className="protect-price num">= {formatPrice(price)}</span>
      )}
    </Field>
  );
}

/** What it would gain and lose, from the average price. */
function Figures({ entry, read }: { entry: Entry; read: ReadProtection }) {
  const { gain, loss, ratio } = exitFigures(entry, {
    target: read.target.price,
    stop: read.stop.price,
  });
  return (
    <Facts
      facts={[
        ['At the stop', <Gain key="loss" value={loss} stale={false} />],
        ['At the target', <Gain key="gain" value={gain} stale={false} />],
        ['Reward to risk', ratio === undefined ? '–' : `${ratio} : 1`],
      ]}
    />
  );
}

function Planned({ plan }: { plan: ClosingPlan }) {
  const { symbols, leftOut, heldBack, isStopped } = plan;
  const [first] = symbols;
  return (
    <>
      {heldBack !== undefined && <p className="problem">{heldBack} Nothing is placed.</p>}
      {leftOut.map(({ why }) => (
        <p key={why} className="problem">
          <Said text={why} />
        </p>
      ))}
      {first?.of !== undefined && (
        <p className="warning">
          <Said text={partWords(first, plan.protectable?.inOrders)} />
        </p>
      )}
      {first && first.cancels.length > 0 && (
        <p className="warning">
          <Said
            text={`Canceled first: ${first.cancels.join('; ')}. Until the new orders are placed, nothing protects this position.`}
          />
        </p>
      )}
      {isStopped && first && (
        <p className="warning">
          All trading is stopped. This confirmation lets these exits through, and nothing else.
        </p>
      )}
    </>
  );
}

type Sized = { replaces: boolean; qty: string };

const sizedIn = (plan: ClosingPlan | undefined): Sized | undefined =>
  plan?.protection && plan.protectable && !isZero(plan.protectable.qty)
    ? { replaces: plan.protection.replaces, qty: plan.protectable.qty }
    : undefined;

const isSame = (a: Protection | undefined, b: Protection): boolean =>
  a?.stop === b.stop && a?.target === b.target && a?.replaces === b.replaces;

/** With the price that main judges the exits by, so that there is one. */
function positionWords(
  { side, qty, symbol, avgEntryPrice }: Position,
  last: string | undefined,
): string {
  const now = last === undefined ? '' : `, last price ${formatPrice(last)}`;
  const size = formatQuantity(qty.replace('-', ''));
  return `${side === 'short' ? 'Short' : 'Long'} ${size} ${symbol}, average ${formatPrice(avgEntryPrice)}${now}`;
}

/** 'Protect 10 AAPL: stop 180.00, target 200.00' */
function actionWords(
  symbol: string,
  plan: ClosingPlan | undefined,
  protection: Protection,
): string {
  const qty = plan?.symbols[0]?.qty;
  const what = qty === undefined ? symbol : `${formatQuantity(qty)} ${symbol}`;
  return `Protect ${what}${pricesWords(protection)}`;
}
