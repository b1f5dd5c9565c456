import { describe, expect, it } from 'vitest';
import type { StreamPhase } from '#contract/records.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { recordStreamEvents, readActivity, setAsideText } from '#main/account/activity.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { recordDeskEvents } from '#main/desk/desk-events.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { createFaultyDisk, createHarness, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();
const textsOf = (journal: ReturnType<typeof harness.open>): string[] =>
  value(journal.activity({ kinds: [], text: '', limit: 100 }))
    .lines.map(({ text }) => text)
    .reverse();

describe('the streams', () => {
  it('leave one line for each change between live, lost and ended', () => {
    const journal = harness.open();
    const book = createAccountBook();
    recordStreamEvents(journal, book);
    const put = (phase: StreamPhase, message?: string) => {
      harness.state.time.advance(1);
      book.putStream({
        stream: 'orders',
        phase,
        since: 0,
        ...(message !== undefined && { message }),
      });
    };
    put('connecting');
    put('live');
    put('stale');
    put('live');
    put('reconnecting', 'It fell silent.');
    put('connecting');
    put('reconnecting', 'Refused.');
    put('live');
    put('stopped', 'The key was refused.');
    put('off');
    for (const [phase, message] of [
      ['reconnecting', 'insufficient subscription'],
      ['live', undefined],
    ] as const) {
      harness.state.time.advance(1);
      book.putStream({ stream: 'prices', phase, since: 0, ...(message && { message }) });
    }
    expect(textsOf(journal)).toEqual([
      'The order stream is live.',
      'The order stream was lost. Reconnecting. It fell silent.',
      'The order stream is live again.',
      'The order stream has ended and will not reconnect by itself. The key was refused.',
      // It was not live before: nothing was lost.
      'The price stream could not connect. Trying again. Insufficient subscription.',
      'The price stream is live.',
    ]);
  });
});

describe('the desk', () => {
  it('tells each open account what was stopped, locked and armed, and only changes', () => {
    const journal = harness.open();
    const now = { isStopped: false, isLocked: false, isArmed: false };
    const changed = createListeners();
    const opened = createListeners<[OpenAccount]>();
    const closed = createListeners<[string]>();
    const account = { unit: { accountId: 'a', journal } } as OpenAccount;
    recordDeskEvents({
      units: { onOpen: opened.add, onClose: closed.add },
      killSwitch: { isStopped: () => now.isStopped, onChange: changed.add },
      lock: { isLocked: () => now.isLocked, onChange: changed.add },
      arming: { isArmed: () => now.isArmed, onChange: changed.add },
    });
    const set = (change: Partial<typeof now>) => {
      harness.state.time.advance(1);
      Object.assign(now, change);
      changed.notify();
    };
    opened.notify(account);
    set({ isArmed: true });
    set({ isStopped: true });
    set({ isStopped: true });
    set({ isLocked: true, isArmed: false });
    set({ isStopped: false, isLocked: false });
    closed.notify('a');
    set({ isStopped: true });
    harness.state.time.advance(1);
    opened.notify(account);
    expect(textsOf(journal)).toEqual([
      'The account was opened.',
      'The account was armed for live orders.',
      'All trading was stopped.',
      'The desk was locked.',
      'The account was disarmed.',
      'Trading was allowed again.',
      'The desk was unlocked.',
      'The account was opened while all trading is stopped.',
    ]);
  });
});

it.each([
  [{ kept: 2, found: 2, isCut: false }, ' Saved addresses recovered: 2 of 2. Mint'],
  [
    { kept: 2, found: 3, isCut: false },
    ' Saved addresses recovered: 2 of 3; the others could not be shown to be undamaged and are only in that file. Mint',
  ],
  [
    { kept: 1, found: 1, isCut: true },
    ' Saved addresses recovered: 1 of 1. Part of the saved addresses could not be read. Mint',
  ],
  [{ kept: 0, found: 0, isCut: false }, ' It had no saved addresses. Mint'],
  [{ kept: 0, found: 0, isCut: true }, ' Saved addresses could not be read. Mint'],
  [undefined, ' Saved addresses could not be read. Mint'],
])(
  'of a journal that was set aside it says how much of its address book came over: %j',
  (addresses, words) => {
    const text = setAsideText({ setAside: '/folder/journal.damaged.db', salvaged: 4, addresses });
    expect(text).toContain('kept as journal.damaged.db. 4 of its orders were recovered');
    expect(text).toContain(words);
  },
);

it('answers in a sentence when the disk cannot be read', async () => {
  const disk = createFaultyDisk();
  const journal = harness.open({ connect: disk.connect });
  disk.state.fault = { errcode: 10, at: 'read' };
  expect(await readActivity(journal, { kinds: [], text: '', limit: 5 })).toMatchObject({
    ok: false,
    failure: { kind: 'not-allowed', message: expect.stringContaining('The disk failed') },
  });
});
