// Everything the page may watch. A feed begins with a batch marked `reset` that holds the present state, or the first
// part of it; later batches hold what changed. `keep` says what may happen to items that wait for the next batch: 'newest' keeps one per key,
// 'every' never drops or merges.
import { z } from 'zod';
import { AccountProfile, DeskState } from '#contract/accounts.ts';
import { Alert } from '#contract/alerts.ts';
import { LiveBar } from '#contract/bars.ts';
import { CancelWait } from '#contract/cancel-waits.ts';
import { Closing } from '#contract/closings.ts';
import { feedKeys } from '#contract/feed-keys.ts';
import { Intent } from '#contract/intents.ts';
import { MarketState } from '#contract/market-state.ts';
import { Execution, Order, Position, UnreadPosition } from '#contract/orders.ts';
import { MintProposal } from '#contract/proposals.ts';
import {
  AccountId,
  AccountReading,
  Price,
  StreamState,
  SymbolMarket,
  Ticker,
} from '#contract/records.ts';
import { BatchHead, BatchRow, KnownRequest, MintRow } from '#contract/tokenization.ts';
import { Gap, TradingState } from '#contract/trading.ts';
import { UpdateState } from '#contract/updates.ts';
import { Visit } from '#contract/visits.ts';

const OfAccount = z.strictObject({ accountId: AccountId });
const OfDesk = z.strictObject({});

export const feeds = {
  /** The desk as a whole. Goes on while it is locked, unlike every other feed. */
  desk: {
    params: OfDesk,
    item: DeskState,
    keep: 'newest',
    key: feedKeys.desk,
  },
  /** All accounts at once, in the person's order. */
  accounts: {
    params: OfDesk,
    item: z.strictObject({ accounts: z.array(AccountProfile) }),
    keep: 'newest',
    key: feedKeys.accounts,
  },
  /** The last alerts, then each as it is told, and once more when it is over. */
  alerts: {
    params: OfDesk,
    item: Alert,
    keep: 'every',
    key: feedKeys.alerts,
  },
  /** Places to show, asked for from outside of the page; the last one to begin with, if it is fresh. */
  visits: {
    params: OfDesk,
    item: Visit,
    keep: 'every',
    key: feedKeys.visits,
  },
  /** New versions: what the feed says of them, and the file that is being saved. */
  updates: {
    params: OfDesk,
    item: UpdateState,
    keep: 'newest',
    key: feedKeys.updates,
  },
  account: {
    params: OfAccount,
    item: AccountReading,
    keep: 'newest',
    key: feedKeys.account,
  },
  prices: {
    params: OfAccount,
    item: Price,
    keep: 'newest',
    key: feedKeys.prices,
  },
  /**
   * Minute bars of one symbol: the past two hours to begin with, and the minute that runs as it stands; later the
   * finished ones, and a running one when it begins or more of it is known. A symbol that is on no watchlist is followed
   * for as long as it is watched here.
   */
  bars: {
    params: OfAccount.extend({ symbol: Ticker }),
    item: LiveBar,
    keep: 'every',
    key: feedKeys.bars,
  },
  /** Quote, halt and price band of one symbol; its quotes are asked of the broker for as long as it is watched. */
  quotes: {
    params: OfAccount.extend({ symbol: Ticker }),
    item: SymbolMarket,
    keep: 'newest',
    key: feedKeys.quotes,
  },
  streams: {
    params: OfAccount,
    item: StreamState,
    keep: 'newest',
    key: feedKeys.streams,
  },
  orders: {
    params: OfAccount,
    item: Order,
    keep: 'every',
    key: feedKeys.orders,
  },
  intents: {
    params: OfAccount,
    item: Intent,
    keep: 'every',
    key: feedKeys.intents,
  },
  /** Cancels that are not over; one more time when one is. */
  cancels: {
    params: OfAccount,
    item: CancelWait,
    keep: 'newest',
    key: feedKeys.cancels,
  },
  executions: {
    params: OfAccount,
    item: Execution,
    keep: 'every',
    key: feedKeys.executions,
  },
  /**
   * All positions at once: one that is missing from the newest list is closed, unless it is among those that could not
   * be read.
   */
  positions: {
    params: OfAccount,
    item: z.strictObject({
      positions: z.array(Position),
      receivedAt: z.number(),
      unread: z.array(UnreadPosition).optional(),
    }),
    keep: 'newest',
    key: feedKeys.positions,
  },
  trading: {
    params: OfAccount,
    item: TradingState,
    keep: 'newest',
    key: feedKeys.trading,
  },
  mints: {
    params: OfAccount,
    item: MintRow,
    keep: 'newest',
    key: feedKeys.mints,
  },
  /** Requests as they are read: those of the last days to begin with, then whatever changed. */
  tokenizations: {
    params: OfAccount,
    item: KnownRequest,
    keep: 'newest',
    key: feedKeys.tokenizations,
  },
  batches: {
    params: OfAccount,
    item: BatchHead,
    keep: 'newest',
    key: feedKeys.batches,
  },
  /** The rows of one batch, a slice at a time: it is whole once there are as many as its head counts. Then what changes. */
  batchRows: {
    params: OfAccount.extend({ batchId: z.uuid() }),
    item: BatchRow,
    keep: 'newest',
    key: feedKeys.batchRows,
  },
  /** Mints and batches that wait for a second person, and the last that did. */
  proposals: {
    params: OfAccount,
    item: MintProposal,
    keep: 'newest',
    key: feedKeys.proposals,
  },
  /** Ways out that wait for the person, and those of this run. */
  closings: {
    params: OfAccount,
    item: Closing,
    keep: 'newest',
    key: feedKeys.closings,
  },
  /** The session that runs, and the feed that the account's prices are of. */
  market: {
    params: OfAccount,
    item: MarketState,
    keep: 'newest',
    key: feedKeys.market,
  },
  gaps: {
    params: OfAccount,
    item: Gap,
    keep: 'every',
    key: feedKeys.gaps,
  },
} as const;

export type FeedName = keyof typeof feeds;
export type Params<F extends FeedName> = z.infer<(typeof feeds)[F]['params']>;
export type Item<F extends FeedName> = z.infer<(typeof feeds)[F]['item']>;

export const isFeedName = (name: unknown): name is FeedName =>
  typeof name === 'string' && Object.hasOwn(feeds, name);
