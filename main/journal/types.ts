import type { DatabaseSync } from 'node:sqlite';
import type { ActivityKind, ActivityLine } from '#contract/activity.ts';
import type { Evidence, EvidenceKind, Intent, IntentKind, IntentState } from '#contract/intents.ts';
import type { Decimal } from '#contract/decimal.ts';
import type { GrantEntry } from '#contract/oauth.ts';
import type { Execution, Order, Position } from '#contract/orders.ts';
import type { Account } from '#contract/records.ts';
import type { WalletAddress } from '#contract/tokenization.ts';
import type { Gap, LossHold } from '#contract/trading.ts';
import type { ArchivedMonth, Month } from '#contract/archives.ts';
import type { ArchiveAnswer, ArchivePlace, HeldRow } from '#main/journal/archive-types.ts';
import type { CarriedAddresses } from '#main/journal/carry-addresses.ts';
import type { RowKey, StoredBatch, StoredBatchRow, StoredHead } from '#main/journal/batch-rows.ts';
import type { StoredClosing } from '#main/journal/closing-rows.ts';
import type { DiskCause, JournalFailure, JournalResult } from '#main/journal/failure.ts';
import type { StoredProposal } from '#main/journal/proposal-rows.ts';
import type { Step } from '#main/journal/transitions.ts';
import type { Clock, Delay, Log } from '#main/ports.ts';

export type JournalOptions = {
  /** The account's own folder; made when missing. */
  folder: string;
  accountId: string;
  clock: Clock;
  log: Log;
  /** Called at named points of every write, so that a harness can end the process there. */
  probe?: ((point: ProbePoint) => void) | undefined;
  /** How a connection is made; tests put failing disks here. */
  connect?: Connect | undefined;
  /** A large file is used before it is checked: `health` says so until `setChecked` is called. */
  isCheckedLater?: boolean | undefined;
  /** How large that is; tests are content with less. */
  checkedAtOnceBytes?: number | undefined;
} & BesideMain;

/** What takes long and is done in threads. */
export type BesideMain = {
  /** Searches through a connection of its own, with what is in memory on top. Rejects where it cannot. */
  findBeside?: FindBeside | undefined;
  /** Without it no index is written, and every search reads the whole journal. */
  searchIndex?: SearchIndexing | undefined;
  /** Reads archives beside main. Rejects where it cannot. */
  archives?: ArchiveReads | undefined;
};

export type Connect = (path: string, options: { readOnly: boolean }) => DatabaseSync;

export type ProbePoint = (typeof PROBE_POINTS)[number] | (typeof DROP_POINTS)[number];
export const PROBE_POINTS = [
  'before-migrate',
  'after-migrate',
  'before-recover',
  'after-recover',
  'before-record',
  'within-record',
  'after-record',
  'before-sent',
  'after-sent',
  'before-settle',
  'after-settle',
  'before-unknown',
  'after-unknown',
  'before-cancel-mark',
  'after-cancel-mark',
  'before-evidence',
  'after-evidence',
  'within-write',
  'before-save',
  'after-save',
] as const;

/** Of what an archive holds. */
export const DROP_POINTS = ['before-drop', 'within-drop', 'after-drop'] as const;

export type Health = (
  | { writable: true }
  | {
      writable: false;
      cause: DiskCause;
      reason: string;
      needsReopen: boolean;
      /** The disk is full, and what was kept free on it is for orders that end positions, and for cancels. */
      takesExits?: true;
    }
) & {
  /** Its file was not checked yet: nothing is opened on the word of it. Exits and cancels are. */
  isUnchecked?: true;
  /** Why that check could not be made. */
  whyUnchecked?: string;
};

/** What a person decided, before anything is known about it. */
export type IntentDraft = Pick<
  Intent,
  'intentId' | 'accountId' | 'kind' | 'body' | 'symbol' | 'title' | 'confirmedAt'
> &
  Partial<Pick<Intent, 'isExit'>> & { targetId?: string | undefined };

type Recorded = { intent: Intent; isNew: boolean };

export type Line = {
  kind: EvidenceKind;
  text: string;
  status?: number | undefined;
  requestId?: string | undefined;
};

