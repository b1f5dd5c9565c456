import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { OrderPreview } from '#contract/trading.ts';
import { createPreviewTurns, startPreviewLoop } from '#renderer/trading/submission/preview-loop.ts';

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

it('waits as long as it is told to, and asks one question at a time', async () => {
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

it('asks at once where nothing is to be waited for', () => {
  let asked = 0;
  startPreviewLoop({
    ask: () => {
      asked += 1;
      return new Promise(() => undefined);
    },
    onAnswer: () => undefined,
    firstMs: 0,
    againMs: 2_000,
    delay: () => () => undefined,
  });
  expect(asked).toBe(1);
});

describe('forms that follow each other', () => {
  function turnsRig() {
    const patience: (() => void)[] = [];
    const asked: string[] = [];
    const told: string[] = [];
    const answers = new Map<string, () => void>();
    const turns = createPreviewTurns((_, run) => {
      patience.push(run);
      return () => undefined;
    });
    const start = (form: string) =>
      startPreviewLoop<OrderPreview>({
        ask: () => {
          asked.push(form);
          return new Promise((resolve) => answers.set(form, () => resolve(ok(preview(form)))));
        },
        onAnswer: () => void told.push(form),
        firstMs: 0,
        againMs: 2_000,
        delay: () => () => undefined,
        turns,
      });
    return { start, asked, told, answers, patience };
  }

  it('are asked one at a time, and of those that waited only the newest', async () => {
    const { start, asked, told, answers } = turnsRig();
    const stopFirst = start('1');
    await settle();
    stopFirst();
    const stopSecond = start('10');
    await settle();
    stopSecond();
    start('100');
    await settle();
    expect(asked).toEqual(['1']);
    answers.get('1')?.();
    await settle();
    expect(asked).toEqual(['1', '100']);
    answers.get('100')?.();
    await settle();
    expect(told).toEqual(['100']);
  });

  it('do not wait for an answer that is long overdue', async () => {
    const { start, asked, told, answers, patience } = turnsRig();
    const stopFirst = start('1');
    await settle();
    stopFirst();
    start('10');
    await settle();
    expect(asked).toEqual(['1']);
    patience[0]?.();
    await settle();
    expect(asked).toEqual(['1', '10']);
    answers.get('10')?.();
    answers.get('1')?.();
    await settle();
    expect(told).toEqual(['10']);
  });
});
