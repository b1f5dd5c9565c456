import '#renderer/trading/ticket/ticket.css';
import { useRef, type FormEvent, type KeyboardEvent } from 'react';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { useNeeded } from '#renderer/trading/review/use-needed.ts';
import { ArmLive } from '#renderer/trading/ticket/ArmLive.tsx';
import { QuoteGroup } from '#renderer/trading/ticket/QuoteGroup.tsx';
import { ReviewDialog } from '#renderer/trading/ticket/ReviewDialog.tsx';
import { SymbolField } from '#renderer/trading/ticket/SymbolField.tsx';
import { heldBack, type OrderSide } from '#renderer/trading/ticket/ticket.ts';
import {
  AmountField,
  ClassAndSize,
  Prices,
  TypeAndTime,
} from '#renderer/trading/ticket/TicketFields.tsx';
import { useReviewSkipped } from '#renderer/trading/ticket/use-review-skipped.ts';
import { Verdicts } from '#renderer/trading/review/Verdicts.tsx';
import { WhatIf, readWhatIf } from '#renderer/trading/ticket/WhatIf.tsx';
import { useSession } from '#renderer/session/session.ts';
import { Said } from '#renderer/ui/Said.tsx';

export function TicketPanel() {
  const { profile, feeds } = useSession();
  const { ticket: control, quantity, wayOut } = useDesk();
  const { ticket, preview, issues, outcome } = control;
  const { fields } = ticket;
  const trading = useSlice(feeds.trading, 'trading');
  const form = useRef<HTMLFormElement>(null);
  const isExit = preview?.whatIf.isExit ?? false;
  const held = heldBack(trading, isExit);
  const needed = useNeeded(isExit);
  const isSkipped = useReviewSkipped();
  // What has to be confirmed besides the order is confirmed in the review.
  const isPlacedAtOnce =
    isSkipped &&
    preview?.draft !== undefined &&
    preview.issues.length === 0 &&
    preview.verdicts.every(({ level }) => level !== 'block') &&
    needed.length === 0;
  const { notes = [] } = readWhatIf(preview);
  const isOnItsWay = control.isSending && !control.isReviewing;

  async function review(): Promise<void> {
    if (held !== undefined || (await control.review())) return;
    // After the fields have been drawn with their issues.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isPlacedAtOnce && held === undefined) control.place([]);
    else void review();
  }

  function closePosition(): void {
    const symbol = preview?.draft?.symbol;
    if (symbol !== undefined) wayOut({ kind: 'close', symbols: [symbol] });
  }

  /** Enter in a field never sends: without a review on the way it opens one. */
  function onKeyDown(event: KeyboardEvent): void {
    const isInField = event.target instanceof HTMLInputElement;
    if (event.key !== 'Enter' || !isInField || !isPlacedAtOnce || event.defaultPrevented) return;
    event.preventDefault();
    if (!event.repeat) void review();
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside */}
      <form
        ref={form}
        className="panel"
        aria-label="Order ticket"
        noValidate
        onSubmit={submit}
        onKeyDown={onKeyDown}
      >
        <h2 className="panel-title">Order ticket</h2>
        <fieldset className="form-body ticket-body" disabled={control.isHeld || isOnItsWay}>
          <Side side={fields.side} onChange={(side) => control.edit({ side })} />
          <SymbolField
            value={fields.symbol}
            onChange={(symbol) => control.edit({ symbol })}
            onHold={control.holdSymbol}
            issue={issues.byField.symbol}
          />
          <AmountField control={control} ref={quantity} />
          <QuoteGroup symbol={fields.symbol.trim().toUpperCase()} />
          <TypeAndTime control={control} />
          <div className="ticket-group">
            <Prices control={control} />
          </div>
          <div className="ticket-group">
            <ClassAndSize control={control} />
          </div>
          {issues.general.map((text) => (
            <p key={text} className="problem">
              <Said text={text} />
            </p>
          ))}
          {preview?.isHeldByOrders && (
            <p className="ticket-note">
              Or close the whole position: your open orders in it are canceled first.{' '}
              <button type="button" className="small" onClick={closePosition}>
                Close {fields.symbol.trim()}…
              </button>
            </p>
          )}
          <Verdicts verdicts={preview?.verdicts ?? []} />
          {preview?.waiting !== undefined && (
            <p className="ticket-note">
              <Said text={preview.waiting} />
            </p>
          )}
          {notes.map((note) => (
            <p key={note} className="ticket-note">
              <Said text={note} />
            </p>
          ))}
        </fieldset>
        <div className="form-foot">
          <WhatIf preview={preview} side={fields.side} isSized={fields.sizeIn !== 'shares'} />
          <p className={`outcome outcome-${outcome?.kind ?? 'none'}`} role="status">
            {!control.isReviewing && <Said text={outcome?.text} />}
          </p>
          {held !== undefined && (
            <p id="ticket-held" className="form-held">
              {profile.isArmed ? held : (trading?.why ?? held)}
            </p>
          )}
          {!profile.isArmed && <ArmLive />}
          <button
            type="submit"
            className={`primary primary-${fields.side}`}
            disabled={held !== undefined || isOnItsWay}
            aria-describedby={held === undefined ? undefined : 'ticket-held'}
          >
            {isPlacedAtOnce ? `Place order: ${preview.title}` : 'Review order'}
            {profile.environment === 'live' && ' · LIVE'}
          </button>
        </div>
      </form>
      {control.isReviewing && <ReviewDialog control={control} profile={profile} />}
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
