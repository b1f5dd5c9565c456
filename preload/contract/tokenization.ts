// Mints and redeems of an Authorized Participant. Of what the broker says, types, statuses, issuers and networks
// are open sets. What a person asks for is strict.
import { z } from 'zod';
import { Decimal, Quantity } from '#contract/decimal.ts';
import { Intent } from '#contract/intents.ts';
import { MintVerdict } from '#contract/mint-guards.ts';
import { ISSUERS, knownName, NETWORKS } from '#contract/mint-names.ts';
import { TableColumn } from '#contract/mint-table.ts';
import { Ticker } from '#contract/records.ts';

/** A mint or redeem as the broker tells it. The answer to a mint has no wallet address and no type; its type is 'mint'. */
export const TokenizationRequest = z.object({
  tokenizationRequestId: z.string(),
  type: z.string(),
  status: z.string(),
  underlyingSymbol: z.string(),
  issuer: z.string(),
  network: z.string(),
  qty: Decimal,
  createdAt: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'not a time'),
  tokenSymbol: z.string().optional(),
  walletAddress: z.string().optional(),
  clientRequestId: z.string().optional(),
  issuerRequestId: z.string().optional(),
  updatedAt: z.string().optional(),
  txHash: z.string().optional(),
  fees: Decimal.optional(),
});
export type TokenizationRequest = z.infer<typeof TokenizationRequest>;

/** Who asked for it: this desk in its form, a batch of this desk, or somebody else. */
export const RequestOrigin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('desk') }),
  z.strictObject({ kind: z.literal('batch'), batchId: z.uuid(), name: z.string() }),
  z.strictObject({ kind: z.literal('elsewhere') }),
]);
export type RequestOrigin = z.infer<typeof RequestOrigin>;

/** 'this desk', 'batch NAME', 'elsewhere'; nothing is known while a mint of this desk may turn out to be it. */
export const originWords = (origin: RequestOrigin | undefined): string => {
  if (!origin) return 'not known yet';
  if (origin.kind === 'desk') return 'this desk';
  return origin.kind === 'batch' ? `batch ${origin.name}` : 'elsewhere';
};

/** A request as this desk knows it: what was heard last, when, and where it came from. */
export const KnownRequest = z.strictObject({
  request: TokenizationRequest,
  receivedAt: z.number(),
  origin: RequestOrigin.optional(),
});
export type KnownRequest = z.infer<typeof KnownRequest>;

const FINAL: ReadonlySet<string> = new Set(['completed', 'rejected']);
/** Nothing more happens to it. A status that nobody here knows is followed. */
export const isFinal = ({ status }: Pick<TokenizationRequest, 'status'>): boolean =>
  FINAL.has(status);

/** Enough of a wallet address to tell it from others by eye. */
export const shortAddress = (address: string): string =>
  address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address;

const OpenName = z
  .string()
  .trim()
  .min(1, 'is missing')
  .max(40)
  .regex(/^[\x21-\x7e]+$/, 'must be one plain word');

const IssuerName = OpenName.transform((name) => knownName(ISSUERS, name));
const NetworkName = OpenName.transform((name) => knownName(NETWORKS, name));

/** A name of one's own for a request: it may be used twice, and then the newest is found under it. */
export const RequestLabel = z
  .string()
  .max(128, 'must be at most 128 characters')
  .regex(/^(?! )[\x20-\x7e]*(?<! )$/, 'must be plain characters with no space at either end');

export const MintForm = z.strictObject({
  underlyingSymbol: Ticker,
  qty: Quantity,
  issuer: IssuerName,
  network: NetworkName,
  walletAddress: z.string().trim().min(1, 'is missing').max(128),
  /** Empty: the id of the intent stands in. */
  label: RequestLabel,
});
export type MintForm = z.infer<typeof MintForm>;

/** What the parts of the form are called where a sentence begins with them. */
export const MINT_NAMES: Record<keyof MintForm, string> = {
  underlyingSymbol: 'The symbol',
  qty: 'The quantity',
  issuer: 'The issuer',
  network: 'The network',
  walletAddress: 'The wallet address',
  label: 'The label',
};

/** What a mint would do, and what is wrong with it, without asking the network. */
export const MintPreview = z.strictObject({
  title: z.string(),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  /** What a person should know and may overrule. */
  warnings: z.array(z.string()),
  /** What each guard says; main asks them again when it is sent. */
  verdicts: z.array(MintVerdict),
  available: Decimal.optional(),
  availableAfter: Decimal.optional(),
});
export type MintPreview = z.infer<typeof MintPreview>;