/** A line and how often it was seen: `at` is the first time, `lastAt` the newest. */
export type EvidenceLine = Evidence & { times: number; lastAt: number };

export type Cursor = { confirmedAt: number; intentId: string };
export type IntentQuery = {
  states?: readonly IntentState[] | undefined;
  kinds?: readonly IntentKind[] | undefined;
  symbol?: string | undefined;
  /** Confirmed in [from, to), epoch ms. */
  from?: number | undefined;
  to?: number | undefined;
  /** Changed then or later, epoch ms. */
  changedFrom?: number | undefined;
  before?: Cursor | undefined;
  limit?: number | undefined;
};
export type IntentPage = { intents: Intent[]; next: Cursor | undefined };
export type Counts = Record<IntentState, number>;

/** Something that happened around the orders, in a sentence. */
export type JournalEvent = { kind: 'stream' | 'desk'; detail: string; text: string };
export type ActivityLineQuery = {
  /** None means all. */
  kinds: readonly ActivityKind[];
  /** Every word of it must be in the line. */
  text: string;
  /** Only lines from this moment on, and before that one; epoch ms. */
  from?: number | undefined;
  to?: number | undefined;
  /** Only what comes after this line, newest first. */
  before?: { at: number; lineId: string } | undefined;
  limit: number;
};
export type ActivityLinePage = { lines: ActivityLine[]; isEnd: boolean };
/** `damaged` is how many rows on the way could not be read. */
export type FoundLines = ActivityLinePage & { damaged: number };
export type WholeEvidence = {
  lines: EvidenceLine[];
  /** Where older lines are, and why they are not among these. */
  archive?: { month: Month; problem?: string };
};
/** What memory knows and the disk does not yet; it takes the place of what is there. */
export type Kept = {
  intents: readonly Intent[];
  lines: readonly (EvidenceLine & { seq: number })[];
};
/** `isByIndex` says that the index of the journal was used. */
export type FoundBeside = FoundLines & { isByIndex: boolean };
/** `isIndexed` says whether it may be, if there is one. */
type FindBeside = (
  path: string,
  query: ActivityLineQuery,
  kept: Kept,
  isIndexed: boolean,
) => Promise<FoundBeside>;
/**
 * Brings the index of the journal at this path up to date, for so long, up to this line, unless no more than `lag` are
 * missing. `at` is the time by the clock that dated the lines; epoch ms, whole.
 */
export type IndexJob = { path: string; until: number; at: number; sliceMs: number; lag: number };
/** Every line up to `covered` is in it. */
export type IndexAnswer = { covered: number; isDone: boolean };
type SearchIndexing = {
  /** Beside main. Rejects where it cannot. */
  update(job: IndexJob): Promise<IndexAnswer>;
  delay: Delay;
  /** From this size of its file on a journal is indexed. */
  fromBytes?: number;
};
type ArchiveReads = {
  lines(place: ArchivePlace, intentId: string): Promise<ArchiveAnswer<ArchivedLine[]>>;
  find(place: ArchivePlace, query: ActivityLineQuery): Promise<ArchiveAnswer<FoundLines>>;
};
type ArchivedLine = EvidenceLine & { seq: number; isRepeat: boolean };
export type TokenizationRecord = { tokenizationRequestId: string } & Record<string, unknown>;
/** What was last heard, and when this desk heard it (epoch ms). */
export type Saved<T> = { value: T; receivedAt: number };
/** How far the broker's own records were read, in its order and by its clock: ours may be wrong. */
export type ReadMark = {
  /** The activity up to which every fill is known. */
  activityId?: string | undefined;
  /** Every order that was submitted until then is known; epoch ms. */
  ordersUntil?: number | undefined;
};
/** How far the stream of activities was heard: up to this event, or from this moment of the broker's clock on. */
export type ActivityMark = { eventId?: string | undefined; at: string };
/** How far the broker's list of tokenization requests was read; epoch ms. */
export type RequestMark = {
  /** What was created before is history. */
  from: number;
  /** What was received until then was there at the first reading. */
  firstAt: number;
  /** When it was last read. */
  listedAt: number;
};
export type LastKnown = {
  account: Saved<Account> | undefined;
  positions: Saved<Position[]> | undefined;
  /** Every open order, then the newest others. */
  orders: Saved<Order>[];
  /** Those of these orders, then the newest others. */
  executions: Saved<Execution>[];
  tokenizations: Saved<TokenizationRecord>[];
  gaps: Gap[];
  /** Absent unless the daily loss limit was hit and the next session has not begun. */
  lossHold?: LossHold;
};

