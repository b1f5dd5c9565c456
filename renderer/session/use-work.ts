import { useState } from 'react';
import type { Failure, Result } from '#contract/failure.ts';

/** What main is asked to do, one thing at a time: whether it is under way, and why the last one failed. */
export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function run<T>(answer: Promise<Result<T>>, onDone: (value: T) => void): Promise<void> {
    setBusy(true);
    // Why an earlier one failed is no answer to this one.
    setFailure(undefined);
    const result = await answer;
    setBusy(false);
    setFailure(result.ok ? undefined : result.failure);
    if (result.ok) onDone(result.value);
  }
  return { isBusy, failure, setFailure, run };
}
