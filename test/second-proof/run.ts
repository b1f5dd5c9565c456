// The second proof: the desk as a process, driven over its bridge by two windows, the broker as another, and a proxy
// between them that spoils bytes. What the desk told is held against what the broker says. Nothing of the product and
// nothing of the first proof is imported: `npm run second-proof -- --minutes 10 --seed 7`, `--self-test`.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBook } from '#test/second-proof/book.ts';
import { createDisk } from '#test/second-proof/disk.ts';
import { HTTP_FAULTS, PIPE_FAULTS } from '#test/second-proof/fault-kinds.ts';
import { wait } from '#test/second-proof/http.ts';
import { createPersons } from '#test/second-proof/person.ts';
import { createPrng } from '#test/second-proof/prng.ts';
import { playScene } from '#test/second-proof/scenes.ts';
import { selfTest } from '#test/second-proof/self-test.ts';
import { createSettling } from '#test/second-proof/settle.ts';
import { createStage } from '#test/second-proof/stage.ts';
import { createWorld, EVENTS, type WorldEvent } from '#test/second-proof/world.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    faults: { type: 'string', default: '1' },
    kind: { type: 'string', multiple: true },
    without: { type: 'string', multiple: true },
    event: { type: 'string', multiple: true },
    'self-test': { type: 'boolean', default: false },
    scene: { type: 'string' },
    summary: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const minutes = Number(values.minutes);
const factor = Number(values.faults);
const prng = createPrng(seed);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'ballast-second-proof-'));
say(
  `second proof: seed ${seed}, ${values['self-test'] ? 'self-test' : `${minutes} min`}, ${folder}`,
);

const counts = new Map<string, number>();
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
const skipped: string[] = [];
const { without } = values;
const only = values.kind ?? (without && HTTP_FAULTS.filter((kind) => !without.includes(kind)));

const FAKETIME = [
  process.env['BALLAST_FAKETIME'],
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
];
const faketime = FAKETIME.find((path) => path !== undefined && existsSync(path));
if (faketime === undefined)
  skipped.push(
    'clocks that jump: libfaketime is not installed (apt-get install libfaketime, or BALLAST_FAKETIME=path)',
  );
const disk = await createDisk(folder);
if (disk.why !== undefined) skipped.push(`full and read-only disks: ${disk.why}`);
for (const each of skipped) say(`skipped: ${each}`);

const book = createBook();
const stage = await createStage({
  book,
  only,
  folder,
  data: disk.path,
  prng,
  seed,
  faketime,
});
const settling = createSettling(stage, book, prng.fork('settling'), count);
const world = createWorld(stage, book, disk, prng.fork('world'), count);
const persons = stage.windows.map((window) =>
  createPersons(stage, book, prng.fork(`person ${window.name}`), count),
);
const outside = (): Promise<string> => persons[0]?.outside() ?? Promise.reject(new Error('nobody'));
const violations: string[] = [];
let rounds = 0;
let never: string[] = [];

/** Both persons act, each several things at a time, until it is time. */
async function actFor(ms: number): Promise<void> {
  const end = performance.now() + ms;
  await Promise.all(
    stage.windows.flatMap((window, n) =>
      [0, 1, 2].map(async () => {
        while (performance.now() < end) {
          await persons[n]
            ?.act(window)
            .catch((error: unknown) => count(`an action failed: ${String(error).slice(0, 80)}`));
          await wait(60);
        }
      }),
    ),
  );
}

async function spoilPipesUntil(isOver: () => boolean): Promise<void> {
  const own = prng.fork('pipes');
  while (!isOver()) {
    await wait(own.between(700, 2_500));
    if (!isOver() && factor > 0) stage.proxy.spoilPipe();
  }
}

const possible = EVENTS.filter(
  (event) =>
    !(event.startsWith('clock') && faketime === undefined) &&
    !(event.startsWith('disk') && disk.why !== undefined) &&
    (values.event === undefined || values.event.includes(event)),
);
let queue: WorldEvent[] = [];
/** In an order of their own, each before any comes again. */
const nextEvent = (): WorldEvent | undefined => {
  if (queue.length === 0)
    queue = [...possible]
      .map((event) => [prng.unit(), event] as const)
      .sort(([a], [b]) => a - b)
      .map(([, event]) => event);
  return queue.pop();
};

