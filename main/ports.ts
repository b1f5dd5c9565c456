// What a shell must give the core. Nothing here knows Electron, and no part of the core reaches around it.
import type { HostSet } from '#contract/accounts.ts';
import type { Alert } from '#contract/alerts.ts';
import type { ChartWindow } from '#contract/chart-window.ts';
import type { PackageKind } from '#contract/updates.ts';

/** `wall` is the date; `elapsed` only ever grows and stops during sleep on some systems. Both in milliseconds. */
export type Clock = { wall(): number; elapsed(): number };

/** Runs `run` once after `ms`. Answers a function that cancels it. */
export type Delay = (ms: number, run: () => void) => () => void;

export type Random = {
  /** Uniform in [0, 1). */
  float(): number;
  uuid(): string;
  /** Hexadecimal text of this many random bytes, fit for a secret. */
  secret(bytes: number): string;
};

type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void;

/** A small document of settings. What is read is checked by the core before it is believed. */
export type SettingsStore = {
  read(): unknown;
  write(value: unknown): void;
  /** True where nothing that is written stays. */
  isLost?: boolean;
  /** What the person should know about the file: that it was damaged and where it is now. */
  notes?(): string[];
  /** Keeps a copy of the file as it is under another name, and tells that name. A store in memory has no file. */
  setAside?(): string | undefined;
};

/** Where the wire of one account lives. A client built for it can reach these hosts and no others. */
export type Hosts = HostSet;

export type KeyPair = { keyId: string; secretKey: string };

/** How an account proves itself: its own key pair, or a token that the OAuth flow issued. */
export type Credentials = KeyPair | { token: string };

/** A question that main asks the person itself, past the page. False when nobody can be asked, and once it is ended. */
export type Confirm = (question: Confirmable, ended?: AbortSignal) => Promise<boolean>;
export type Confirmable = { title: string; text: string; action: string };

/** Something that only a person can type, asked by main past the page. Undefined when nobody could or would, and once it is ended. */
export type Ask = (question: Question, ended?: AbortSignal) => Promise<string | undefined>;
export type Question = {
  title: string;
  text: string;
  label: string;
  action: string;
  /** Not asked for but shown: a secret that no page may see. The answer says nothing. */
  shown?: string;
  /** A passphrase: what is typed is not shown, and is taken letter by letter. */
  isSecret?: true;
};
/** Hands an address to the person's browser. A shell that owns its window asks the person first, past the page. */
export type OpenExternal = (
  url: string,
  ended?: AbortSignal,
) => Promise<'opened' | 'declined' | 'no-browser'>;
/** Asks the person where a file goes and writes it there. Answers the place, or null when they thought better of it. */
export type SaveFile = (
  suggestedName: string,
  text: string,
  ended?: AbortSignal,
) => Promise<string | null>;

/** Asks the person for a place with a dialog of the system: where a file goes, or which one is meant. Null for none. */
export type ChoosePlace = (
  purpose: 'save' | 'open',
  title: string,
  suggestedName: string,
) => Promise<string | null>;

/** Shows a chart in a window of its own. False when there are as many as there may be. */
export type OpenChart = (chart: ChartWindow) => boolean;

export type BrokerStart = { dataFolder: string; credentials: KeyPair; port: number };

/** The practice broker's process, as the shell started it. */
export type BrokerProcess = {
  hosts: Hosts;
  /** Called once, with a reason for the log, when the process is gone. */
  onExit(listener: (reason: string) => void): void;
  stop(): Promise<void>;
};

/** One entry of the system's keychain. */
export type KeychainEntry = { service: string; name: string };

/**
 * Why the keychain did not do as asked: its library cannot be loaded; nothing answers on the other side; it is locked and
 * its question was dismissed or could not be shown; the waiting was stopped; this program was replaced by another version
 * and starts nothing for it any more; anything else.
 */
export type KeychainReason =
  | 'no-library'
  | 'no-service'
  | 'locked'
  | 'stopped'
  | 'upgraded'
  | 'failed';

