// Tokenization requests of an Authorized Participant. Types, statuses, issuers and networks are open sets.
import { TokenizationRequest } from '#contract/tokenization.ts';
import { decoderOf, listDecoderOf, withMoney } from '#main/wire/decode.ts';
import { isRecord } from '#main/wire/names.ts';

export type { TokenizationRequest };

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
