import { expect, it } from 'vitest';
import type { Failure } from '#contract/failure.ts';
import { issueAt } from '#renderer/core/issue-at.ts';

const failure = (...paths: string[]): Failure => ({
  kind: 'invalid',
  issues: paths.map((path) => ({ path, message: `about ${path}` })),
});

it('finds what is said of a field by the end of its path', () => {
  const failed = failure('label', 'ask.clientId', 'credentials.keyId', 'hosts.data');
  expect(issueAt(failed, 'label')).toBe('about label');
  expect(issueAt(failed, 'clientId')).toBe('about ask.clientId');
  expect(issueAt(failed, 'credentials.keyId')).toBe('about credentials.keyId');
  expect(issueAt(failed, 'hosts')).toBeUndefined();
});

it('takes no field for another whose name only ends alike', () => {
  expect(issueAt(failure('ask.clientId', 'odata'), 'Id')).toBeUndefined();
  expect(issueAt(failure('odata'), 'data')).toBeUndefined();
  expect(issueAt(failure('ask.scope'), 'token.scope')).toBeUndefined();
});

it('keeps what is said of the whole apart from the fields', () => {
  expect(issueAt(failure('scope', ''), '')).toBe('about ');
  expect(issueAt(failure('scope', 'hosts.'), '')).toBeUndefined();
});

it('says nothing of other failures', () => {
  expect(issueAt(undefined, 'label')).toBeUndefined();
  expect(issueAt({ kind: 'offline', message: 'label' }, 'label')).toBeUndefined();
});