async function round(n: number): Promise<void> {
  const event = n === 0 || factor === 0 ? undefined : nextEvent();
  let isOver = false;
  stage.proxy.setFaults(n === 0 ? 0 : factor);
  const pipes = n === 0 ? Promise.resolve() : spoilPipesUntil(() => isOver);
  const acting = actFor(prng.between(6_000, 10_000));
  if (event) {
    await wait(prng.between(500, 3_000));
    await world.happen(event);
  }
  await acting;
  isOver = true;
  stage.proxy.setFaults(0);
  await pipes;
  const quiet = await settling.quiet();
  const probed = quiet.violations.length === 0 ? await settling.probe(outside) : [];
  const found = [...world.violations.splice(0), ...quiet.violations, ...probed];
  say(
    `round ${n} ${event ?? 'no event'}: ${book.intents.size} intents, settled in ${quiet.settledInMs} ms, equal in ${quiet.equalInMs} ms, ${found.length} violations`,
  );
  for (const text of quiet.slow.slice(0, 6)) say(`  not equal for 10 s: ${text}`);
  for (const text of found.slice(0, 25)) say(`  VIOLATION ${text}`);
  violations.push(...found.map((text) => `round ${n} (${event ?? 'no event'}): ${text}`));
}

function report(): void {
  say('\nwhat happened');
  for (const [what, times] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
    say(`  ${String(times).padStart(6)}  ${what}`);
  say('faults at the proxy');
  for (const [kind, times] of [...stage.proxy.counts].sort(([a], [b]) => a.localeCompare(b)))
    say(`  ${String(times).padStart(6)}  ${kind}`);
  say(
    `values told and judged: ${stage.told.counts.values}, estimates: ${stage.told.counts.estimates}; words of intents: ${stage.words.counts.words}; alerts: ${stage.words.counts.alerts}`,
  );
}

/** For programs: each kind of fault with all the places where it struck, and what happened to processes and disks. */
function summary(): object {
  const kinds = Map.groupBy(stage.proxy.counts, ([name]) => name.split('@')[0] ?? name);
  const faults = [...kinds].map(([kind, struck]): [string, number] => [
    kind,
    struck.reduce((sum, [, times]) => sum + times, 0),
  ]);
  const events = possible.map((event): [string, number] => [
    event,
    counts.get(`event: ${event}`) ?? 0,
  ]);
  return {
    seed,
    minutes,
    rounds,
    intents: book.intents.size,
    ...stage.told.counts,
    ...stage.words.counts,
    violations: violations.length - never.length,
    neverHappened: never,
    skipped,
    happened: Object.fromEntries([...faults, ...events]),
  };
}

/** A proof of faults that did not happen is none. Of a short run only what it was long enough for. */
function neverHappened(): string[] {
  const did = [...stage.proxy.counts.keys()];
  const kinds = [...HTTP_FAULTS, ...PIPE_FAULTS].filter(
    (kind) => !did.some((name) => name.startsWith(`${kind}@`)),
  );
  return [...kinds, ...possible.filter((event) => !counts.has(`event: ${event}`))];
}

/** A run in which nothing happens finds nothing, and proves nothing. Less than half of what a round has on average. */
function tooLittle(): string[] {
  const { told, words } = stage;
  const floors: [string, number, number][] = [
    ['intents', book.intents.size, 8 * rounds],
    ['of them accepted', counts.get('intent ended: accepted') ?? 0, 3 * rounds],
    ['values judged', told.counts.values, 100 * rounds],
    ['words of intents judged', words.counts.words, 30 * rounds],
    ['alerts judged', words.counts.alerts, 10 * rounds],
    ['cancels', book.cancels.length, rounds],
    ['ways out', book.closings.size, Math.floor(rounds / 2)],
    [
      'orders that streams alone told of',
      counts.get('told by the stream alone') ?? 0,
      Math.floor(rounds / 2),
    ],
  ];
  return floors
    .filter(([, is, least]) => is < least)
    .map(([what, is, least]) => `too little happened: ${what} ${is}, and ${least} is the least`);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
try {
  await stage.begin();
  if (values['self-test'])
    violations.push(...(await selfTest({ stage, settling, outside, actFor, say })));
  else if (values.scene !== undefined)
    violations.push(...(await playScene(values.scene, settling, { stage, book, disk, say })));
  else {
    const end = performance.now() + minutes * 60_000;
    for (; (performance.now() < end || rounds === 0) && !stop.signal.aborted; rounds++)
      await round(rounds);
    report();
    if (factor > 0 && minutes >= 5 && values.event === undefined && only === undefined)
      never = neverHappened();
    violations.push(...never.map((kind) => `never happened: ${kind}`));
    if (!stop.signal.aborted && values.event === undefined && only === undefined)
      violations.push(...tooLittle());
  }
} catch (error) {
  violations.push(
    `the run broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
} finally {
  writeFileSync(join(folder, 'proxy.log'), stage.proxy.log.join('\n'));
  await stage.stop();
  await disk.remove();
}
say(
  `\n${violations.length} violations${violations.length > 0 ? `; repeat with --seed ${seed}; logs in ${folder}` : ''}`,
);
for (const text of violations) say(`VIOLATION ${text}`);
if (values.summary !== undefined) writeFileSync(values.summary, `${JSON.stringify(summary())}\n`);
process.exit(violations.length > 0 ? 1 : 0);
