import type { Failure } from '#contract/failure.ts';

/**
 * What a failure says about one field. Named by the end of its path, as long as it takes to tell it from others:
 * 'clientId' finds 'ask.clientId', 'hosts.data' finds no 'data'. An empty name is the input as a whole.
 */
export function issueAt(failure: Failure | undefined, field: string): string | undefined {
  if (failure?.kind !== 'invalid') return undefined;
  return failure.issues.find(
    ({ path }) => path === field || (field !== '' && path.endsWith(`.${field}`)),
  )?.message;
}
