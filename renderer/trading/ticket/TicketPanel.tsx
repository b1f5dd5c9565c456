import '#renderer/trading/ticket/ticket.css';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useDesk, useDeskTicket } from '#renderer/trading/desk-control.ts';
import { useNeeded } from '#renderer/trading/review/use-needed.ts';
import { ArmLive } from '#renderer/trading/ticket/ArmLive.tsx';
import {
  PresetDialog,
  PresetsMenu,
  type PresetTask,
} from '#renderer/trading/ticket/PresetsMenu.tsx';
import { QuoteGroup } from '#renderer/trading/ticket/QuoteGroup.tsx';
import { ReviewDialog } from '#renderer/trading/ticket/ReviewDialog.tsx';
import { SetAside } from '#renderer/trading/ticket/SetAside.tsx';
import { createShownQuote } from '#renderer/trading/ticket/shown-quote.ts';
import { SymbolField } from '#renderer/trading/ticket/SymbolField.tsx';
import { heldBack, type OrderSide } from '#renderer/trading/ticket/ticket.ts';
import {
  AmountField,
  ClassAndSize,
  Exits,
  Prices,
  TypeAndTime,
} from '#renderer/trading/ticket/TicketFields.tsx';
import { pressOf } from '#renderer/trading/ticket/ticket-prices.ts';
import { useReasons } from '#renderer/trading/ticket/use-reasons.ts';
import { useReviewSkipped } from '#renderer/trading/ticket/use-review-skipped.ts';
import { Verdicts } from '#renderer/trading/review/Verdicts.tsx';
import { Warnings } from '#renderer/trading/review/Warnings.tsx';
import { placeWords, readWhatIf, WhatIf } from '#renderer/trading/ticket/WhatIf.tsx';
import { useSession } from '#renderer/session/session.ts';
import { Said } from '#renderer/ui/Said.tsx';

export function TicketPanel() {
  const { profile, feeds } = useSession();
  const { quantity, wayOut } = useDesk();
  const control = useDeskTicket();
  const { ticket, preview, before, issues, outcome } = control;
  const { fields } = ticket;
  const trading = useSlice(feeds.trading, 'trading');
  const form = useRef<HTMLFormElement>(null);
  const [shownQuote] = useState(createShownQuote);
  const [presetTask, setPresetTask] = useState<PresetTask>();
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
  // Of the form before the last keystroke, for the moment until this one is answered: nothing jumps.
  const shown = preview ?? before;
  const { warnings = [], notes = [] } = readWhatIf(shown);
  const blocking = (shown?.verdicts ?? []).filter(({ level }) => level === 'block');
  const { body, reasons, isCut, show } = useReasons(
    [
      ...issues.general.map((text) => text.replaceAll(/\d+/g, '')),
      ...blocking.map(({ guard }) => guard),
    ].join(' '),
  );
  const isOnItsWay = control.isSending && !control.isReviewing;

  async function review(): Promise<void> {
    if (held !== undefined || (await control.review())) return;
    // After the fields have been drawn with their issues.
    requestAnimationFrame(() => {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (wrong) wrong.focus();
      else show();
    });
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

  const press = pressOf(fields);
  function pressQuote(price: string): void {
    if ('why' in press) return;
    control.press(price);
    // After its field has been drawn: a market order had none.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(`[name="${press.field}"]`)?.focus(),
    );
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
        className="panel ticket"
        aria-label="Order ticket"
        noValidate
        onSubmit={submit}
        onKeyDown={onKeyDown}
      >
        <h2 className="panel-title">Order ticket</h2>
        <fieldset
          ref={body}
          className="form-body ticket-body"
          disabled={control.isHeld || isOnItsWay}
        >
          <QuoteGroup
            symbol={fields.symbol.trim().toUpperCase()}
            press={press}
            onPress={pressQuote}
            shown={shownQuote}
          />
          <div className="ticket-head">
            {/* First, so that from the side the next is the symbol. */}
            <PresetsMenu apply={control.apply} onTask={setPresetTask} />
            <Side side={fields.side} onChange={(side) => control.edit({ side })} />
          </div>
          <SetAside control={control} />
          <SymbolField
            value={fields.symbol}
            onEdit={control.edit}
            onHold={control.holdSymbol}
            issue={issues.byField.symbol}
          />
          <AmountField control={control} ref={quantity} />
          <TypeAndTime control={control} />
          <ClassAndSize control={control} />
          <div className="ticket-group">
            <Prices control={control} />
            <Exits control={control} />
          </div>
          <div ref={reasons} className="ticket-reasons">
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
            <Warnings texts={warnings} isBefore={shown !== preview} />
            <Verdicts verdicts={shown?.verdicts ?? []} isBefore={shown !== preview} />
          </div>
          {shown?.waiting !== undefined && (
            <p className="ticket-note">
              <Said text={shown.waiting} />
            </p>
          )}
          {notes.map((note) => (
            <p key={note} className="ticket-note">
              <Said text={note} />
            </p>
          ))}
        </fieldset>
        <div className="form-foot">
          {isCut && (
            <button type="button" className="small" onClick={show}>
              Blocked: show why
            </button>
          )}
          <WhatIf
            preview={shown}
            side={fields.side}
            isSized={fields.sizeIn !== 'shares'}
            isBefore={shown !== preview}
            shown={shownQuote}
          />
          <p className={`outcome outcome-${outcome?.kind ?? 'none'}`}>
            <span role="status">{!control.isReviewing && <Said text={outcome?.text} />}</span>
            {!control.isReviewing && outcome?.since !== undefined && <span> {outcome.since}</span>}
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
            {isPlacedAtOnce ? placeWords(preview) : 'Review order'}
            {profile.environment === 'live' && ' · LIVE'}
          </button>
        </div>
      </form>
      {presetTask && (
        <PresetDialog
          task={presetTask}
          control={control}
          onClose={() => setPresetTask(undefined)}
        />
      )}
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
