import '#renderer/screens/desk/ticket/ticket.css';
import { useRef, type FormEvent } from 'react';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { useDesk } from '#renderer/screens/desk/desk-control.ts';
import { ReviewDialog } from '#renderer/screens/desk/ticket/ReviewDialog.tsx';
import {
  hasLimit,
  hasStop,
  hasTrail,
  heldBack,
  TIME_WORDS,
  timesFor,
  TYPE_WORDS,
  type OrderSide,
} from '#renderer/screens/desk/ticket/ticket.ts';
import type { TicketControl } from '#renderer/screens/desk/ticket/use-ticket.ts';
import { Verdicts } from '#renderer/screens/desk/ticket/Verdicts.tsx';
import { WhatIf, readWhatIf } from '#renderer/screens/desk/ticket/WhatIf.tsx';
import { useSession } from '#renderer/session/session.ts';
import { Choice, Field } from '#renderer/ui/Field.tsx';

export function TicketPanel() {
  const { profile, feeds } = useSession();
  const { ticket: control, quantity } = useDesk();
  const { ticket, preview, issues, outcome } = control;
  const { fields } = ticket;
  const trading = useSlice(feeds.trading, 'trading');
  const form = useRef<HTMLFormElement>(null);
  const held = heldBack(trading, preview?.whatIf.isExit ?? false);
  const { notes = [] } = readWhatIf(preview);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (held !== undefined || (await control.review())) return;
    // After the fields have been drawn with their issues.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }

  return (
    <>
      <form
        ref={form}
        className="panel ticket"
        aria-label="Order ticket"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <h2 className="panel-title">Order ticket</h2>
        <div className="ticket-body">
          <Side side={fields.side} onChange={(side) => control.edit({ side })} />
          <Field
            label="Symbol"
            value={fields.symbol}
            onChange={(symbol) => control.edit({ symbol: symbol.toUpperCase() })}
            issue={issues.byField.symbol}
            autoCapitalize="characters"
          />
          <Field
            ref={quantity}
            label="Quantity"
            inputMode="decimal"
            value={fields.qty}
            onChange={(qty) => control.edit({ qty })}
            issue={issues.byField.qty}
          />
          <Choice
            label="Order type"
            value={fields.type}
            options={TYPE_WORDS}
            onChange={(type) => control.edit({ type })}
            issue={issues.byField.type}
          />
          <Choice
            label="Time in force"
            value={fields.timeInForce}
            options={timesFor(fields.type).map((time) => [time, TIME_WORDS[time]] as const)}
            onChange={(timeInForce) => control.edit({ timeInForce })}
            issue={issues.byField.timeInForce}
          />
          <Prices control={control} />
          <WhatIf preview={preview} side={fields.side} />
          {issues.general.map((text) => (
            <p key={text} className="problem">
              {text}
            </p>
          ))}
          <Verdicts verdicts={preview?.verdicts ?? []} />
          {notes.map((note) => (
            <p key={note} className="ticket-note">
              {note}
            </p>
          ))}
        </div>
        <div className="ticket-foot">
          <p className={`outcome outcome-${outcome?.kind ?? 'none'}`} role="status">
            {control.isReviewing ? '' : (outcome?.text ?? '')}
          </p>
          {held !== undefined && (
            <p id="ticket-held" className="ticket-held">
              {held}
            </p>
          )}
          <button
            type="submit"
            className={`primary primary-${fields.side}`}
            disabled={held !== undefined}
            aria-describedby={held === undefined ? undefined : 'ticket-held'}
          >
            Review order
          </button>
        </div>
      </form>
      {control.isReviewing && <ReviewDialog control={control} profile={profile} feeds={feeds} />}
    </>
  );
}

function Prices({ control }: { control: TicketControl }) {
  const { ticket, issues, edit } = control;
  const { fields } = ticket;
  return (
    <>
      {hasStop(fields.type) && (
        <Field
          label="Stop price"
          inputMode="decimal"
          value={fields.stopPrice}
          onChange={(stopPrice) => edit({ stopPrice })}
          issue={issues.byField.stopPrice}
        />
      )}
      {hasLimit(fields.type) && (
        <Field
          label="Limit price"
          inputMode="decimal"
          value={fields.limitPrice}
          onChange={(limitPrice) => edit({ limitPrice })}
          issue={issues.byField.limitPrice}
        />
      )}
      {hasTrail(fields.type) && (
        <>
          <Field
            label="Trail"
            inputMode="decimal"
            value={fields.trail}
            onChange={(trail) => edit({ trail })}
            issue={issues.byField.trail}
          />
          <Choice
            label="Trail in"
            value={fields.trailUnit}
            options={[
              ['dollars', 'Dollars'],
              ['percent', 'Percent'],
            ]}
            onChange={(trailUnit) => edit({ trailUnit })}
          />
        </>
      )}
    </>
  );
}

type SideProps = { side: OrderSide; onChange: (side: OrderSide) => void };

function Side({ side, onChange }: SideProps) {
  return (
    <div className="side" role="radiogroup" aria-label="Side">
      {(['buy', 'sell'] as const).map((value) => (
        <label key={value} className={`side-choice side-${value}`}>
          <input
            type="radio"
            name="side"
            value={value}
            checked={side === value}
            onChange={() => onChange(value)}
          />
          {value === 'buy' ? 'Buy' : 'Sell'}
        </label>
      ))}
    </div>
  );
}
