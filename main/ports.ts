// What a shell must give the core. Nothing here knows Electron, and no part of the core reaches around it.

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

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void;

/** A small document of settings. What is read is checked by the core before it is believed. */
export type SettingsStore = { read(): unknown; write(value: unknown): void };

/** Where the wire of one account lives. A client built for it can reach these hosts and no others. */
export type Hosts = { rest: string; data: string; tradeStream: string; dataStream: string };

export type KeyPair = { keyId: string; secretKey: string };

/** How an account proves itself: its own key pair, or a token that the OAuth flow issued. */
export type Credentials = KeyPair | { token: string };

/** A question that main asks the person itself, past the page. False when nobody can be asked. */
export type Confirm = (question: {
  title: string;
  text: string;
  action: string;
}) => Promise<boolean>;

/** Asks the person where a file goes and writes it there. Answers the place, or null when they thought better of it. */
export type SaveFile = (suggestedName: string, text: string) => Promise<string | null>;

export type BrokerStart = { dataFolder: string; credentials: KeyPair; port: number };

/** The embedded broker's process, as the shell started it. */
export type BrokerProcess = {
  hosts: Hosts;
  /** Called once, with a reason for the log, when the process is gone. */
  onExit(listener: (reason: string) => void): void;
  stop(): Promise<void>;
};

export type Ports = {
  clock: Clock;
  delay: Delay;
  random: Random;
  log: Log;
  settings: SettingsStore;
  info: { version: string; shell: 'electron' | 'web'; dataFolder: string };
  confirm: Confirm;
  /** Absent where the page can download by itself. */
  saveFile?: SaveFile;
  startBroker(start: BrokerStart): Promise<BrokerProcess>;
};
