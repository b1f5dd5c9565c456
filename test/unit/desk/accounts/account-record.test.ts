import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { describeFailure, type Failure } from '#contract/failure.ts';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import { journalPathIn } from '#main/journal/file.ts';
import { openJournal } from '#main/journal/journal.ts';
import { setUp } from './harness.ts';

const words = (result: { ok: boolean; failure?: Failure }): string =>
  result.failure ? describeFailure(result.failure) : '';

describe('the record of an account', () => {
  it('is every intent with its evidence, though the account is not open', async () => {
    const { connect, must, dataFolder, time } = setUp();
    const { accountId, label } = await connect();
    const opened = openJournal({
      folder: folderOfAccount(dataFolder, accountId),
      accountId,
      clock: time.clock,
      log: () => undefined,
    });
    if (!opened.ok) throw new Error(opened.failure.message);
    const { journal } = opened.value;
    const ids = Array.from(
      { length: 502 },
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    );
    for (const [at, intentId] of ids.entries()) {
      const recorded = journal.record({
        intentId,
        accountId,
        kind: 'place',
        body: '{}',
        symbol: 'AAPL',
        title: `Buy ${at} AAPL`,
        confirmedAt: at,
      });
      expect(recorded.ok).toBe(true);
    }
    journal.close();
    // As if it were in an archive that is not there.
    const db = new DatabaseSync(journalPathIn(folderOfAccount(dataFolder, accountId)));
    db.prepare('DELETE FROM evidence WHERE intent_id = ?').run(ids[7] ?? '');
    db.close();
    const record = JSON.parse((await must('accounts.record', { accountId })).text) as {
      account: object;
      intents: { intentId: string; evidence: object[]; evidenceProblem?: string }[];
    };
    expect(record.account).toMatchObject({ accountId, label, environment: 'paper' });
    expect(record.intents.map(({ intentId }) => intentId).toSorted()).toEqual(ids);
    expect(record.intents.filter(({ evidenceProblem }) => evidenceProblem)).toEqual([
      expect.objectContaining({
        intentId: ids[7],
        evidenceProblem:
          'Its older evidence is neither in the journal nor in the archive of January 1970.',
      }),
    ]);
  });

  it('says so where there is nothing yet, and where there is no such account', async () => {
    const { connect, must, call } = setUp();
    const { accountId } = await connect();
    expect(JSON.parse((await must('accounts.record', { accountId })).text)).not.toHaveProperty(
      'intents',
    );
    expect(words(await call('accounts.record', { accountId: crypto.randomUUID() }))).toContain(
      'Ballast has no account',
    );
  });
});

describe('another passphrase for the sealed file', () => {
  const change = { current: 'a walk in the rain', next: 'a run in the snow' };

  it('is asked about by main where there is a live account, and by nobody else', async () => {
    const { connect, call, must, keys, walls, person, answerWith } = setUp();
    const changed: string[] = [];
    const { changePassphrase } = keys;
    keys.changePassphrase = (current, next) => {
      changed.push(next);
      return changePassphrase(current, next);
    };
    await connect();
    await must('keys.changePassphrase', change);
    expect([walls, changed]).toEqual([[], [change.next]]);
    answerWith('777');
    await connect({ label: 'Live', environment: 'live' });
    person.saysYes = false;
    expect(words(await call('keys.changePassphrase', change))).toBe(
      'The passphrase was not changed: it was not confirmed.',
    );
    expect(walls.at(-1)).toMatch(/^Change the passphrase of the sealed file\?/);
    expect(changed).toHaveLength(1);
    person.saysYes = true;
    await must('keys.changePassphrase', change);
    expect(changed).toHaveLength(2);
  });
});
