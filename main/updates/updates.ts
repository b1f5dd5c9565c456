// New versions. The desk looks, tells, saves and verifies; a person installs. Where a file goes is asked by main.
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describeFailure, notAllowed, ok, type Result } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import type { UpdateState } from '#contract/updates.ts';
import { createHttpHost } from '#main/broker/http/http.ts';
import type { Asking } from '#main/desk/asking.ts';
import { choosePlace } from '#main/desk/choose-place.ts';
import type { OpenedDocument } from '#main/desk/settings/document.ts';
import { MOST_REMEMBERED_KEYS, type UpdateMemory } from '#main/desk/settings/read-settings.ts';
import type { Ports, ReleaseFeed } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { messageOf } from '#main/tools/message-of.ts';
import { fetchFile } from '#main/updates/fetch-file.ts';
import {
  keysOf,
  outOfDate,
  readRelease,
  type ReadRelease,
  type Release,
  type ReleaseFile,
  type Seen,
} from '#main/updates/read-release.ts';
import { compareVersions } from '#main/updates/versions.ts';

export type Updates = {
  state(): UpdateState;
  onChange(listener: () => void): () => void;
  look(): Promise<Result<null>>;
  fetch(): Promise<Result<{ path: string | null }>>;
  cancel(): void;
  showFolder(): Promise<Result<null>>;
  start(): void;
  stop(): void;
};

type Deps = Pick<
  Ports,
  | 'clock'
  | 'delay'
  | 'random'
  | 'log'
  | 'info'
  | 'isFolderReadOnly'
  | 'choosePlace'
  | 'openFolder'
  | 'releaseFeed'
  | 'say'
> & {
  document: Pick<OpenedDocument<UpdateMemory>, 'get' | 'change' | 'isLost'>;
  asking: Asking;
  isLocked: () => boolean;
};

const FIRST_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;
/** So many copies that were started together do not ask together for ever. */
const JITTER = 0.2;
const ANSWER_MS = 30_000;
/** The reader says that it is too large; this ends one that does not end. */
const MOST_READ_BYTES = 1_048_576;
const FOLDER_AGAIN_MS = 2_000;
const NONE_HERE = 'It has no file for this system.';

type Found = { release: Release; file: ReleaseFile | undefined };
type Told = Pick<UpdateState, 'isLooking' | 'lastLookAt' | 'refused' | 'file'>;

