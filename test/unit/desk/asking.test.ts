// One question of main at a time, whatever a page does.
import { describe, expect, it } from 'vitest';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { createAsking, createDialogs } from '#main/desk/asking.ts';
import { createQuestions } from '#main/desk/questions.ts';
import { plainLines } from '#main/shell/common/plain-words.ts';
import type { Confirmable } from '#main/ports.ts';
import { decimal } from '#main/domain/decimal.ts';

function setUp(shell: 'electron' | 'web' = 'electron') {
  const standing: { question: Confirmable; answer(isYes: boolean): void }[] = [];
  const put: Confirmable[] = [];
  let isLocked = false;
  const ended: string[] = [];
  const asking = createAsking({
    info: { shell },
    isLocked: () => isLocked,
    ask: async (question) => {
      put.push(question);
      return undefined;
    },
    confirm: (question, end) => {
      put.push(question);
      return new Promise((resolve) => {
        end?.addEventListener('abort', () => {
          ended.push(question.text);
          resolve(false);
        });
        standing.push({
          question,
          answer(isYes) {
            standing.splice(0, 1);
            resolve(isYes);
          },
        });
      });
    },
  });
  return { asking, standing, put, ended, lock: () => (isLocked = true) };
}

const aQuestion = (text: string): Confirmable => ({ title: 'A wall', text, action: 'Open' });
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('questions of main', () => {
  it('stand one at a time, of three hundred; three wait and the others are refused in words', async () => {
    const { asking, standing, put } = setUp();
    const answers = Array.from({ length: 300 }, (_, at) => asking.whyNot(aQuestion(String(at))));
    const refused = await Promise.all(answers.slice(4));
    expect(new Set(refused)).toEqual(
      new Set(['too many questions are waiting for answers. Answer those first.']),
    );
    for (const at of [0, 1, 2, 3]) {
      await settle();
      expect(standing.map(({ question }) => question.text)).toEqual([String(at)]);
      standing[0]?.answer(at === 1);
    }
    expect((await Promise.all(answers.slice(0, 4))).map((why) => why === undefined)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(put).toHaveLength(4);
    const next = asking.whyNot(aQuestion('later'));
    standing[0]?.answer(true);
    expect(await next).toBeUndefined();
  });

  it('are not asked twice, and one yes is not two', async () => {
    const { asking, standing, put } = setUp();
    const first = asking.whyNot(aQuestion('same'));
    expect(await asking.whyNot(aQuestion('same'))).toContain('is already waiting for an answer');
    standing[0]?.answer(true);
    expect(await first).toBeUndefined();
    expect(put).toHaveLength(1);
  });

  it('have no yes once the desk is locked, and are not shown any more', async () => {
    const { asking, standing, put, lock } = setUp();
    const standingOne = asking.whyNot(aQuestion('one'));
    const waiting = asking.whyNot(aQuestion('two'));
    const shown = asking.ask({ ...aQuestion('three'), label: 'Token', shown: 'secret' });
    lock();
    standing[0]?.answer(true);
    expect(await standingOne).toBe('the desk was locked in the meantime.');
    expect(await waiting).toBe('the desk was locked in the meantime.');
    expect(await shown).toEqual({ why: 'the desk was locked in the meantime.' });
    expect(put).toHaveLength(1);
  });

  it('go away when the desk is locked, and none that waited comes up after it is unlocked', async () => {
    const { asking, put, ended } = setUp();
    const opened: string[] = [];
    const dialogs = createDialogs(
      {
        async openExternal(url) {
          opened.push(url);
          return 'opened';
        },
        async saveFile(name) {
          opened.push(name);
          return name;
        },
      },
      asking,
    );
    const one = asking.whyNot(aQuestion('one'));
    const two = asking.whyNot(aQuestion('two'));
    const token = asking.ask({ ...aQuestion('three'), label: 'Token', shown: 'secret' });
    const address = dialogs.openExternal('https://app.example/');
    // Locked and unlocked again before any of them was looked at.
    asking.end();
    expect(ended).toEqual(['one']);
    expect([await one, await two]).toEqual(['it was not confirmed.', 'it was not confirmed.']);
    expect(await token).toEqual({ why: 'nothing was typed.' });
    expect(await address).toBe('declined');
    expect([put.length, opened]).toEqual([1, []]);
    expect(await dialogs.saveFile?.('orders.csv', 'x')).toBe('orders.csv');
  });

  it('are named after the lock that ended them, until the next is put', async () => {
    const { asking, standing } = setUp();
    const one = asking.whyNot(aQuestion('one'));
    asking.end();
    await one;
    expect(asking.notes()).toEqual([
      'The desk was locked before “A wall” was answered. Nothing was done. Try again if you still want it.',
    ]);
    standing.length = 0;
    const two = asking.whyNot(aQuestion('two'));
    expect(asking.notes()).toEqual([]);
    standing[0]?.answer(true);
    expect(await two).toBeUndefined();
    asking.end();
    expect(asking.notes()).toEqual([]);
  });

  it('say in the web shell that they need a terminal', async () => {
    const { asking, standing } = setUp('web');
    const asked = asking.whyNot(aQuestion('one'));
    standing[0]?.answer(false);
    expect(await asked).toContain('in the terminal that started it');
  });

  it('keep the dialogs of files and addresses in the same line', async () => {
    const { asking, standing } = setUp();
    const opened: string[] = [];
    const dialogs = createDialogs(
      {
        async openExternal(url) {
          opened.push(url);
          return 'opened';
        },
        async saveFile(name) {
          opened.push(name);
          return name;
        },
      },
      asking,
    );
    const first = asking.whyNot(aQuestion('one'));
    const address = dialogs.openExternal('https://app.example/');
    const file = dialogs.saveFile?.('orders.csv', 'x');
    await expect(dialogs.saveFile?.('orders.csv', 'y')).rejects.toThrow(
      'is already waiting for an answer',
    );
    expect(await dialogs.openExternal('https://app.example/')).toBe('declined');
    await settle();
    expect(opened).toEqual([]);
    standing[0]?.answer(false);
    await first;
    expect([await address, await file]).toEqual(['opened', 'orders.csv']);
  });
});

describe('the words of a question', () => {
  const account = {
    accountId: 'one',
    label: 'Practice\n\u202eYes',
    environment: 'live',
    accountNumber: 'PA1',
  };

  it('name the account by its number, and on one line whatever the page calls it', async () => {
    const { asking, standing } = setUp();
    const asked = createQuestions(asking).exit(account, 'Sell 1 AAPL');
    expect(standing[0]?.question.text).toContain('“Practice Yes” (live account PA1)');
    standing[0]?.answer(false);
    expect(await asked).toMatchObject({ failure: { kind: 'not-allowed' } });
  });

  it('hold no sentence that a name or a scope brought along', async () => {
    const { asking, standing } = setUp();
    const label = 'Practice” (paper account PA2). No money. “';
    const app = {
      name: 'Charts” (1), permission: read only. "',
      clientId: 'c1',
      scope: 'a on “b”.',
    };
    const asked = createQuestions(asking).letIn({ ...account, label }, app, 'https://a.example/');
    expect(standing[0]?.question.text).toBe(
      '“Charts (1), permission: read only.” (c1), permission: “a on b.”, on “Practice (paper account PA2). No money.” (live account PA1). The answer goes to https://a.example/.',
    );
    standing[0]?.answer(false);
    await asked;
  });

  it('tell what speaks against an application, and which account of the broker is meant', async () => {
    const { asking, standing } = setUp();
    const questions = createQuestions(asking);
    const app = { name: 'Charts', clientId: 'c1', scope: '', otherAccountId: 'other-1' };
    const told = { ...app, warnings: ['It is odd.'], can: ['See.'] };
    const asked = questions.letIn(account, told, 'https://a.example/');
    expect(standing[0]?.question.text.split('\n')).toEqual([
      expect.stringContaining('but for a different account at the broker, “other-1”.'),
      'Check this first:',
      'It is odd.',
      'What it could do:',
      'See.',
    ]);
    standing[0]?.answer(false);
    await asked;
    const issued = questions.token(account, told);
    await settle();
    expect(standing.at(-1)?.question.text).toContain('\nWhat it could do:\nSee.');
    standing.at(-1)?.answer(false);
    await issued;
    const revoked = questions.revoke(account, app);
    await settle();
    expect(standing.at(-1)?.question.text).toContain(
      'a different account at the broker, “other-1”',
    );
    expect(standing.at(-1)?.question.text).toContain('Orders it placed stay open');
    standing.at(-1)?.answer(false);
    await revoked;
  });

  it('name every address whole, and every guard, up to twenty', async () => {
    const { asking, standing } = setUp();
    const addresses = Array.from({ length: 21 }, (_, at) => `${'A'.repeat(120)}${at} on solana`);
    const asked = createQuestions(asking).mint(account, addresses);
    const lines = standing[0]?.question.text.split('\n').slice(1);
    expect(lines?.slice(0, 20)).toEqual(addresses.slice(0, 20));
    expect(lines?.[20]).toBe('and 1 more');
    standing[0]?.answer(false);
    await asked;
    const off = Object.fromEntries(
      Object.entries(DEFAULT_GUARDS).map(([name, guard]) => [name, { ...guard, isOn: false }]),
    ) as typeof DEFAULT_GUARDS;
    const loosened = createQuestions(asking).guards(DEFAULT_GUARDS, off);
    await settle();
    const told = standing[0]?.question.text.split('\n').slice(1);
    expect(told).toHaveLength(13);
    expect(told).toContain('market closed: off');
    standing[0]?.answer(false);
    await loosened;
  });

  it('name the account before anything that can be long', async () => {
    const { asking, standing } = setUp();
    const everything = Array.from({ length: 500 }, (_, at) => `sell 100 SYM${at}`).join(', ');
    const asked = createQuestions(asking).exit(account, everything);
    expect(plainLines(standing[0]?.question.text ?? '')).toContain('(live account PA1)');
    standing[0]?.answer(false);
    await asked;
  });

  it('of an exit have a place for each account, however many questions wait', async () => {
    const { asking, standing, put } = setUp();
    const questions = createQuestions(asking);
    const others = Array.from({ length: 9 }, (_, at) => asking.whyNot(aQuestion(String(at))));
    const exits = ['one', 'two', 'one'].map((accountId) =>
      questions.exit({ ...account, accountId }, 'Sell 1 AAPL'),
    );
    expect(await exits[2]).toMatchObject({ ok: false });
    for (let at = 0; at < 6; at++) {
      await settle();
      standing[0]?.answer(true);
    }
    expect(await Promise.all(exits.slice(0, 2))).toEqual([undefined, undefined]);
    await Promise.all(others);
    expect(put).toHaveLength(6);
  });

  it('are asked about guards that hold less back, and not about tighter ones', async () => {
    const { asking, standing, put } = setUp();
    const questions = createQuestions(asking);
    const size = (maxShares: string) => ({ isOn: true, maxShares: decimal(maxShares) });
    const tight = { ...DEFAULT_GUARDS, size: size('5') };
    const loss = { isOn: true, maxDollars: decimal('100') };
    expect(await questions.guards(DEFAULT_GUARDS, tight)).toBeUndefined();
    expect(
      await questions.guards(DEFAULT_GUARDS, { ...DEFAULT_GUARDS, dailyLoss: loss }),
    ).toBeUndefined();
    expect(put).toEqual([]);
    const asked = questions.guards(
      { ...tight, dailyLoss: loss },
      {
        ...tight,
        size: size('5.1'),
        repeat: { ...tight.repeat, withinMs: 1 },
        stalePrice: { ...tight.stalePrice, maxAgeMs: 86_400_000 },
        marketClosed: { isOn: false },
        dailyLoss: { ...loss, maxDollars: decimal('100.01') },
      },
    );
    await settle();
    expect(standing[0]?.question.text.split('\n').slice(1)).toEqual([
      'price age: 86400 s instead of 30 s',
      'shares per order: 5.1 instead of 5',
      'repeated orders: 0.001 s instead of 10 s',
      'market closed: off',
      'daily loss limit: $100.01 instead of $100',
    ]);
    standing[0]?.answer(true);
    expect(await asked).toBeUndefined();
  });
});
