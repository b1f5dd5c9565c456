import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { CallName, Input, Output } from '#contract/calls.ts';
import type { Failure, Result } from '#contract/failure.ts';

type Called<T> = {
  /** The last answer to this question, whichever; undefined until there is one. */
  told: Result<T> | undefined;
  /** Why the last one was none. */
  failure: Failure | undefined;
  /** The last good one and when it came; a failure after it changes neither. */
  value: T | undefined;
  readAt: number | undefined;
  ask(): Promise<void>;
  /** Takes an answer that came another way, as to a change of the same thing. */
  take(told: Result<T>): void;
};

/** Asks main now and whenever it is a different question. An answer that was overtaken is not listened to. */
export function useCall<K extends CallName>(
  bridge: Bridge,
  name: K,
  input: Input<K>,
): Called<Output<K>> {
  type Last = Pick<Called<Output<K>>, 'told' | 'value' | 'readAt'> & { of: string };
  const [last, setLast] = useState<Last>();
  // The input is made anew with each drawing and means the same as long as it reads the same.
  const question = JSON.stringify([name, input]);
  const newest = useRef(question);
  const counts = useRef({ asked: 0, answered: 0 });
  const take = useCallback(
    (told: Result<Output<K>>) => {
      if (newest.current !== question) return;
      setLast((before) => {
        if (told.ok) return { of: question, told, value: told.value, readAt: Date.now() };
        const { value, readAt } = before?.of === question ? before : {};
        return { of: question, told, value, readAt };
      });
    },
    [question],
  );
  const ask = useCallback(() => {
    const [asked, about] = JSON.parse(question) as [K, Input<K>];
    const nth = ++counts.current.asked;
    return bridge.call(asked, about).then((told) => {
      // The web shell's answers may come in another order than they were asked for.
      if (nth < counts.current.answered) return;
      counts.current.answered = nth;
      take(told);
    });
  }, [bridge, question, take]);
  useEffect(() => {
    newest.current = question;
    void ask();
  }, [ask, question]);
  const { told, value, readAt } = last?.of === question ? last : {};
  const failure = told?.ok === false ? told.failure : undefined;
  return { told, failure, value, readAt, ask, take };
}
