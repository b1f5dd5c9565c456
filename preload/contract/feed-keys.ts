// What tells the items of a feed apart, by its name. Apart from their schemas, which a page need not build in order to
// keep items.
import type { Alert } from '#contract/alerts.ts';
import type { Bar } from '#contract/bars.ts';
import type { CancelWait } from '#contract/cancel-waits.ts';
import type { Closing } from '#contract/closings.ts';
import type { Intent } from '#contract/intents.ts';
import type { Execution, Order } from '#contract/orders.ts';
import type { MintProposal } from '#contract/proposals.ts';
import type { Price, StreamState, SymbolMarket } from '#contract/records.ts';
import type { BatchHead, BatchRow, MintRow, TokenizationRequest } from '#contract/tokenization.ts';
import type { Gap } from '#contract/trading.ts';
import type { Visit } from '#contract/visits.ts';

export const feedKeys = {
  desk: (): string => 'desk',
  accounts: (): string => 'accounts',
  alerts: (item: Alert): string => item.alertId,
  visits: (item: Visit): string => item.visitId,
  updates: (): string => 'updates',
  account: (): string => 'account',
  prices: (item: Price): string => item.symbol,
  bars: (item: Bar): string => `${item.symbol}:${item.time}`,
  quotes: (item: SymbolMarket): string => item.symbol,
  streams: (item: StreamState): string => item.stream,
  orders: (item: Order): string => item.id,
  intents: (item: Intent): string => item.intentId,
  cancels: (item: CancelWait): string => item.id,
  executions: ({ orderId, cumQty, again }: Execution): string =>
    [orderId, cumQty, ...(again === undefined ? [] : [again])].join(':'),
  positions: (): string => 'positions',
  trading: (): string => 'trading',
  mints: (item: MintRow): string => item.intent.intentId,
  tokenizations: ({ request }: { request: TokenizationRequest }): string =>
    request.tokenizationRequestId,
  batches: (item: BatchHead): string => item.batchId,
  batchRows: ({ line }: BatchRow): string => String(line),
  proposals: (item: MintProposal): string => item.proposalId,
  closings: (item: Closing): string => item.closingId,
  market: (): string => 'market',
  gaps: (item: Gap): string => `${item.stream}:${item.from}`,
};
