import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '#contract/failure.ts';

export type Asked<T> = {
  value: T | undefined;
  readAt: number | undefined;
  /** Of the last try; a value that was read before stays. */
  failure: Failure | undefined;
  retry: () => void;
};

/** Asks now and again every so often. An answer to an older question is not listened to. */
export function useAsked<T>(ask: () => Promise<Result<T>>, everyMs: number): Asked<T> {
  const [state, setState] = useState<Omit<Asked<T>, 'retry'> & { of: unknown }>();
  const asked = useRef<unknown>(undefined);
  const retry = useCallback(() => {
    asked.current = ask;
    void ask().then((result) => {
      if (asked.current !== ask) return;
      setState((before) => {
        const kept = before?.of === ask ? before : undefined;
        return result.ok
          ? { of: ask, value: result.value, readAt: Date.now(), failure: undefined }
          : { of: ask, value: kept?.value, readAt: kept?.readAt, failure: result.failure };
      });
    });
  }, [ask]);
  useEffect(() => {
    retry();
    const timer = setInterval(retry, everyMs);
    return () => clearInterval(timer);
  }, [retry, everyMs]);
  const now = state?.of === ask ? state : undefined;
  return { value: now?.value, readAt: now?.readAt, failure: now?.failure, retry };
}
