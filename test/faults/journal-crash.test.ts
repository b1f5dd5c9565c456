// The process is ended with -9 at every named point, and the next start is compared with what the dead one was told and
// with what its broker has. Unknown is honest; a final state that is false is not.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import { PROBE_POINTS, type Cursor, type IntentPage, type Journal } from '#main/journal/types.ts';
import { createHarness, value } from '#test/unit/journal/harness.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const harness = createHarness();
const CHILD = fileURLToPath(new URL('support/journal-child.ts', import.meta.url));
/** Sources are stripped of their types once, not for every child. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'ballast-compile-cache') };
const RUNS = atScale(15, 3);
const AT_RANDOM = atScale(60, 3);
const counts = { kills: 0, wrong: 0, otherwise: 0 };

function run(point: string, hit: number) {
  const ended = spawnSync(process.execPath, [CHILD, harness.state.folder, point, String(hit)], {
    encoding: 'utf8',
    env,
  });
  counts.kills++;
  if (ended.signal !== 'SIGKILL' || ended.stderr !== '') counts.otherwise++;
  return ended;
}

afterAll(() =>
  tellProof({
    part: 'crashes',
    what: `kill -9 at each of the ${PROBE_POINTS.length} steps of the journal and at any moment`,
    count: counts.kills,
    zero: { 'said and not so': counts.wrong, 'ended otherwise': counts.otherwise },
    repeat: `BALLAST_SCALE=${SCALE} npx vitest run --project faults test/faults/journal-crash.test.ts`,
  }),
);

function readLines(name: string): string[] {
  const path = harness.path(name);
  // Killed between the two, a file was made and nothing written into it.
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

const FINAL = new Set(['accepted', 'refused', 'not-sent']);
const PROOF: Partial<Record<Intent['state'], string[]>> = {
  accepted: ['answered', 'found', 'heard'],
  refused: ['answered'],
  'not-sent': ['not-sent'],
  unknown: ['lost', 'recovered', 'answered'],
  'set-aside': ['person'],
};

/** Holds the next start against what the dead one was told. */
function expectTruth(journal: Journal): void {
  const wrong = audit(journal);
  counts.wrong += wrong.length;
  for (const sentence of wrong) process.stdout.write(`  ${sentence}\n`);
  expect(wrong).toEqual([]);
}

/** Everything that is wrong, in sentences. */
function audit(journal: Journal): string[] {
  const wrong: string[] = [];
  const ledger = new Set(readLines('ledger'));
  const wire = new Set(readLines('wire'));
  const refusals = new Set(readLines('refusals'));
  const told = new Map<string, string[]>();
  for (const line of readLines('acks')) {
    const [id = '', word = ''] = line.split(' ');
    if (word !== '') told.set(id, [...(told.get(id) ?? []), word]);
  }
  const all = new Map<string, Intent>();
  for (let before: Cursor | undefined; ;) {
    const page: IntentPage = value(journal.list({ limit: 500, before }));
    for (const intent of page.intents) all.set(intent.intentId, intent);
    before = page.next;
    if (!before) break;
  }
  for (const id of wire) if (!all.has(id)) wrong.push(`${id} went out and is not in the journal`);
  for (const [id, words] of told) {
    const intent = all.get(id);
    if (!intent) wrong.push(`${id} was called recorded and is gone`);
    const final = words.findLast((word) => FINAL.has(word));
    if (final && intent?.state !== final) wrong.push(`${id} was ${final}, now ${intent?.state}`);
    if (words.includes('cancel') && !intent?.cancelWhenFound) wrong.push(`${id} lost its cancel`);
  }
  for (const { intentId: id, state, unanswered, body } of all.values()) {
    if (body !== `{"id":"${id}"}`) wrong.push(`${id} has another body`);
    if (ledger.has(id) && (state === 'refused' || state === 'not-sent'))
      wrong.push(`${id} is at the broker and called ${state}`);
    if (!ledger.has(id) && state === 'accepted') wrong.push(`${id} is called accepted and is not`);
    if (wire.has(id) && state === 'not-sent') wrong.push(`${id} went out and is called not sent`);
    if (state === 'refused' && !refusals.has(id)) wrong.push(`${id} was never refused`);
    if (state === 'recorded' || state === 'sent') wrong.push(`${id} was not recovered`);
    if (state === 'unknown' && unanswered < 1) wrong.push(`${id} is unknown without a reason`);
    const kinds = value(journal.evidence(id)).map(({ kind }) => kind);
    if (!PROOF[state]?.some((kind) => kinds.includes(kind as (typeof kinds)[number])))
      wrong.push(`${id} is ${state} and its lines are ${kinds.join(', ')}`);
  }
  return wrong;
}

/** Points that a start passes once need something to recover first. */
const needsPast = (point: string) => point.endsWith('-recover');
const isOnce = (point: string) => /migrate|recover/.test(point);

describe('ended with -9', { timeout: 60_000 + AT_RANDOM * 10_000 }, () => {
  it.each(PROBE_POINTS)('at %s the next start tells the truth', (point) => {
    for (let n = 0; n < RUNS; n++) {
      if (needsPast(point)) expect(run('after-sent', 3 + n).signal).toBe('SIGKILL');
      const child = run(point, isOnce(point) ? 1 : 1 + (n % 6) * 3);
      expect([child.signal, child.stderr]).toEqual(['SIGKILL', '']);
      const { journal, setAside } = harness.openAll();
      expect(setAside).toBeUndefined();
      expectTruth(journal);
      journal.close();
    }
  });

  it('at any moment from outside the next start tells the truth', async () => {
    for (let n = 0; n < AT_RANDOM; n++) {
      const child = spawn(process.execPath, [CHILD, harness.state.folder, 'never', '0'], { env });
      const before = readLines('acks').length;
      while (readLines('acks').length <= before + (n % 40) * 7)
        await new Promise((go) => setTimeout(go, 3));
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      counts.kills++;
      const { journal } = harness.openAll();
      expectTruth(journal);
      journal.close();
    }
  });

  it('and an audit that finds nothing does so because it looks', () => {
    expect(run('after-settle', 4).signal).toBe('SIGKILL');
    const { journal } = harness.openAll();
    const [first] = value(journal.list({ states: ['refused'] })).intents;
    const line = { kind: 'heard', text: 'a lie' } as const;
    value(journal.advance(first?.intentId ?? '', { step: 'accepted' }, line));
    expect(audit(journal).join()).toMatch(
      /was refused, now accepted.*is called accepted and is not/s,
    );
  });
});