export function createUpdates(deps: Deps): Updates {
  const { clock, delay, log, info, document } = deps;
  const listeners = createListeners(log);
  // What was seen has to be remembered, or an old feed could come back after a restart.
  const isKept = !deps.isFolderReadOnly && !document.isLost;
  const feed = isKept ? openFeed(deps) : undefined;
  let told: Told = { isLooking: false };
  let found: Found | undefined;
  let looking: Promise<void> | undefined;
  let saving: AbortController | undefined;
  let isOpening = false;
  let cancelTimer: (() => void) | undefined;
  let isStopped = false;

  function tell(change: Partial<Told>): void {
    const next = { ...told, ...change };
    if (isDeepStrictEqual(next, told)) return;
    told = next;
    listeners.notify();
  }

  const state = (): UpdateState => ({
    version: info.version,
    feed: feed ? 'on' : !deps.releaseFeed ? 'none' : isKept ? 'broken' : 'off',
    ...told,
    ...(found && { found: shownOf(found) }),
  });

  /** Takes what the reader believed, and remembers it first. */
  function take(read: ReadRelease): string | undefined {
    const offered = found?.release.sequence ?? Infinity;
    // What a newer feed says instead is all that is offered, also where that is nothing for this copy.
    if (read.seen?.some(({ sequence }) => sequence > offered)) found = undefined;
    const notKept = read.seen && keep(read.seen);
    if (!read.ok) return read.why;
    if (notKept !== undefined) return notKept;
    const { release } = read;
    const isNewer = compareVersions(release.version, info.version) > 0;
    found = isNewer ? { release, file: feed?.fileOf(release) } : undefined;
    if (found) log('info', 'a new version was found', { version: release.version });
    tell({ lastLookAt: clock.wall() });
    return found && !found.file ? `Ballast ${release.version}: ${NONE_HERE}` : undefined;
  }

  /** Why not, in a sentence. Nothing is written where all is known already. */
  function keep(seen: readonly Seen[]): string | undefined {
    const next = withSeen(document.get(), seen);
    if (isDeepStrictEqual(next, document.get())) return undefined;
    try {
      document.change(next);
      return undefined;
    } catch (error) {
      return `The number of the update feed could not be kept, so it is not followed. ${messageOf(error)}`;
    }
  }

  async function lookOnce(open: OpenFeed): Promise<void> {
    tell({ isLooking: true });
    const answer = await open.ask();
    // The desk has ended.
    if (isStopped) return;
    const why =
      'why' in answer
        ? `The update feed could not be read: ${answer.why}.`
        : take(open.read(answer.text, document.get().signed));
    if (why !== undefined) log('warn', 'a look for new versions', { why });
    const refused = why === undefined ? undefined : { at: clock.wall(), why };
    const { refused: _before, ...rest } = told;
    told = rest;
    tell({ isLooking: false, ...(refused && { refused }) });
  }

  /** One at a time: who asks while one is under way waits for that one. */
  function look(open: OpenFeed): Promise<void> {
    looking ??= lookOnce(open).finally(() => (looking = undefined));
    return looking;
  }

  function lookLater(open: OpenFeed, ms: number): void {
    cancelTimer = delay(ms, () => {
      // Nobody would see it; a while after the unlocking they do.
      if (deps.isLocked()) return lookLater(open, FIRST_MS);
      const spread = 1 - JITTER / 2 + JITTER * deps.random.float();
      look(open)
        .catch((error: unknown) => log('error', 'a look failed', { error: String(error) }))
        .finally(() => !isStopped && lookLater(open, EVERY_MS * spread));
    });
  }

  async function save(
    release: Release,
    file: ReleaseFile,
  ): Promise<Result<{ path: string | null }>> {
    const mine = new AbortController();
    saving = mine;
    try {
      const chosen = await choosePlace(deps, {
        purpose: 'save',
        title: QUESTIONS.saveUpdate,
        suggestedName: file.name,
        action: 'Save',
      });
      if (!chosen.ok) return chosen;
      const path = chosen.value;
      if (path === null || mine.signal.aborted) return ok({ path: null });
      const { kind, name, size, sha256 } = file;
      const of = { kind, name, size, sha256, version: release.version };
      const step = Math.ceil(size / 100);
      tell({ file: { ...of, state: 'saving', done: 0 } });
      const fetched = await fetchFile({
        file,
        path,
        signal: mine.signal,
        delay,
        onProgress: (done) =>
          tell({ file: { ...of, state: 'saving', done: done - (done % step) } }),
      });
      if (!fetched.ok) {
        log('warn', 'a new version was not saved', { why: fetched.why });
        tell({ file: { ...of, state: 'failed', done: 0, why: fetched.why } });
        return notAllowed(fetched.why);
      }
      log('info', 'a new version was saved and verified', { path });
      tell({ file: { ...of, state: 'verified', done: size, path } });
      return ok({ path });
    } finally {
      saving = undefined;
    }
  }

  /** Where the path was typed it is also said what came of it. */
  function say(saved: Result<{ path: string | null }>): void {
    if (!saved.ok) deps.say?.(describeFailure(saved.failure));
    else if (saved.value.path !== null) deps.say?.(`Saved and verified: ${saved.value.path}`);
  }

  return {
    state,
    onChange: listeners.add,
    async look() {
      if (!feed) return notAllowed('This copy of Ballast follows no update feed.');
      await look(feed);
      return ok(null);
    },
    async fetch() {
      if (saving) return notAllowed('The new version is being saved already.');
      if (!found?.file) return notAllowed('There is no new version to save. Look for one first.');
      const { release, file } = found;
      if (Date.parse(release.validUntil) <= clock.wall()) return notAllowed(outOfDate(release));
      const saved = await save(release, file);
      say(saved);
      return saved;
    },
    cancel: () => saving?.abort(),
    async showFolder() {
      const path = told.file?.path;
      if (path === undefined) return notAllowed('Nothing was saved in this run.');
      // A page that was taken over could bury the screen in windows.
      if (isOpening) return ok(null);
      isOpening = true;
      delay(FOLDER_AGAIN_MS, () => (isOpening = false));
      return (await deps.openFolder?.(dirname(path)))
        ? ok(null)
        : notAllowed('There is no file manager here to show it.');
    },
    start() {
      if (feed) lookLater(feed, FIRST_MS);
    },
    stop() {
      isStopped = true;
      cancelTimer?.();
      saving?.abort();
      feed?.close();
    },
  };
}

type OpenFeed = {
  ask(): Promise<{ text: string } | { why: string }>;
  read(text: string, seen: readonly Seen[]): ReadRelease;
  fileOf(release: Release): ReleaseFile | undefined;
  close(): void;
};

/** Undefined where there is none, or one that cannot be followed, which the log tells. */
function openFeed({ releaseFeed, delay, clock, info, log }: Deps): OpenFeed | undefined {
  if (!releaseFeed) return undefined;
  const { url, kind, arch } = releaseFeed;
  const address = URL.parse(url);
  const keys = readKeys(releaseFeed, log);
  if (address?.protocol !== 'https:' || !keys) return undefined;
  const host = createHttpHost({ origin: address.origin, delay });
  return {
    async ask() {
      const sent = await host.send({
        method: 'GET',
        path: address.pathname + address.search,
        headers: {},
        timeoutMs: ANSWER_MS,
        maxBytes: MOST_READ_BYTES,
        isAlone: true,
      });
      if (sent.kind !== 'answer') return { why: sent.reason };
      return sent.status === 200 ? { text: sent.body } : { why: `it answered ${sent.status}` };
    },
    read: (text, seen) =>
      readRelease(text, { keys, version: info.version, seen, now: clock.wall() }),
    fileOf: ({ files }) =>
      files.find((file) => file.kind === kind && (file.arch === arch || file.arch === 'universal')),
    close: host.close,
  };
}

function withSeen({ signed }: UpdateMemory, seen: readonly Seen[]): UpdateMemory {
  const others = signed.filter(({ keyId }) => seen.every((one) => one.keyId !== keyId));
  return { signed: [...others, ...seen].slice(-MOST_REMEMBERED_KEYS) };
}

function readKeys({ keys }: ReleaseFeed, log: Deps['log']) {
  try {
    return keysOf(keys);
  } catch (error) {
    log('error', 'the keys of the update feed cannot be read', { error: String(error) });
    return undefined;
  }
}

function shownOf({ release, file }: Found): UpdateState['found'] {
  const { version, publishedAt, notes } = release;
  return {
    version,
    publishedAt,
    notes,
    ...(file && { file: { kind: file.kind, name: file.name, size: file.size } }),
  };
}
