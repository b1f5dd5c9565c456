// Tokenization requests of an Authorized Participant. Types, statuses, issuers and networks are open sets.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import type { Result } from '#contract/failure.ts';
import { ISSUERS, knownName, NETWORKS } from '#contract/mint-names.ts';
import { TokenizationRequest, type MintForm } from '#contract/tokenization.ts';
import { decoderOf, listDecoderOf, omit, withMoney } from '#main/wire/decode.ts';
import { isRecord, parseJson } from '#main/tools/json.ts';
import { camelize } from '#main/wire/names.ts';
import { tellUnknown, type Tell } from '#main/wire/oddities.ts';
import { isId } from '#main/wire/paths.ts';

export type { TokenizationRequest };

type MintDraft = Record<Exclude<keyof MintForm, 'label'>, string>;

const withExactMoney = withMoney(['qty', 'fees']);

const TYPES = ['mint', 'redeem'];
const STATUSES = ['pending', 'completed', 'rejected'];
/** Open sets: in whatever case they are written, what is known is itself, and what is not stays as it is. */
const NAMES = { type: TYPES, status: STATUSES, issuer: ISSUERS, network: NETWORKS };

/** Under an id with which it can be asked for. */
const exact = (record: unknown): unknown => {
  const id = isRecord(record) ? record['tokenizationRequestId'] : undefined;
  if (!isRecord(record) || typeof id !== 'string' || !isId(id)) return undefined;
  const named = { ...record };
  for (const [member, known] of Object.entries(NAMES)) {
    const name = named[member];
    if (typeof name === 'string') named[member] = knownName(known, name);
  }
  return withExactMoney(named);
};

/** What is only shown. Without one of these a request is still known for what it is. */
const SHOWN = new Set(['tokenSymbol', 'issuerRequestId', 'updatedAt', 'txHash', 'fees']);
const withoutShown = (record: object, names: readonly string[]): unknown =>
  names.every((name) => SHOWN.has(name)) ? omit(record, names) : undefined;

const decodeAnyRequest = decoderOf(
  'tokenization request',
  TokenizationRequest,
  exact,
  withoutShown,
);

export function decodeTokenizationRequest(json: unknown, tell?: Tell): Result<TokenizationRequest> {
  const request = decodeAnyRequest(json, tell);
  if (request.ok) {
    tellUnknown(tell, 'tokenization request', 'type', request.value.type, new Set(TYPES));
    tellUnknown(tell, 'tokenization request', 'status', request.value.status, new Set(STATUSES));
  }
  return request;
}

export const decodeTokenizationRequests = listDecoderOf(
  'tokenization requests',
  decodeTokenizationRequest,
);
export const decodeMint = decoderOf(
  'mint',
  TokenizationRequest,
  (record) => (isRecord(record) ? { type: 'mint', ...(exact(record) as object) } : record),
  withoutShown,
);

/** Recorded and sent again unchanged, like an order's body: see order-body.ts. */
export function encodeMint(draft: MintDraft, clientRequestId: string): string {
  return JSON.stringify({
    underlying_symbol: draft.underlyingSymbol,
    qty: draft.qty,
    issuer: draft.issuer,
    network: draft.network,
    wallet_address: draft.walletAddress,
    client_request_id: clientRequestId,
  });
}

const MintBody = z.object({
  underlyingSymbol: z.string(),
  qty: Decimal,
  issuer: z.string(),
  network: z.string(),
  walletAddress: z.string(),
  clientRequestId: z.string(),
});
export type MintBody = z.infer<typeof MintBody>;

/** The mint in a stored body; undefined when it cannot be read. */
export function readMintBody(body: string): MintBody | undefined {
  const record = MintBody.safeParse(camelize(parseJson(body)));
  return record.success ? record.data : undefined;
}