/** A mint intent with its request, where one is known, and what the desk is doing about it. */
export const MintRow = z.strictObject({
  intent: Intent,
  request: TokenizationRequest.optional(),
  /** Sending again by itself: when next (epoch ms), how often so far, and until when. */
  retry: z
    .strictObject({ attempts: z.number().int(), nextAt: z.number(), until: z.number() })
    .optional(),
});
export type MintRow = z.infer<typeof MintRow>;

export const TokenizationFilters = z.strictObject({
  type: z.string().max(40).optional(),
  status: z.string().max(40).optional(),
  underlyingSymbol: z.string().max(20).optional(),
  issuer: z.string().max(40).optional(),
  network: z.string().max(40).optional(),
  /** RFC 3339 with an offset; both exclusive. */
  after: z.string().max(40).optional(),
  before: z.string().max(40).optional(),
});
export type TokenizationFilters = z.infer<typeof TokenizationFilters>;

/** Whether this account may mint, and what an issuer and a network may be. */
export const TokenizationTerms = z.strictObject({
  /** 'unknown' until the broker was asked. */
  participant: z.enum(['yes', 'no', 'unknown']),
  why: z.string().optional(),
  issuers: z.array(z.string()),
  networks: z.array(z.string()),
});
export type TokenizationTerms = z.infer<typeof TokenizationTerms>;

/** What the cells of a wrong row said, as they said it. */
export const SaidCells = z.partialRecord(TableColumn, z.string());
export type SaidCells = z.infer<typeof SaidCells>;

const RowState = z.enum([
  'ready',
  'wrong',
  /** Not begun. */
  'waiting',
  /** Written down; it leaves when its turn in the budget of requests comes. */
  'queued',
  'sending',
  /** The broker has it and the issuer has not ended it. */
  'pending',
  'completed',
  'rejected',
  'refused',
  'unknown',
  'not-sent',
  /** Never sent, and it will not be: the person discarded the batch. */
  'discarded',
]);

export const BatchRow = z.strictObject({
  line: z.number().int(),
  form: MintForm.optional(),
  said: SaidCells.optional(),
  /** Why this row cannot go; nothing when it can. */
  issues: z.array(z.string()),
  intentId: z.uuid().optional(),
  state: RowState,
  note: z.string().optional(),
  /** Queued: when the broker's limit lets it go, epoch ms. Absent when that is now. */
  turnAt: z.number().optional(),
  /** What holds it back now: `repeats` is for the person to say that it is meant, `second-person` for somebody else to agree. The note has words. */
  held: z.enum(['repeats', 'guard', 'second-person']).optional(),
  /** Before it goes: its wallet is new, or its approval was taken back, in words. On a live account main asks about it. */
  newWallet: z.string().optional(),
  tokenizationRequestId: z.string().optional(),
  txHash: z.string().optional(),
  fees: Decimal.optional(),
  /** When the issuer ended it, as the broker tells it. */
  endedAt: z.string().optional(),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** What a row has in its cells: its mint, or what it said where that is none. */
export const cellsOf = ({ form, said }: Pick<BatchRow, 'form' | 'said'>): SaidCells =>
  form ?? said ?? {};

/** Rows by state; one that is held back counts as what holds it. */
export const BatchCounts = z.partialRecord(
  z.enum([...RowState.options, 'repeats', 'guard', 'second-person']),
  z.number().int(),
);
export type BatchCounts = z.infer<typeof BatchCounts>;

/** Many mints from one table, without its rows: those are sent for the batch that is open (feed `batchRows`). */
export const BatchHead = z.strictObject({
  batchId: z.uuid(),
  name: z.string(),
  createdAt: z.number(),
  /** Awaiting: everything was sent and answered, and the issuer has not ended every row. Discarded: nothing more is sent. */
  state: z.enum(['dry', 'running', 'paused', 'awaiting', 'done', 'discarded']),
  /** SHA-256 of its text, however it was saved and its lines end. */
  fingerprint: z.string().optional(),
  /** Its numbers were written with a comma. */
  decimal: z.literal('comma').optional(),
  counts: BatchCounts,
});
export type BatchHead = z.infer<typeof BatchHead>;

/** Many mints from one table: tried dry first, then one idempotent intent per row. */
export const Batch = BatchHead.extend({ rows: z.array(BatchRow) });
export type Batch = z.infer<typeof Batch>;

export const WalletAddress = z.strictObject({
  name: z.string().trim().min(1).max(60),
  network: NetworkName,
  address: z.string().trim().min(1).max(128),
});
export type WalletAddress = z.infer<typeof WalletAddress>;

/** As main tells it: a page that says so itself is not believed. */
export const KnownAddress = WalletAddress.extend({
  /** A mint of this account there was completed, or the person said yes to it. */
  isApproved: z.literal(true).optional(),
});
export type KnownAddress = z.infer<typeof KnownAddress>;
