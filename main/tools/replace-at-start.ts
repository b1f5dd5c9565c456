// Replaces files and folders inside a folder, all of them or none, however often the process is killed meanwhile. What is
// new is made ready in a folder of its own, which gets its name last; the next start moves it into place before anything
// is opened, and goes on where an earlier one was ended. What was there is kept beside.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#main/tools/json.ts';
import { syncFolder } from '#main/tools/sync-folder.ts';

/** Names of our own, none of which leads out of the folder. */
const Path = z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/);
const Plan = z.strictObject({
  /** The folder beside that keeps what was there. */
  aside: Path,
  /** Lies ready; takes the place of what has this name. */
  fresh: z.array(Path),
  /** Is only put aside. */
  gone: z.array(Path),
  /** For the person, once it is done. */
  note: z.string(),
});
type Plan = z.infer<typeof Plan>;

const READY = 'replace-at-start';
const PLAN = 'plan.json';

const newOf = (folder: string): string => join(folder, `${READY}.new`);
const doneOf = (folder: string): string => join(folder, `${READY}.done`);

/** An empty folder for what is to be made ready. */
export function beginReplacing(folder: string): string {
  dropReplacing(folder);
  const data = join(newOf(folder), 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return data;
}

export const dropReplacing = (folder: string): void =>
  rmSync(newOf(folder), { recursive: true, force: true });

/** From here on the next start replaces. Throws when the disk does, and then nothing is replaced. */
export function agreeToReplace(folder: string, plan: Plan): void {
  const fresh = newOf(folder);
  writeFileSync(join(fresh, PLAN), JSON.stringify(Plan.parse(plan)), { mode: 0o600 });
  syncAll(fresh);
  renameSync(fresh, join(folder, READY));
  // It is agreed from here on, whether or not the name is on the disk for good yet.
  attempt(() => syncFolder(folder));
}

/**
 * To be called while nobody has anything in the folder open. Answers the plan's note when there was something to replace.
 * `probe` is called before each step, so that a harness can end the process there.
 */
export function finishReplacing(folder: string, probe?: () => void): string | undefined {
  dropReplacing(folder);
  dropDone(folder);
  const ready = join(folder, READY);
  if (!existsSync(ready)) return undefined;
  const plan = readPlan(ready);
  if (plan) {
    for (const path of plan.fresh) {
      const fresh = join(ready, 'data', path);
      // One that lies ready no more is in its place already.
      if (!existsSync(fresh)) continue;
      putAside(folder, plan, path, probe);
      probe?.();
      move(fresh, join(folder, path));
    }
    for (const path of plan.gone) putAside(folder, plan, path, probe);
    syncFolder(folder);
  }
  probe?.();
  // Under another name first: one that came back after a power cut would put aside what the person has made since.
  renameSync(ready, doneOf(folder));
  syncFolder(folder);
  probe?.();
  dropDone(folder);
  return plan?.note;
}

/** What stays of it is in nobody's way, and goes with a later start. */
const dropDone = (folder: string): void =>
  attempt(() => rmSync(doneOf(folder), { recursive: true, force: true }));

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Nobody waits for it.
  }
}

export const isReplacing = (folder: string): boolean => existsSync(join(folder, READY));

function putAside(folder: string, { aside }: Plan, path: string, probe?: () => void): void {
  const place = join(folder, path);
  if (!existsSync(place)) return;
  probe?.();
  move(place, join(folder, aside, path));
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
  syncFolder(dirname(to));
  syncFolder(dirname(from));
}

/** None where the folder was being removed: what it had is in its place. */
function readPlan(ready: string): Plan | undefined {
  const path = join(ready, PLAN);
  if (!existsSync(path)) return undefined;
  const plan = Plan.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (!plan.success) throw new Error(`${path} is damaged`);
  return plan.data;
}

function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      syncAll(path);
      continue;
    }
    const file = openSync(path, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
  syncFolder(folder);
}
