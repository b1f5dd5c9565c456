import { expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { OrderPreview } from '#contract/trading.ts';
import { startPreviewLoop } from '#renderer/trading/submission/preview-loop.ts';

const preview = (title: string): OrderPreview => ({
  title,
  issues: [],
  verdicts: [],
  whatIf: { isExit: false },
});

function rig() {
  const timers: { ms: number; run: () => void; isOff: boolean }[] = [];
  const answers: ((result: Result<OrderPreview>) => void)[] = [];
  const told: (string | undefined)[] = [];
  const stop = startPreviewLoop<OrderPreview>({
    ask: () => new Promise((resolve) => answers.push(resolve)),
    onAnswer: (given) => void told.push(given.ok ? given.value.title : undefined),
    firstMs: 120,
    againMs: 2_000,
    delay(ms, run) {
      const timer = { ms, run, isOff: false };
      timers.push(timer);
      return () => (timer.isOff = true);
    },
  });
  const due = () => timers.findLast(({ isOff }) => !isOff);
  return { timers, answers, told, stop, due };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('asks nothing before the typing stopped, and one question at a time', async () => {
  const { answers, told, due } = rig();
  expect(answers).toHaveLength(0);
  expect(due()?.ms).toBe(120);
  due()?.run();
  expect(answers).toHaveLength(1);
  answers[0]?.(ok(preview('first')));
  await settle();
  expect(told).toEqual(['first']);
  expect(due()?.ms).toBe(2_000);
  due()?.run();
  expect(answers).toHaveLength(2);
});

it('tells nothing of a draft that does not stand any more', async () => {
  const { answers, told, stop, due, timers } = rig();
  due()?.run();
  stop();
  answers[0]?.(ok(preview('late')));
  await settle();
  expect(told).toEqual([]);
  expect(timers).toHaveLength(1);
});

it('takes back what it told when main cannot be asked', async () => {
  const { answers, told, due } = rig();
  due()?.run();
  answers[0]?.(ok(preview('first')));
  await settle();
  due()?.run();
  answers[1]?.(fail({ kind: 'offline', message: 'gone' }));
  await settle();
  expect(told).toEqual(['first', undefined]);
});