/** `detail` is for the log and never holds a secret. */
export class KeychainError extends Error {
  readonly reason: KeychainReason;
  readonly detail: string;
  constructor(reason: KeychainReason, detail = '') {
    super(`keychain: ${reason}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * The system's keychain. Each call rejects with a KeychainError. A locked keychain asks its person and may wait for ever;
 * `signal` ends that for good: nothing is read or written after it.
 */
export type Keychain = {
  /** Whether there is one. Never makes it ask for anything. */
  probe(signal: AbortSignal): Promise<void>;
  /** Unlocks it. Some keychains show a locked entry as an absent one; after this, absent means absent. */
  open(signal: AbortSignal): Promise<void>;
  /** Whether the entry could be read now. Never makes it ask for anything; undefined where that cannot be told. */
  isAtHand?(entry: KeychainEntry): Promise<boolean | undefined>;
  get(entry: KeychainEntry, signal: AbortSignal): Promise<string | undefined>;
  set(entry: KeychainEntry, secret: string, signal: AbortSignal): Promise<void>;
  /** Whether there was something to delete. */
  delete(entry: KeychainEntry, signal: AbortSignal): Promise<boolean>;
  /** Ends what still runs for it. */
  stop(): void;
};

/** One small file for this user alone. Written whole or not at all; both throw when the disk does. */
export type SealedFile = {
  path: string;
  /** Nothing when there is no file. */
  read(): Uint8Array | undefined;
  write(bytes: Uint8Array): void;
};

/** Permission to trade, kept so that taking it away works on a full disk. Both verbs throw when the disk does. */
export type TradingPermission = {
  path: string;
  /** 'missing': a desk ran here before and left no permission. 'new-folder': none ran here yet. */
  read():
    | { kind: 'allowed' | 'missing' | 'new-folder' }
    | { kind: 'doubtful'; /** In words. */ reason: string };
  /** Written and synced when it returns. */
  grant(): void;
  revoke(): void;
};

/** Where a packed copy hears of new versions, as its packager named it, and what of them fits this system. */
export type ReleaseFeed = {
  /** https. */
  url: string;
  /** Public keys of Ed25519 in base64 (DER, SPKI), of which one has to have signed what the feed says. */
  keys: readonly string[];
  kind: PackageKind;
  /** As Node calls it. */
  arch: string;
};

export type Ports = {
  clock: Clock;
  delay: Delay;
  random: Random;
  log: Log;
  /** From now on neither this text nor its base64 and hexadecimal forms appear in the log, if it looks like a key. */
  neverLog(secret: string): void;
  settings: SettingsStore;
  /** What the desk writes by itself, apart from the settings that a person makes. */
  documents: { alerts: SettingsStore; lock: SettingsStore; updates: SettingsStore };
  /** The data folder could not be written at the start: everything is shown, nothing is placed or kept. */
  isFolderReadOnly?: boolean;
  /** What the person should know about this start. */
  notes?: readonly string[];
  permission: TradingPermission;
  keychain: Keychain;
  sealedFile: SealedFile;
  info: { version: string; shell: 'electron' | 'web'; dataFolder: string };
  confirm: Confirm;
  /** A notification of the system, taken away when it is over. Where the page itself shows them this does nothing. */
  notify(alert: Alert): void;
  ask: Ask;
  /** One line where questions are answered, about an answer; absent where the page says it. */
  say?: (line: string) => void;
  /** Whether this shell was told that it may open live accounts. */
  isLiveAllowed: boolean;
  openExternal: OpenExternal;
  /** Absent where the page can download by itself. */
  saveFile?: SaveFile;
  /** Absent where main asks for a path in words. */
  choosePlace?: ChoosePlace;
  /** Ends Ballast in order, without a question. */
  end?: () => void;
  /** Shows the data folder in the file manager. Whether there was one to show it. */
  openFolder?: (path: string) => Promise<boolean>;
  /** Absent where the packager named none, and in a copy that was never packed. */
  releaseFeed?: ReleaseFeed | undefined;
  /** Absent where the page can open windows by itself. */
  openChart?: OpenChart;
  startBroker(start: BrokerStart): Promise<BrokerProcess>;
};
