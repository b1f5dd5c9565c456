// Tokenization requests of an Authorized Participant. Types, statuses, issuers and networks are open sets.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import { decoderOf, listDecoderOf, Moment, withMoney } from '#main/wire/decode.ts';
import { isRecord } from '#main/wire/names.ts';

/** A mint or redeem. The answer to a mint has no wallet address and no type; there the type is 'mint'. */
export const TokenizationRequest = z.looseObject({
  tokenizationRequestId: z.string(),
  type: z.string(),
  status: z.string(),
  underlyingSymbol: z.string(),
  issuer: z.string(),
  network: z.string(),
  qty: Decimal,
  createdAt: Moment,
  tokenSymbol: z.string().optional(),
  walletAddress: z.string().optional(),
  clientRequestId: z.string().optional(),
  issuerRequestId: z.string().optional(),
  updatedAt: z.string().optional(),
  txHash: z.string().optional(),
  fees: Decimal.optional(),
});
export type TokenizationRequest = z.infer<typeof TokenizationRequest>;

export type MintDraft = {
  underlyingSymbol: string;
  qty: string;
  issuer: string;
  network: string;
  walletAddress: string;
};

const exact = withMoney(['qty', 'fees']);

export const decodeTokenizationRequest = decoderOf(
  'tokenization request',
  TokenizationRequest,
  exact,
);
export const decodeTokenizationRequests = listDecoderOf(
  'tokenization requests',
  decodeTokenizationRequest,
);
export const decodeMint = decoderOf('mint', TokenizationRequest, (record) =>
  isRecord(record) ? { type: 'mint', ...(exact(record) as object) } : record,
);

/** Recorded and sent again unchanged, like an order's body: see encode-order.ts. */
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