export type Opened = {
  journal: Journal;
  /** Where a damaged file was put. */
  setAside: string | undefined;
  /** Intents that could be read out of the damaged file. */
  salvaged: number;
  /** Entries of its address book. */
  addresses: CarriedAddresses | undefined;
  /** What the last run left recorded or sent; unknown from now on. */
  recovered: Intent[];
  /** Nothing can be written now: nothing may be placed, cancels may. */
  problem: JournalFailure | undefined;
};
export type Reopened = {
  setAside: string | undefined;
  salvaged: number;
  addresses: CarriedAddresses | undefined;
  flushed: number;
  /** It could not be opened until now, or was not checked, so that what it knows was not read or may be something else. */
  isFirst: boolean;
};

/** Without an order: fills were told of one that nobody has seen. */
export type SavedOrder = { order: Order | undefined; executions: readonly Execution[] };

/** Whatever touches the disk answers a result. A disk failure says whether the change is kept in memory. */
export type Journal = {
  /**
   * Returns once the intent is synced. Sending may follow only an answer with `isNew`. An exit may use the space that is
   * kept for it on a full disk.
   */
  record(draft: IntentDraft, isExit?: boolean): JournalResult<Recorded>;
  /** Moves the intent by what happened, with its line of evidence, both or neither. */
  advance(intentId: string, step: Step, line: Line): JournalResult<Intent>;
  /** Synced. */
  markCancelWhenFound(intentId: string, text: string): JournalResult<Intent>;
  /** Synced, in one write; ids that are not known are passed over. */
  markCancels(intentIds: readonly string[], text: string): JournalResult<Intent[]>;
  /** The cancel was carried out, or is not wanted any more. */
  clearCancelWhenFound(intentId: string, text: string): JournalResult<Intent>;
  addEvidence(intentId: string, line: Line): JournalResult<EvidenceLine>;
  /** Counts a line that says the same again instead of adding one. */
  repeatEvidence(intentId: string, line: Line): JournalResult<EvidenceLine>;

  get(intentId: string): JournalResult<Intent | undefined>;
  /** What aims at this order or became it, or became this request. */
  about(brokerId: string): JournalResult<Intent[]>;
  list(query?: IntentQuery): JournalResult<IntentPage>;
  evidence(intentId: string): JournalResult<EvidenceLine[]>;
  counts(): JournalResult<Counts>;
  /** What still needs lookups, oldest first. From memory, so that following never stops. */
  unsettled(): Intent[];
  /** Cancels to carry out as soon as the order appears, or now when it has. */
  pendingCancels(): Intent[];
  /** Whether a restart would find the mark: on a disk that fails it is in memory alone. */
  isCancelWritten(intentId: string): boolean;

  saveOrders(orders: readonly Order[]): JournalResult<null>;
  saveExecutions(executions: readonly Execution[]): JournalResult<null>;
  saveAccount(account: Account, receivedAt?: number): JournalResult<null>;
  savePositions(positions: readonly Position[], receivedAt?: number): JournalResult<null>;
  saveTokenizations(requests: readonly TokenizationRecord[]): JournalResult<null>;
  saveGap(gap: Gap): JournalResult<null>;
  /** Synced; null ends it. */
  saveLossHold(hold: LossHold | null): JournalResult<null>;
  /** Synced: what was granted must be found again. */
  saveGrant(grant: GrantEntry): JournalResult<null>;
  /** Newest first. */
  grants(): JournalResult<GrantEntry[]>;
  /** All of what was last heard; whoever wants one part of it asks for that alone. */
  load(newestOrders?: number): JournalResult<LastKnown>;
  /** All that was saved of an order, however old. */
  savedOrder(orderId: string): JournalResult<SavedOrder>;
  /** By when they happened, epoch ms: from the first moment until before the second. */
  executionsBetween(from: number, to: number): JournalResult<Execution[]>;
  /** As many as a table of fills begins with. */
  newestExecutions(): JournalResult<Execution[]>;
  /** When the first and the last of all happened, epoch ms. */
  executionSpan(): JournalResult<{ first: number; last: number } | undefined>;
  /** Undefined unless the daily loss limit was hit and the next session has not begun. */
  lossHold(): JournalResult<LossHold | undefined>;
  tokenizations(): JournalResult<Saved<TokenizationRecord>[]>;
  /** The newest first. */
  gaps(): JournalResult<Gap[]>;
  positions(): JournalResult<Saved<Position[]> | undefined>;
  /** How many orders were open when their broker was last heard. */
  openOrderCount(): JournalResult<number>;
  saveMark(mark: ReadMark): JournalResult<null>;
  mark(): JournalResult<ReadMark | undefined>;
  saveActivityMark(mark: ActivityMark): JournalResult<null>;
  activityMark(): JournalResult<ActivityMark | undefined>;
  saveRequestMark(mark: RequestMark): JournalResult<null>;
  requestMark(): JournalResult<RequestMark | undefined>;
  /** What each of the newest transfers was worth when it was first seen, by the id of its activity. */
  saveTransfers(worth: Readonly<Record<string, Decimal>>): JournalResult<null>;
  transfers(): JournalResult<Record<string, Decimal>>;
  /** Synced. When the person approved each wallet, by its key (wallet-key.ts). */
  saveApprovedWallets(approvedAt: Readonly<Record<string, number>>): JournalResult<null>;
  approvedWallets(): JournalResult<Record<string, number>>;
  /** Synced. Mints that wait for a second person, and the last that did. */
  saveProposals(proposals: readonly StoredProposal[]): JournalResult<null>;
  proposals(): JournalResult<StoredProposal[]>;

  /** Synced when this returns well: the keys of its rows are fixed from then on. */
  saveBatch(batch: StoredBatch): JournalResult<null>;
  /** Newest first, without their rows. */
  batches(): JournalResult<StoredHead[]>;
  /** Undefined where there is none, or none that can be read. */
  batchRows(batchId: string): JournalResult<StoredBatchRow[] | undefined>;
  /** The keys of its rows. */
  batchKeys(batchId: string): JournalResult<RowKey[]>;
  saveAddresses(addresses: readonly WalletAddress[]): JournalResult<null>;
  addresses(): JournalResult<WalletAddress[]>;

  /** Synced when this returns well: what was confirmed, and the id of every exit before it is sent. */
  saveClosing(closing: StoredClosing): JournalResult<null>;
  /** Those that did not end, oldest first. */
  openClosings(): JournalResult<StoredClosing[]>;

  saveEvent(event: JournalEvent): JournalResult<null>;
  /** Intents, their evidence, gaps and events as one list, newest first. */
  activity(query: ActivityLineQuery): JournalResult<ActivityLinePage>;
  /** The same; what takes long is read beside main, where that can be. */
  findActivity(query: ActivityLineQuery): Promise<JournalResult<ActivityLinePage>>;

  /** When the oldest line of evidence in it was written. */
  evidenceSince(): number | undefined;
  /** Newest first. */
  archivedMonths(): ArchivedMonth[];
  /** With the lines that are in the archive of its month, and why those could not be read. */
  wholeEvidence(
    intent: Pick<Intent, 'intentId' | 'confirmedAt'>,
  ): Promise<JournalResult<WholeEvidence>>;
  findArchived(month: Month, query: ActivityLineQuery): Promise<JournalResult<ActivityLinePage>>;
  /**
   * Deletes rows that the archive of the month holds, from this place on, for a few milliseconds. Answers the next place. What has
   * changed since it was copied stays.
   */
  dropArchived(month: Month, rows: readonly HeldRow[], from: number): JournalResult<number>;

  health(): Health;
  /** After each change of it. */
  onHealth(listener: () => void): () => void;
  /**
   * Tries to write what is kept, where the file need not be opened again first. Answers, once, what was opened again
   * before and could not be written to.
   */
  flush(): JournalResult<Reopened | undefined>;
  /** Closes and opens the file, checks it, and writes what was kept. */
  reopen(): JournalResult<Reopened>;
  /** The file was checked while it was in use, and is sound. */
  setChecked(): void;
  close(): void;
};
