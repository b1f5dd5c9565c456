import { describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import {
  causeOf,
  diskFailure,
  needsReopen,
  toDiskFailure,
  toFailed,
} from '#main/journal/failure.ts';

const sqlite = (errcode: number) => Object.assign(new Error('sqlite'), { errcode });
const system = (code: string) => Object.assign(new Error('system'), { code, syscall: 'open' });

describe('what the disk did', () => {
  it.each([
    [sqlite(13), 'full'],
    [sqlite(5), 'busy'],
    [sqlite(261), 'busy'],
    [sqlite(8), 'read-only'],
    [sqlite(10), 'io'],
    [sqlite(266), 'io'],
    [sqlite(522), 'damaged'],
    [sqlite(11), 'damaged'],
    [sqlite(26), 'damaged'],
    [system('ENOSPC'), 'full'],
    [system('EROFS'), 'read-only'],
    [system('EACCES'), 'read-only'],
    [system('EMFILE'), 'no-handles'],
  ] as const)('is told by its code: %o is %s', (error, cause) => {
    expect(causeOf(error)).toBe(cause);
    expect(toDiskFailure(error)).toMatchObject({ kind: 'disk', cause, isKept: false });
  });

  it.each([
    ['a broken constraint', sqlite(19)],
    ['a misspelt statement', sqlite(1)],
    ['a bug', new TypeError('undefined')],
    ['a code without a system call', Object.assign(new Error('x'), { code: 'ENOSPC' })],
    ['a system call without a code', Object.assign(new Error('x'), { syscall: 'open' })],
    ['no error at all', { errcode: 13 }],
  ])('is not %s, which is thrown on', (_name, error) => {
    expect(causeOf(error)).toBeUndefined();
    expect(() => toDiskFailure(error)).toThrow();
  });

  it('is a sentence that says what to do, with the detail behind it', () => {
    const full =
      'The disk is full, so the journal cannot be written. Free some space; you cannot place orders until then.';
    expect(diskFailure('full', '').message).toBe(full);
    expect(diskFailure('full', 'no space').message).toBe(`${full} (no space)`);
  });

  it('passes by itself only where space or another program is the reason', () => {
    const causes = ['full', 'busy', 'read-only', 'io', 'damaged', 'gone'] as const;
    expect(causes.filter(needsReopen)).toEqual(['read-only', 'io', 'damaged', 'gone']);
  });
});

it('is shown at the ticket when an id was used for another order, and as a refusal otherwise', () => {
  const intent = { intentId: 'a' } as Intent;
  expect(toFailed({ kind: 'other-body', message: 'Another.', intent })).toEqual({
    ok: false,
    failure: { kind: 'invalid', issues: [{ path: 'intentId', message: 'Another.' }] },
  });
  expect(toFailed({ kind: 'no-intent', message: 'None.' })).toEqual({
    ok: false,
    failure: { kind: 'not-allowed', message: 'None.' },
  });
});
