// What an Authorized Participant may send. A member of the wrong type is a body that cannot be decoded (400); a missing
// or impossible value is named in a 422, several joined by commas.
import { badParameter, badRequest, undecodable } from '#main/paper/refusal.ts';
import { createHash } from 'node:crypto';
import { isDecimal, sign, type Decimal } from '#main/domain/decimal.ts';
import { ISSUERS, NETWORKS } from '#contract/mint-names.ts';
import { isRecord } from '#main/tools/json.ts';

const REQUIRED = ['underlying_symbol', 'qty', 'issuer', 'network', 'wallet_address'] as const;
const MOST_DECIMALS = 9;
const PRINTABLE = /^[!-~]{1,128}$/;
const LABEL = /^[!-~]([ -~]{0,126}[!-~])?$/;

export function parseMintBody(raw: unknown, isKnownSymbol: (symbol: string) => boolean) {
  if (!isRecord(raw)) throw undecodable();
  const field = (name: string): string => {
    const value = raw[name] ?? '';
    if (typeof value !== 'string') throw undecodable();
    return value;
  };
  const checks: [name: string, isValid: (value: string) => boolean][] = [
    ['underlying_symbol', (symbol) => isKnownSymbol(symbol.toUpperCase())],
    ['qty', (qty) => qty.length <= 40 && isDecimal(qty) && sign(qty) > 0],
    ['issuer', (issuer) => ISSUERS.includes(issuer)],
    ['network', (network) => NETWORKS.includes(network)],
    ['wallet_address', (wallet) => PRINTABLE.test(wallet)],
    ['client_request_id', (label) => LABEL.test(label)],
  ];
  const absent = REQUIRED.filter((name) => field(name) === '');
  const wrong = checks.filter(([name, isValid]) => field(name) !== '' && !isValid(field(name)));
  if (absent.length > 0 || wrong.length > 0) {
    const problems = [
      ...absent.map((name) => `${name} is required`),
      ...wrong.map(([name]) => `${name} is invalid`),
    ];
    throw badParameter(problems.join(', '));
  }
  const qty = field('qty') as Decimal; // isDecimal above
  if ((qty.split('.')[1] ?? '').length > MOST_DECIMALS) {
    throw badRequest(`qty must have at most ${MOST_DECIMALS} decimals`);
  }
  return {
    underlyingSymbol: field('underlying_symbol').toUpperCase(),
    qty,
    issuer: field('issuer'),
    network: field('network'),
    walletAddress: field('wallet_address'),
    clientRequestId: field('client_request_id') || null,
  };
}

/** The key of an idempotent mint, or undefined when none was sent. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header).trim();
  if (!PRINTABLE.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 128 printable characters without spaces');
  }
  return key;
}

/** Two bodies are the same when they say the same; the order of their members says nothing. */
export function hashBody(raw: unknown): string {
  return createHash('sha256').update(canonical(raw)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
}

const WALLETS: Record<string, RegExp> = {
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  ton: /^([\w-]{48}|-?\d+:[\da-f]{64})$/i,
};
const EVM_WALLET = /^0x[\da-f]{40}$/i;

/** What a strict issuer asks of an address on its network. */
export const isWalletOf = (network: string, address: string): boolean =>
  (WALLETS[network] ?? EVM_WALLET).test(address);
