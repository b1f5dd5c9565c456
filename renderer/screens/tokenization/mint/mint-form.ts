// The mint form without a screen: what is in its fields, which intent it belongs to, and what is wrong with it.
import type { Issue } from '#contract/failure.ts';
import type { IntentState } from '#contract/intents.ts';
import { ISSUERS, knownName, NETWORKS } from '#contract/mint-names.ts';
import { MINT_NAMES, type MintForm } from '#contract/tokenization.ts';
import type { TradingState } from '#contract/trading.ts';
import { readTypedNumber } from '#contract/typed-number.ts';

type MintField = keyof MintForm;
export type MintFields = Record<MintField, string>;

export type MintState = {
  fields: MintFields;
  touched: ReadonlySet<MintField> | 'all';
};

export type MintAction =
  | { kind: 'edit'; change: Partial<MintFields> }
  | { kind: 'tried' }
  | { kind: 'recorded'; state: IntentState };

export const NEW_MINT: MintState = {
  fields: { underlyingSymbol: '', qty: '', issuer: '', network: '', walletAddress: '', label: '' },
  touched: new Set(),
};

export function reduceMint(mint: MintState, action: MintAction): MintState {
  switch (action.kind) {
    case 'edit': {
      const touched =
        mint.touched === 'all'
          ? mint.touched
          : new Set([...mint.touched, ...(Object.keys(action.change) as MintField[])]);
      return { fields: { ...mint.fields, ...action.change }, touched };
    }
    case 'tried':
      return { ...mint, touched: 'all' };
    case 'recorded':
      // Proven not to be a request: the form is kept, to be put right.
      if (action.state === 'refused' || action.state === 'not-sent') return mint;
      return { fields: { ...mint.fields, qty: '', label: '' }, touched: new Set() };
    default:
      return action satisfies never;
  }
}

/** As it is sent: main checks it and says what is wrong. */
export function formOf(fields: MintFields): MintForm {
  const trimmed = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value.trim()]),
  );
  const qty = readTypedNumber(fields.qty);
  return {
    ...trimmed,
    // Main reads them so too: what is reviewed is what is sent.
    issuer: knownName(ISSUERS, fields.issuer.trim()),
    network: knownName(NETWORKS, fields.network.trim()),
    ...(qty.ok && { qty: qty.value }),
  } as MintForm;
}

export type PlacedIssues = { byField: Partial<Record<MintField, string>>; general: string[] };

/** Each issue where it belongs. A field that nobody has been in yet is not complained about. */
export function placeMintIssues(issues: readonly Issue[], mint: MintState): PlacedIssues {
  const placed: PlacedIssues = { byField: {}, general: [] };
  for (const { path, message } of issues) {
    const field = path.split('.').at(-1) as MintField;
    if (!Object.hasOwn(MINT_NAMES, field)) placed.general.push(message);
    else if (mint.touched === 'all' || mint.touched.has(field))
      placed.byField[field] ??= sentence(field, mint.fields[field], message);
  }
  return placed;
}

/** The contract speaks of 'it'; a field says what is meant. */
function sentence(field: MintField, value: string, message: string): string {
  if (value.trim() === '') return `${MINT_NAMES[field]} is missing.`;
  const read = field === 'qty' ? readTypedNumber(value) : undefined;
  if (read?.ok === false) return read.issue;
  return /^[a-z]/.test(message) ? `${MINT_NAMES[field]} ${message}.` : message;
}

/** Why nothing can be minted at all; undefined when it can. */
export function mintHeldBack(trading: TradingState | undefined): string | undefined {
  if (!trading) return 'Checking whether trading is allowed.';
  if (!trading.isArmed) return trading.why ?? 'Trading is not ready yet.';
  return trading.isStopped ? 'All trading is stopped. Nothing can be minted.' : undefined;
}
