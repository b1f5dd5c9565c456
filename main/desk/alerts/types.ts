// What alerts remember between starts, and what they are told.
import type { AlertSettings, PriceAlert } from '#contract/alerts.ts';
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import type { Book } from '#main/account/standing/book.ts';

export type AlertStore = {
  settings(): AlertSettings;
  saveSettings(settings: AlertSettings): void;
  /** Ids of what was told, oldest first. */
  told(): readonly string[];
  saveTold(alertIds: readonly string[]): void;
  /** From when on happenings of an account are news; epoch ms. */
  since(accountId: string): number | undefined;
  saveSince(accountId: string, at: number): void;
  priceAlerts(): readonly PriceAlert[];
  /** Because a person asked for it: throws when it cannot be kept. */
  savePriceAlerts(alerts: readonly PriceAlert[]): void;
  /** Because one was reached: never throws. */
  saveFired(alerts: readonly PriceAlert[]): void;
};

/** What an account tells of itself. Other kinds of news are passed over. */
export type AccountNews =
  | { kind: 'intent'; intent: Intent }
  | { kind: 'late'; intent: Intent; order: Order }
  /** `before` is the status it had; absent when nothing was known of it. */
  | { kind: 'tokenization'; request: TokenizationRequest; before?: string | undefined }
  | { kind: 'late-mint'; intent: Intent; request: TokenizationRequest }
  | { kind: 'cancel-declined'; orderId: string; text: string }
  | { kind: 'gap' | 'bars' | 'cancel-done' };

export type WatchedAccount = {
  accountId: string;
  /** As the person calls it, with its environment: 'My account, PAPER'. */
  name: string;
  book: Pick<Book, 'order' | 'orders' | 'streams' | 'onChange'>;
  onNews(listener: (news: AccountNews) => void): () => void;
  /** Follows the prices of these symbols, besides whatever else is followed, until it is called again. */
  followPrices(symbols: readonly string[]): void;
  /** Why orders cannot be recorded, if so. */
  journalProblem(): string | undefined;
};
