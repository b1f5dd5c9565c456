import type { Failure } from '#contract/failure.ts';

/** What a failure says about one field; paths of nested inputs end in the field's name. */
export function issueAt(failure: Failure | undefined, field: string): string | undefined {
  if (failure?.kind !== 'invalid') return undefined;
  return failure.issues.find(({ path }) => path.split('.').at(-1) === field)?.message;
}
