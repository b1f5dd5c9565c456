// One mint or redeem request, as it is kept and as it is told.
import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import type { IssuerOutcome } from '#main/paper/tokenization/issuer-settings.ts';

export const REQUEST_TYPES = ['mint', 'redeem'] as const;
export const REQUEST_STATUSES = ['pending', 'rejected', 'completed'] as const;

export type RequestType = (typeof REQUEST_TYPES)[number];
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export type TokenizationRequest = {
  id: string;
  accountId: string;
  type: RequestType;
  status: RequestStatus;
  underlyingSymbol: string;
  qty: string;
  issuer: string;
  network: string;
  walletAddress: string;
  clientRequestId: string | null;
  issuerRequestId: string;
  txHash: string | null;
  fees: string | null;
  createdMs: number;
  updatedMs: number | null;
  /** When the issuer is done, and with which result. */
  dueMs: number;
  outcome: IssuerOutcome;
};

export type RequestFilter = {
  matches(request: TokenizationRequest): boolean;
  /** Nothing that was created earlier can match: what the ledger need not even read. */
  createdFromMs: number;
};

/** TokenizationRequest on the wire. */
export function toWire(request: TokenizationRequest): Record<string, unknown> {
  return {
    ...toMintAnswer(request),
    type: request.type,
    wallet_address: request.walletAddress,
    issuer_request_id: request.issuerRequestId,
    client_account_id: request.accountId,
    client_external_account_id: externalAccountId(request),
    tx_hash: request.txHash,
    fees: request.fees,
    updated_at: request.updatedMs === null ? null : new Date(request.updatedMs).toISOString(),
  };
}

/** TokenizationMintResponse on the wire: the wallet is not echoed, the label is when it was sent. */
export function toMintAnswer(request: TokenizationRequest): Record<string, unknown> {
  return {
    tokenization_request_id: request.id,
    created_at: new Date(request.createdMs).toISOString(),
    status: request.status,
    underlying_symbol: request.underlyingSymbol,
    token_symbol: `${request.underlyingSymbol}x`,
    qty: request.qty,
    issuer: request.issuer,
    network: request.network,
    ...(request.clientRequestId === null ? {} : { client_request_id: request.clientRequestId }),
  };
}

/** A transaction id in the network's own spelling, made from the request's id. */
export function transactionHash({ id, network }: TokenizationRequest): string {
  const hash = (name: string) => createHash('sha256').update(`${id}/${name}`).digest();
  if (network === 'solana') return base58.encode(Buffer.concat([hash('a'), hash('b')]));
  const hex = hash('a').toString('hex');
  return network === 'ton' || network === 'tron' ? hex : `0x${hex}`;
}

const externalAccountId = ({ issuer, accountId }: TokenizationRequest) =>
  `${issuer}-${accountId.slice(0, 8)}`;
