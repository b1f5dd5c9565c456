// The ticket's fields in their groups. Each shows only what the choices made so far leave.
import type { Ref } from 'react';
import { assetKindOf, classesFor, sizesFor, timesFor, typesFor } from '#contract/order-choices.ts';
import {
  choiceIn,
  exitIn,
  shownFields,
  type NumberName,
} from '#renderer/trading/ticket/build-draft.ts';
import {
  CLASS_WORDS,
  ONE_STEP,
  ONE_TICK,
  SIZE_WORDS,
  TIME_WORDS,
  TYPE_WORDS,
} from '#renderer/trading/ticket/ticket-words.ts';
import type { TicketControl } from '#renderer/trading/ticket/use-ticket.ts';
import { exitFigures, type ExitUnit } from '#renderer/trading/exits/exit-prices.ts';
import { formatPrice, formatSigned } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';
import { inCents } from '#renderer/trading/exits/price-steps.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { Choice } from '#renderer/ui/Select.tsx';
import { Check } from '#renderer/ui/Check.tsx';

type Props = { control: TicketControl };

const LABELS: Record<NumberName, string> = {
  qty: 'Quantity',
  dollars: 'Amount in dollars',
  percent: 'Percent of buying power',
  risk: 'Risk in dollars',
  riskStop: 'Stop to size by',
  limitPrice: 'Limit price',
  stopPrice: 'Stop price',
  trail: 'Trail',
  takeProfit: 'Take profit',
  stopLoss: 'Stop loss',
  stopLossLimit: 'Stop-limit price',
};

/** What each takes; a price of a coin has no fixed step. */
function takenBy(
  name: NumberName,
  { symbol, trailUnit, exitUnit }: TicketControl['ticket']['fields'],
): string {
  switch (name) {
    case 'qty':
      return 'shares, at most 9 decimals';
    case 'dollars':
    case 'risk':
      return '$, in cents';
    case 'percent':
      return '%, at most 100';
    case 'trail':
      return trailUnit === 'percent' ? '%' : '$ per share';
    case 'takeProfit':
    case 'stopLoss':
      if (exitUnit === 'percent') return '%';
      if (exitUnit === 'dollars') return '$, of the whole order';
      return priceTakes(symbol);
    default:
      return priceTakes(symbol);
  }
}

const priceTakes = (symbol: string): string =>
  assetKindOf(symbol.trim()) === 'crypto' ? '$' : '$ per share, in cents';

/** How much: in shares unless another unit was chosen. */
export function AmountField({ control, ref }: Props & { ref: Ref<HTMLInputElement> }) {
  const { sizeIn } = control.ticket.fields;
  return <NumberField control={control} name={sizeIn === 'shares' ? 'qty' : sizeIn} ref={ref} />;
}

export function TypeAndTime({ control }: Props) {
  const { ticket, issues, edit } = control;
  const choice = choiceIn(ticket.fields);
  const types = typesFor(choice.kind, choice.orderClass);
  return (
    <>
      <Choice
        label="Order type"
        value={ticket.fields.type}
        options={TYPE_WORDS.filter(([type]) => types.includes(type))}
        onChange={(type) => edit({ type })}
        issue={issues.byField.type}
      />
      <Choice
        label="Time in force"
        value={ticket.fields.timeInForce}
        options={timesFor(choice).map((time) => [time, TIME_WORDS[time]] as const)}
        onChange={(timeInForce) => edit({ timeInForce })}
        issue={issues.byField.timeInForce}
      />
    </>
  );
}

export function Prices({ control }: Props) {
  const { ticket, issues, edit } = control;
  const shown = new Set(shownFields(ticket.fields));
  return (
    <>
      {shown.has('stopPrice') && <NumberField control={control} name="stopPrice" />}
      {shown.has('limitPrice') && <NumberField control={control} name="limitPrice" />}
      {shown.has('trail') && (
        <>
          <NumberField control={control} name="trail" />
          <Choice
            label="Unit"
            value={ticket.fields.trailUnit}
            options={[
              ['dollars', 'Dollars'],
              ['percent', 'Percent'],
            ]}
            onChange={(trailUnit) => edit({ trailUnit })}
          />
        </>
      )}
      {shown.has('extendedHours') && (
        <div className="field field-check">
          <Check
            isOn={ticket.fields.extendedHours}
            onChange={(extendedHours) => edit({ extendedHours })}
          >
            Extended hours
          </Check>
          <p className="field-issue" aria-live="polite">
            {issues.byField.extendedHours}
          </p>
        </div>
      )}
    </>
  );
}

