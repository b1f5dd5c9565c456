// What the protocol makes of a journal that refuses: the journal's answers are played here, as no disk could.
import { expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import { done, failed, type DiskFailure, type JournalFailure } from '#main/journal/failure.ts';
import { createIntentLog } from '#main/account/intents/intent-log.ts';

type Writes = Parameters<typeof createIntentLog>[0];

const intent = (state: Intent['state']): Intent => ({ intentId: 'a', state }) as Intent;
const LINE = { kind: 'answered', text: 'words' } as const;
const EVIDENCE = done({ ...LINE, intentId: 'a', at: 0, lastAt: 0, times: 1 });
const disk = (members: Partial<DiskFailure> = {}): DiskFailure => ({
  kind: 'disk',
  cause: 'full',
  message: 'The disk is full.',
  isKept: true,
  ...members,
});
const illegal: JournalFailure = {
  kind: 'illegal',
  message: 'from sent to sent',
  intent: intent('accepted'),
};
const noIntent: JournalFailure = { kind: 'no-intent', message: 'no such intent' };

function setUp(answers: Partial<Writes>) {
  const lines: unknown[] = [];
  const told: string[] = [];
  const logged: unknown[] = [];
  const journal: Writes = {
    record: () => failed(noIntent),
    get: () => done(undefined),
    evidence: () => done([]),
    advance: () => failed(noIntent),
    addEvidence: (_id, line) => (lines.push(line), EVIDENCE),
    repeatEvidence: (_id, line) => (lines.push(line), EVIDENCE),
    markCancelWhenFound: () => failed(noIntent),
    markCancels: () => failed(noIntent),
    clearCancelWhenFound: () => failed(noIntent),
    ...answers,
  };
  const intents = createIntentLog(
    journal,
    ({ state }) => void told.push(state),
    (...line) => void logged.push(line),
  );
  return { intents, lines, told, logged };
}

it('finds an intent that only memory has, and throws for one that nobody has', () => {
  const kept = disk({ intent: intent('unknown') });
  expect(setUp({ get: () => failed(kept) }).intents.find('a')).toEqual(intent('unknown'));
  expect(setUp({ get: () => failed(illegal) }).intents.find('a')).toBeUndefined();
  expect(() => setUp({}).intents.get('a')).toThrow('no intent a in the journal');
});

it('keeps the evidence of a step that the journal refuses, and says so in the log', () => {
  const { intents, lines, told, logged } = setUp({ advance: () => failed(illegal) });
  expect(intents.step('a', { step: 'sent' }, LINE).state).toBe('accepted');
  expect(lines).toEqual([LINE]);
  expect(told).toEqual(['accepted']);
  expect(logged).toEqual([
    ['warn', 'a step was refused by the journal', { intentId: 'a', why: 'from sent to sent' }],
  ]);
});

it('takes a step that only memory has as made', () => {
  const { intents, lines, told, logged } = setUp({
    advance: () => failed(disk({ intent: intent('unknown') })),
  });
  expect(intents.step('a', { step: 'lost' }, LINE).state).toBe('unknown');
  expect([lines, told, logged]).toEqual([[], ['unknown'], []]);
});

it('asks for the intent when the refusal of a step does not tell it', () => {
  const { intents, told } = setUp({ get: () => done(intent('sent')) });
  expect(intents.step('a', { step: 'lost' }, LINE).state).toBe('sent');
  expect(told).toEqual(['sent']);
});

it('tells of a new intent once, and of one that is known already not again', () => {
  const draft = { intentId: 'a' } as Parameters<Writes['record']>[0];
  const fresh = setUp({ record: () => done({ intent: intent('recorded'), isNew: true }) });
  expect(fresh.intents.record(draft)).toMatchObject({ ok: true, isNew: true });
  expect(fresh.told).toEqual(['recorded']);
  const known = setUp({ record: () => done({ intent: intent('sent'), isNew: false }) });
  expect(known.intents.record(draft)).toMatchObject({ ok: true, isNew: false });
  expect(known.told).toEqual([]);
  const unwritten = setUp({ record: () => failed(disk({ intent: intent('not-sent') })) });
  expect(unwritten.intents.record(draft)).toMatchObject({ ok: true, isNew: false });
  expect(unwritten.told).toEqual(['not-sent']);
  for (const failure of [illegal, disk()])
    expect(setUp({ record: () => failed(failure) }).intents.record(draft)).toEqual({
      ok: false,
      failure,
    });
});

it('says at hand-over why nothing may leave, and takes back what memory has as sent', () => {
  const steps: unknown[] = [];
  const full = setUp({
    advance(_id, step, line) {
      steps.push([step, line]);
      return failed(disk({ intent: intent('sent') }));
    },
    get: () => done(intent('sent')),
  });
  expect(full.intents.handOver('a', LINE)).toBe('The disk is full.');
  expect(steps).toEqual([
    [{ step: 'sent' }, LINE],
    [{ step: 'not-sent' }, { kind: 'not-sent', text: 'Not sent: The disk is full.' }],
  ]);
});

it.each([
  ['the step was not kept', disk(), 'recorded'],
  ['it is no matter of the disk', illegal, 'sent'],
  ['nobody has the intent', disk(), undefined],
] as const)('takes nothing back at hand-over when %s', (_name, failure, state) => {
  let steps = 0;
  const { intents } = setUp({
    advance: () => (steps++, failed(failure)),
    get: () => done(state && intent(state)),
  });
  expect(intents.handOver('a', LINE)).toBe(failure.message);
  expect(steps).toBe(1);
});

it('tells of what was handed over, noted, marked and cleared', () => {
  const { intents, told, lines } = setUp({
    get: () => done(intent('unknown')),
    advance: () => done(intent('sent')),
    markCancelWhenFound: () => done(intent('set-aside')),
    clearCancelWhenFound: () => done(intent('accepted')),
  });
  expect(intents.handOver('a', LINE)).toBeUndefined();
  intents.note('a', LINE);
  expect(intents.markCancel('a', 'words').state).toBe('set-aside');
  intents.clearCancel('a', 'words');
  expect(told).toEqual(['sent', 'unknown', 'set-aside', 'accepted']);
  expect(lines).toEqual([LINE]);
});

it('tells nothing of a note about nobody, nor of a cancel that could not be cleared', () => {
  const { intents, told } = setUp({});
  intents.note('a', LINE);
  intents.clearCancel('a', 'words');
  expect(told).toEqual([]);
});

it('says that a cancel holds only in memory when it could not be written', () => {
  const { intents, lines, told } = setUp({
    markCancelWhenFound: () => failed(disk({ intent: intent('unknown') })),
  });
  expect(intents.markCancel('a', 'words').state).toBe('unknown');
  expect(lines).toEqual([
    {
      kind: 'person',
      text: 'This could not be saved to disk and lasts only while Ballast is running: The disk is full.',
    },
  ]);
  expect(told).toEqual(['unknown']);
  const unknown = setUp({ get: () => done(intent('sent')) });
  expect(unknown.intents.markCancel('a', 'words').state).toBe('sent');
});
