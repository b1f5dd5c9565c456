import { z } from 'zod';
import { OfAccount, OfIntent } from '#contract/calls/shared.ts';
import { Decimal } from '#contract/decimal.ts';
import { Intent } from '#contract/intents.ts';
import { Meant } from '#contract/mint-guards.ts';
import { isOneSource, TableLayout, TableReading, tableSource } from '#contract/mint-table.ts';
import { Ticker } from '#contract/records.ts';
import {
  BatchHead,
  KnownAddress,
  MintForm,
  MintPreview,
  RequestLabel,
  TokenizationFilters,
  TokenizationRequest,
  TokenizationTerms,
  WalletAddress,
} from '#contract/tokenization.ts';

const ONE_SOURCE = 'Paste a table or choose a file.';
const OfWallet = OfAccount.extend({
  network: WalletAddress.shape.network,
  address: WalletAddress.shape.address,
});
const OfBatch = OfAccount.extend({ batchId: z.uuid() });

export const tokenizationCalls = {
  /** A person who asks again is not answered with what a mint was told before. */
  'tokenization.terms': {
    input: OfAccount.extend({ isAskedAgain: z.literal(true).optional() }),
    output: TokenizationTerms,
  },
  /** What can leave the account of a symbol, less everything of unknown fate. Absent until positions were read. */
  'mints.available': {
    input: OfAccount.extend({ symbol: Ticker }),
    output: z.strictObject({ available: Decimal.optional() }),
  },
  /** Ids for mints are opened with `tickets.open`, like those of orders. */
  'mints.preview': { input: OfIntent.extend({ form: MintForm }), output: MintPreview },
  /** `meant`: what was typed because it repeats another. */
  'mints.submit': {
    input: OfIntent.extend({ form: MintForm, meant: Meant.optional() }),
    output: Intent,
  },
  'mints.lookAgain': { input: OfIntent, output: Intent },
  /** The stored bytes under the same key, because the person said so; after a fresh look. */
  'mints.sendAgain': { input: OfIntent, output: Intent },
  'mints.setAside': { input: OfIntent, output: Intent },
  'tokenization.requests': {
    input: OfAccount.extend({ filters: TokenizationFilters }),
    output: z.array(TokenizationRequest),
  },
  'tokenization.byId': {
    input: OfAccount.extend({ tokenizationRequestId: z.uuid('must be a request id, a UUID') }),
    output: TokenizationRequest,
  },
  /** The newest with this label, and how many carry it. */
  'tokenization.byLabel': {
    input: OfAccount.extend({ label: RequestLabel.min(1, 'is missing') }),
    output: z.strictObject({ request: TokenizationRequest, others: z.number().int() }),
  },
  /** How a table of mints is understood: its columns, and how it writes numbers. Nothing is kept. */
  'batches.read': {
    input: OfAccount.extend({ ...tableSource, layout: TableLayout.optional() }).refine(
      isOneSource,
      ONE_SOURCE,
    ),
    output: TableReading,
  },
  /** Reads a table of mints and says of each row whether it could go. Nothing is sent. */
  'batches.dryRun': {
    input: OfAccount.extend({
      name: z.string().trim().min(1).max(120),
      ...tableSource,
      /** What the person chose; kept, for the next table with these headings. */
      layout: TableLayout.optional(),
    }).refine(isOneSource, ONE_SOURCE),
    output: BatchHead,
  },
  /** Rows that repeat a mint stay behind unless `meant` was typed for them. */
  'batches.start': { input: OfBatch.extend({ meant: Meant.optional() }), output: BatchHead },
  'batches.pause': { input: OfBatch, output: BatchHead },
  /** One that stands: what was not sent of it never is. What was sent stays in the record and is followed. */
  'batches.discard': { input: OfBatch, output: BatchHead },
  'batches.list': { input: OfAccount, output: z.array(BatchHead) },
  'addresses.get': { input: OfAccount, output: z.array(KnownAddress) },
  /** A wallet that tokens may go to, ahead of time; on a live account main asks. Taking that back is never asked about. */
  'addresses.approve': { input: OfWallet, output: z.array(KnownAddress) },
  'addresses.withdraw': { input: OfWallet, output: z.array(KnownAddress) },
  'addresses.set': {
    input: OfAccount.extend({ addresses: z.array(WalletAddress).max(500) }),
    output: z.array(KnownAddress),
  },
} as const;
