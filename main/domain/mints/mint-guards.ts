// The last look at a mint before it may be sent, as the guards of orders are for an order: what leaves as a token does not
// come back by itself. Pure; one verdict for each guard, in words. A guard that lacks its facts blocks.
import type { MintGuards, MintVerdict } from '#contract/mint-guards.ts';
import { shortAddress, type MintForm } from '#contract/tokenization.ts';
import { add, isMore, mul, normalize, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { walletKey } from '#main/domain/mints/wallet-key.ts';
import { ageText, moneyText, qtyText } from '#main/domain/words.ts';

export type MintContents = Omit<MintForm, 'label' | 'walletAddress'> & {
  walletAddress?: string | undefined;
};

/** A mint that went out, may have, or will: of this desk, of somebody else, or a row that waits. */
export type KnownMint = MintContents & {
  /** Of the intent, the request or the row. */
  key: string;
  /** What a person called it; absent where an id stands in. */
  label?: string | undefined;
  /** Epoch ms. */
  at: number;
  standing:
    | { kind: 'minted'; status: string }
    | { kind: 'elsewhere'; status: string }
    | { kind: 'unknown' }
    | { kind: 'on-its-way' }
    | { kind: 'waiting'; batch: string; line: number };
  /** It came from the very same file. */
  isSameFile?: boolean | undefined;
};

export type Outflow = {
  shares: Decimal;
  /** Undefined where a price is missing. */
  dollars: Decimal | undefined;
};

export type MintFacts = {
  form: MintForm;
  /** What looks like it, newest first; undefined while the journal cannot be read. */
  alike: readonly KnownMint[] | undefined;
  /** What left, or may have, since midnight in New York; undefined while the journal cannot be read. */
  today: Outflow | undefined;
  /** The last price of its symbol. */
  price: Decimal | undefined;
  isNewWallet: boolean;
  /** New again: the person took its approval back. */
  isWithdrawnWallet?: boolean;
  /** Real money: main asks about a new wallet, and elsewhere it is a warning. */
  isLive: boolean;
  /** In small letters. */
  names: { issuers: ReadonlySet<string>; networks: ReadonlySet<string> };
  /** Why somebody else has to agree first. */
  approval: { text: string } | undefined;
  now: number;
};

type Finding = Pick<MintVerdict, 'level' | 'text'> & { canMean?: boolean };

export function checkMint(facts: MintFacts, guards: MintGuards): MintVerdict[] {
  const findings: Record<MintVerdict['guard'], Finding> = {
    repeated: guards.mintRepeat.isOn ? repeated(facts, guards.mintRepeat.withinMs) : OFF,
    'most-per-mint': guards.mintSize.isOn ? mostPerMint(facts, guards.mintSize) : OFF,
    'most-per-day': guards.mintDay.isOn ? mostPerDay(facts, guards.mintDay) : OFF,
    'new-wallet': newWallet(facts),
    'unknown-names': guards.mintNames.isOn ? unknownNames(facts) : OFF,
    'second-person': facts.approval
      ? block(facts.approval.text)
      : pass('No second person is needed.'),
  };
  return Object.entries(findings).map(([guard, { canMean = false, ...finding }]) => ({
    guard: guard as MintVerdict['guard'],
    ...finding,
    canMean: canMean && finding.level === 'block',
  }));
}

/** Those of them that make it a repetition. */
export const repetitionsOf = (
  { form, alike, now }: Pick<MintFacts, 'form' | 'alike' | 'now'>,
  withinMs: number,
): KnownMint[] => (alike ?? []).filter((known) => isRepetition(form, known, now, withinMs));

const keys = new WeakMap<MintContents, string>();

/** The same for mints of the same contents, however number, names and wallet are written. Nothing changes a mint. */
export function contentsKey(mint: MintContents): string {
  const known = keys.get(mint);
  if (known !== undefined) return known;
  const key = [
    mint.underlyingSymbol.toUpperCase(),
    normalize(mint.qty),
    mint.issuer.toLowerCase(),
    mint.walletAddress === undefined
      ? mint.network.toLowerCase()
      : walletKey(mint.network, mint.walletAddress),
  ].join(' ');
  keys.set(mint, key);
  return key;
}

function repeated({ form, alike, now }: MintFacts, withinMs: number): Finding {
  if (!alike) return block(`${UNREAD} whether the same was minted before.`);
  const [first, ...others] = repetitionsOf({ form, alike, now }, withinMs);
  if (first) {
    const more = others.length === 0 ? '' : ` ${others.length} more before that.`;
    return { ...block(`${repeatText(form, first, now)}${more}`), canMean: true };
  }
  const twin = alike.find((known) => isSameContents(form, known) && now - known.at < withinMs);
  return twin
    ? warn(`${repeatText(form, twin, now)} It has another label.`)
    : pass('No similar mint is known.');
}

/**
 * The label is the person's own word for one mint: two labels tell two mints of the same contents apart, unless somebody
 * else gave the other one.
 */
function isRepetition(form: MintForm, known: KnownMint, now: number, withinMs: number): boolean {
  if (known.isSameFile || (form.label !== '' && form.label === known.label)) return true;
  if (!isSameContents(form, known) || now - known.at >= withinMs) return false;
  return form.label === '' || known.label === undefined || known.standing.kind === 'elsewhere';
}

function isSameContents(form: MintForm, known: KnownMint): boolean {
  const asked = known.walletAddress === undefined ? { ...form, walletAddress: undefined } : form;
  return contentsKey(asked) === contentsKey(known);
}

/** 'Already minted 4 min ago: B300-001, completed.' */
function repeatText(form: MintForm, known: KnownMint, now: number): string {
  const { label, standing } = known;
  const what = `${qtyText(known.qty)} ${known.underlyingSymbol}`;
  const isOther = !isSameContents(form, known);
  const to = known.walletAddress === undefined ? '' : ` to ${shortAddress(known.walletAddress)}`;
  const name = label === undefined ? what : isOther ? `${label}, ${what}${to}` : label;
  const ago = agoText(now - known.at);
  const file = known.isSameFile ? ' from the same file' : '';
  switch (standing.kind) {
    case 'minted':
      return `Already minted ${ago}${file}: ${name}, ${standing.status}.`;
    case 'elsewhere':
      return `Already minted ${ago}, not by this desk: ${name}, ${standing.status}.`;
    case 'unknown':
      return `Already sent ${ago}${file}, and its outcome is not known: ${name}.`;
    case 'on-its-way':
      return `Already in progress, sent ${ago}${file}: ${name}.`;
    case 'waiting':
      return `Already in another batch, ${standing.batch}, where line ${standing.line} is waiting: ${name}.`;
    default:
      return standing satisfies never;
  }
}

const DAY_MS = 86_400_000;

const agoText = (ms: number): string =>
  ms < 2 * DAY_MS ? `${ageText(ms)} ago` : `${Math.floor(ms / DAY_MS)} days ago`;

function mostPerMint({ form, price }: MintFacts, limits: MintGuards['mintSize']): Finding {
  const shares = form.qty;
  const dollars = price && mul(shares, price);
  const what = `${qtyText(shares)} shares`;
  if (isMore(shares, limits.maxShares))
    return block(
      `${what} is more than your limit of ${qtyText(limits.maxShares)} for one mint: mint less.`,
    );
  if (limits.maxDollars !== undefined) {
    if (!dollars) return block(noPrice(form, 'one mint'));
    if (isMore(dollars, limits.maxDollars))
      return block(
        `This mint is worth $${moneyText(dollars)}, more than your limit of $${moneyText(limits.maxDollars)} for one: mint less.`,
      );
  }
  return pass(`${what} of at most ${qtyText(limits.maxShares)}.`);
}

function mostPerDay(facts: MintFacts, limits: MintGuards['mintDay']): Finding {
  const { form, today, price } = facts;
  if (!today) return block(`${UNREAD} how much was minted today.`);
  const shares = add(today.shares, form.qty);
  if (isMore(shares, limits.maxShares))
    return block(
      `With this mint ${qtyText(shares)} shares would leave today, more than your limit of ${qtyText(limits.maxShares)} a day: mint less, or wait until tomorrow.`,
    );
  if (limits.maxDollars !== undefined) {
    if (!price || today.dollars === undefined) return block(noPrice(form, 'a day'));
    const dollars = add(today.dollars, mul(form.qty, price));
    if (isMore(dollars, limits.maxDollars))
      return block(
        `With this mint $${moneyText(dollars)} would leave today, more than your limit of $${moneyText(limits.maxDollars)} a day: mint less, or wait until tomorrow.`,
      );
  }
  return pass(`${qtyText(shares)} shares of at most ${qtyText(limits.maxShares)} today.`);
}

const noPrice = ({ underlyingSymbol }: MintForm, what: string): string =>
  `Your limit for ${what} is in dollars, and there is no price for ${underlyingSymbol} or for today’s mints: wait for one.`;

function newWallet({ form, isNewWallet, isWithdrawnWallet, isLive }: MintFacts): Finding {
  if (!isNewWallet) return pass('You have sent tokens to this wallet before, or approved it.');
  const wallet = `${shortAddress(form.walletAddress)} on ${form.network}`;
  const text = isWithdrawnWallet
    ? `Wallet not approved: you revoked the approval of ${wallet}.`
    : `New wallet: no mint to ${wallet} has been completed yet.`;
  return isLive
    ? { ...block(`${text} You will be asked before anything is sent there.`), canMean: true }
    : warn(`${text} Check it character by character.`);
}

function unknownNames({ form, names }: MintFacts): Finding {
  const unknown = [
    !names.issuers.has(form.issuer.toLowerCase()) && `issuer ${form.issuer}`,
    !names.networks.has(form.network.toLowerCase()) && `network ${form.network}`,
  ].filter((name) => name !== false);
  return unknown.length === 0
    ? pass('Issuer and network are known.')
    : block(
        `Ballast does not know the ${unknown.join(' and the ')}: check the spelling. If it is right, turn this guard off in Settings.`,
      );
}

export const NOTHING_LEFT: Outflow = { shares: ZERO, dollars: ZERO };

const UNREAD = 'The journal cannot be read, so Ballast cannot tell';
const pass = (text: string): Finding => ({ level: 'pass', text });
const warn = (text: string): Finding => ({ level: 'warn', text });
const block = (text: string): Finding => ({ level: 'block', text });
const OFF = pass('Turned off in Settings.');
