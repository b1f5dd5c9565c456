// What a mint desk tells of itself: to the windows that are open, and to whoever makes alerts of it.
import type { Intent, IntentState } from '#contract/intents.ts';
import type {
  BatchHead,
  KnownRequest,
  MintRow,
  RequestOrigin,
  TokenizationRequest,
} from '#contract/tokenization.ts';
import type { BatchNews } from '#main/account/mints/batch-news.ts';
import type { ForeignNews } from '#main/account/mints/foreign-requests.ts';
import type { ProposalNews } from '#main/account/mints/proposals.ts';

export type MintsChange =
  | { kind: 'row'; row: MintRow }
  | { kind: 'requests'; requests: KnownRequest[] }
  | { kind: 'batch'; batch: BatchHead }
  | ProposalNews;

export type MintsNews =
  /** `batchId` is that of the batch it is a row of: those are told as one. */
  | { kind: 'intent'; intent: Intent; batchId?: string }
  | BatchNews
  | ProposalNews
  /** A request that was not known, or whose status changed; `before` is its status until now. */
  | {
      kind: 'tokenization';
      request: TokenizationRequest;
      before: string | undefined;
      batchId?: string;
      origin?: RequestOrigin | undefined;
    }
  | ForeignNews
  /** A mint that was refused, not sent or set aside turned out to be at the broker. */
  | { kind: 'late-mint'; intent: Intent; request: TokenizationRequest; before: IntentState };
