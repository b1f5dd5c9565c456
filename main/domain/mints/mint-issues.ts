// What is wrong with a mint, and what a person should know before it goes, without asking the network.
import type { Issue } from '#contract/failure.ts';
import { ISSUERS } from '#contract/mint-names.ts';
import { ENVIRONMENT_WORDS, type Environment } from '#contract/records.ts';
import { shortAddress, type MintForm } from '#contract/tokenization.ts';
import { decimalsOf, isDecimal, isMore, sign, sub, type Decimal } from '#main/domain/decimal.ts';
import { lookAlike } from '#main/domain/mints/look-alike.ts';
import { checkAddress } from '#main/domain/mints/wallet-address.ts';
import { qtyText } from '#main/domain/words.ts';

const MOST_DECIMALS = 9;
const LONGEST_LABEL = 128;

/** Mistakes of the form itself: it is not sent while there is one. */
export function mintIssues({ qty, label, network, walletAddress }: MintForm): Issue[] {
  const issues: Issue[] = [];
  const add = (path: string, message: string | undefined) => {
    if (message !== undefined) issues.push({ path, message });
  };
  add('qty', qtyIssue(qty));
  add('walletAddress', checkAddress(network, walletAddress).problem);
  add('label', labelIssue(label));
  return issues;
}

/** Against what the account has; absent when that is not known. */
export function availableIssue(
  { underlyingSymbol, qty }: Pick<MintForm, 'underlyingSymbol' | 'qty'>,
  available: Decimal | undefined,
): Issue | undefined {
  if (available === undefined || !isMore(qty, available)) return undefined;
  const has = sign(available) > 0 ? `only ${qtyText(available)}` : 'none';
  return {
    path: 'qty',
    message: `${qtyText(qty)} ${underlyingSymbol} requested, but ${has} can leave the account.`,
  };
}

export const mintWarnings = ({ issuer, network, walletAddress }: MintForm): string[] => {
  const { warning } = checkAddress(network, walletAddress);
  const meant = lookAlike(issuer, ISSUERS);
  const unknown = `Ballast does not know the issuer ${issuer}. Did you mean ${meant}?`;
  return [...(meant === undefined ? [] : [unknown]), ...(warning === undefined ? [] : [warning])];
};

/** 'Mint 1.5 AAPL with xstocks on solana to 7xKX…AsU, PRACTICE' */
export function mintTitle(form: MintForm, environment: Environment): string {
  const { underlyingSymbol, qty, issuer, network, walletAddress } = form;
  const to = shortAddress(walletAddress);
  return `Mint ${qtyText(qty)} ${underlyingSymbol} with ${issuer} on ${network} to ${to}, ${ENVIRONMENT_WORDS[environment]}`;
}

export const availableAfter = (available: Decimal, qty: Decimal): Decimal => sub(available, qty);

function qtyIssue(qty: string): string | undefined {
  if (!isDecimal(qty)) return 'The quantity must be a number such as 1.5.';
  if (sign(qty) <= 0) return 'The quantity must be greater than zero.';
  return decimalsOf(qty) > MOST_DECIMALS
    ? `The quantity can have at most ${MOST_DECIMALS} decimals.`
    : undefined;
}

function labelIssue(label: string): string | undefined {
  if (label.length > LONGEST_LABEL)
    return `The label can have at most ${LONGEST_LABEL} characters.`;
  if (!/^[\x20-\x7e]*$/.test(label))
    return 'The label can contain only plain letters, digits and punctuation: no accents, no line breaks.';
  return label === label.trim() ? undefined : 'The label cannot begin or end with a space.';
}
