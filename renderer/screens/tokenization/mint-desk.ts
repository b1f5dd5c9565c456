// What the parts of this screen share.
import type { TokenizationTerms } from '#contract/tokenization.ts';
import type { MintFeeds } from '#renderer/session/use-mint-feeds.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

export type MintDesk = {
  feeds: MintFeeds;
  /** Undefined until they were asked for. */
  terms: TokenizationTerms | undefined;
  /** Whatever a mint was told before. */
  askTermsAgain(): Promise<void>;
  /** The mint that the form sent last: its fate is told there. */
  lastMint: string | undefined;
  setLastMint(intentId: string | undefined): void;
  /** Shows what is known about a mint of this desk. */
  showEvidence(intentId: string): void;
};

export const [MintDeskContext, useMintDesk] = neededContext<MintDesk>('the mint desk around it');