/** The class and the unit of the size. */
export function ClassAndSize({ control }: Props) {
  const { ticket, issues, edit } = control;
  const { fields } = ticket;
  const { kind } = choiceIn(fields);
  return (
    <>
      <Choice
        label="Order class"
        value={fields.orderClass}
        options={classesFor(kind).map((name) => [name, CLASS_WORDS[name]] as const)}
        onChange={(orderClass) => edit({ orderClass })}
        issue={issues.byField.orderClass}
      />
      <Choice
        label="Size in"
        value={fields.sizeIn}
        options={sizesFor(fields.orderClass).map((unit) => [unit, SIZE_WORDS[unit]] as const)}
        onChange={(sizeIn) => edit({ sizeIn })}
        issue={issues.byField.sizeIn}
      />
    </>
  );
}

/** What follows the entry, and the stop that a size is reckoned with. */
export function Exits({ control }: Props) {
  const { ticket, entry, draft, edit } = control;
  const { fields } = ticket;
  // What is entered into one empties the other.
  const either = fields.orderClass === 'oto' ? 'one of the two' : '';
  const shown = new Set(shownFields(fields));
  const target = exitIn('takeProfit', fields, entry);
  const stop = exitIn('stopLoss', fields, entry);
  const prices = {
    target: target?.ok ? target.price : undefined,
    stop: stop?.ok ? stop.price : undefined,
  };
  const figures = entry && exitFigures({ ...entry, qty: entry.qty ?? draft?.qty }, prices);
  function changeUnit(exitUnit: ExitUnit): void {
    const [takeProfit, stopLoss] = [inCents(prices.target ?? ''), inCents(prices.stop ?? '')];
    // What it came to is a price already; the other way it would be another price after rounding.
    edit({ exitUnit, ...(exitUnit === 'price' && { takeProfit, stopLoss }) });
  }
  return (
    <>
      {shown.has('exitUnit') && (
        <Choice
          label="Exits in"
          value={fields.exitUnit}
          options={EXIT_UNITS}
          onChange={changeUnit}
        />
      )}
      {shown.has('takeProfit') && (
        <NumberField
          control={control}
          name="takeProfit"
          placeholder={either}
          hint={exitHint(fields.exitUnit, prices.target, figures?.gain)}
        />
      )}
      {shown.has('stopLoss') && (
        <NumberField
          control={control}
          name="stopLoss"
          placeholder={either}
          hint={exitHint(fields.exitUnit, prices.stop, figures?.loss)}
        />
      )}
      {shown.has('stopLossLimit') && (
        <NumberField control={control} name="stopLossLimit" placeholder="optional" />
      )}
      {shown.has('takeProfit') && fields.orderClass !== 'oto' && (
        <dl className="field exit-ratio">
          <dt className="field-label">Reward to risk</dt>
          <dd>
            <Num text={figures?.ratio === undefined ? undefined : `${figures.ratio} : 1`} />
          </dd>
        </dl>
      )}
      {shown.has('riskStop') && <NumberField control={control} name="riskStop" />}
      {shown.has('riskStop') && (
        <p className="ticket-note">Used for sizing only; no stop order is placed.</p>
      )}
    </>
  );
}

const EXIT_UNITS = [
  ['price', 'Price'],
  ['percent', 'Percent'],
  ['dollars', 'Dollars'],
] as const;

/** The price that a distance comes to, and what it would gain or lose. A line in any case, so that nothing moves. */
function exitHint(unit: ExitUnit, price: string | undefined, gain: string | undefined): string {
  const words = [
    unit !== 'price' && price !== undefined && `= ${formatPrice(price)}`,
    gain !== undefined && formatSigned(gain),
  ];
  return words.filter((word) => word !== false).join(', ') || '\u00a0';
}

type NumberProps = Props & {
  name: NumberName;
  placeholder?: string;
  hint?: string;
  ref?: Ref<HTMLInputElement>;
};

const isCounted = (name: NumberName, { exitUnit }: TicketControl['ticket']['fields']): boolean =>
  ['qty', 'dollars', 'percent', 'risk'].includes(name) ||
  (exitUnit !== 'price' && ['takeProfit', 'stopLoss'].includes(name));

function NumberField({ control, name, placeholder, hint, ref }: NumberProps) {
  const { ticket, issues, edit, step } = control;
  return (
    <Field
      {...(ref && { ref })}
      name={name}
      hint={hint}
      steps={{
        ...(isCounted(name, ticket.fields) ? ONE_STEP : ONE_TICK),
        onStep: (steps) => step(name, steps),
      }}
      label={LABELS[name]}
      {...(placeholder && { placeholder })}
      takes={takenBy(name, ticket.fields)}
      inputMode="decimal"
      value={ticket.fields[name]}
      onChange={(text) => edit({ [name]: text })}
      issue={issues.byField[name]}
    />
  );
}
