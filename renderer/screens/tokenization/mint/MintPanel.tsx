import { useEffect, useRef, type FormEvent } from 'react';
import type { Position } from '#contract/orders.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { feeBeforehand } from '#renderer/screens/tokenization/fee-words.ts';
import { mintHeldBack } from '#renderer/screens/tokenization/mint/mint-form.ts';
import { MintStanding } from '#renderer/screens/tokenization/mint/MintStanding.tsx';
import { ReviewMint } from '#renderer/screens/tokenization/mint/ReviewMint.tsx';
import { useMint } from '#renderer/screens/tokenization/mint/use-mint.ts';
import { WalletField } from '#renderer/screens/tokenization/mint/WalletField.tsx';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { useStandingStale } from '#renderer/session/Age.tsx';
import { useSession } from '#renderer/session/session.ts';
import { Verdicts } from '#renderer/trading/review/Verdicts.tsx';
import { Combobox, type Offer } from '#renderer/ui/Combobox.tsx';
import { Fact } from '#renderer/ui/Fact.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { formatQuantity } from '#renderer/ui/format.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Said } from '#renderer/ui/Said.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { usePrivacy } from '#renderer/ui/privacy.ts';

/** One mint: filled in, reviewed, requested, and followed below its fields. */
export function MintPanel() {
  const { bridge, feeds, profile } = useSession();
  const { terms, feeds: mintFeeds, lastMint } = useMintDesk();
  const control = useMint();
  const { fields, issues, preview, problem, edit } = control;
  const trading = useSlice(feeds.trading, 'trading');
  const positions = useSlice(feeds.positions, 'positions')?.positions;
  const last = useSlice(mintFeeds.mints, lastMint ?? '');
  const isPrivate = usePrivacy();
  const stale = useStandingStale();
  const form = useRef<HTMLFormElement>(null);
  const held = mintHeldBack(trading);
  // What the broker calls available is not what is left beside mints and orders of unknown fate: main knows.
  const { value: left, ask: askLeft } = useCall(bridge, 'mints.available', {
    accountId: profile.accountId,
    symbol: fields.underlyingSymbol.trim(),
  });
  useEffect(() => mintFeeds.mints.onAny(() => void askLeft()), [mintFeeds, askLeft]);
  useEffect(() => feeds.positions.onAny(() => void askLeft()), [feeds, askLeft]);
  const available = preview?.available ?? left?.available;
  const minted = fields.underlyingSymbol.trim();
  const isEstimate = positions?.some((one) => one.symbol === minted && one.isEstimate);
  const mintable = (positions ?? []).filter(({ side }) => side === 'long');

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
        className="panel"
        aria-label="Mint"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <h2 className="panel-title">Mint</h2>
        <fieldset className="form-body" disabled={control.isHeld}>
          <Combobox
            label="Underlying symbol"
            className="form-wide"
            value={fields.underlyingSymbol}
            onChange={(value) => edit({ underlyingSymbol: value.toUpperCase() })}
            offers={mintable.map((position) => offerOf(position, isPrivate))}
            maxLength={20}
            issue={issues.byField.underlyingSymbol}
            hint={
              positions && mintable.length === 0
                ? 'You have no shares to mint. Buy shares on the Desk first.'
                : undefined
            }
          />
          <div className="form-wide">
            <Field
              label="Quantity"
              inputMode="decimal"
              value={fields.qty}
              onChange={(qty) => edit({ qty })}
              issue={issues.byField.qty}
              takes="shares, at most 9 decimals"
            >
              {available !== undefined && /[1-9]/.test(available) && (
                <button type="button" className="small" onClick={() => edit({ qty: available })}>
                  All
                </button>
              )}
            </Field>
          </div>
          <Combobox
            label="Issuer"
            value={fields.issuer}
            onChange={(issuer) => edit({ issuer })}
            offers={(terms?.issuers ?? []).map((value) => ({ value }))}
            issue={issues.byField.issuer}
          />
          <Combobox
            label="Network"
            value={fields.network}
            onChange={(network) => edit({ network })}
            offers={(terms?.networks ?? []).map((value) => ({ value }))}
            issue={issues.byField.network}
          />
          <WalletField fields={fields} edit={edit} issue={issues.byField.walletAddress} />
          <div className="form-wide">
            <Field
              label="Label"
              value={fields.label}
              onChange={(label) => edit({ label })}
              maxLength={128}
              placeholder="optional, to find it by"
              issue={issues.byField.label}
            />
          </div>
          {issues.general.map((text) => (
            <p key={text} className="problem">
              <Said text={text} />
            </p>
          ))}
          {preview?.warnings.map((text) => (
            <p key={text} className="mint-warning">
              <Said text={text} />
            </p>
          ))}
          {preview && (
            <div className="form-wide">
              <Verdicts verdicts={preview.verdicts} />
            </div>
          )}
          {terms?.participant === 'unknown' && terms.why !== undefined && (
            <p className="form-wide quiet-text">
              It is not known yet whether this account may mint. {terms.why}
            </p>
          )}
        </fieldset>
        <div className="form-foot mint-foot">
          <dl className="what-if">
            <Fact name="Available to mint">
              <Quantity value={available} stale={stale} isEstimate={isEstimate} />
            </Fact>
            <Fact name="Left after this mint">
              <Quantity value={preview?.availableAfter} stale={stale} isEstimate={isEstimate} />
            </Fact>
            <Fact name="Fee">
              <span title={feeBeforehand()}>not known in advance</span>
            </Fact>
          </dl>
          {!control.reviewed && <Problem text={problem} className="outcome outcome-bad" />}
          {last && <MintStanding row={last} />}
          {held !== undefined && (
            <p id="mint-held" className="form-held">
              {held}
            </p>
          )}
          <button
            type="submit"
            className="primary"
            disabled={held !== undefined || control.isHeld}
            aria-describedby={held === undefined ? undefined : 'mint-held'}
          >
            Review mint
          </button>
        </div>
      </form>
      {control.reviewed && <ReviewMint control={control} reviewed={control.reviewed} />}
    </>
  );
}

function offerOf({ symbol, qty, qtyAvailable, isEstimate }: Position, isPrivate: boolean): Offer {
  const available = `${isEstimate ? '≈' : ''}${formatQuantity(qtyAvailable ?? qty)}`;
  return { value: symbol, detail: isPrivate ? 'held' : `${available} available` };
}
