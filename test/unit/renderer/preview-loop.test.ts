import { expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { OrderPreview } from '#contract/trading.ts';
import { startPreviewLoop } from '#renderer/trading/submission/preview-loop.ts';
import { CLOSED, listOf, mark, markedOption } from '#renderer/trading/ticket/symbol-search.ts';

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
    onAnswer: (given) => void told.push(given?.title),
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

it('marks the found symbols in turn, around the ends', () => {
  const asset = (symbol: string) => ({
    symbol,
    name: symbol,
    isTradable: true,
    isFractionable: true,
    isShortable: true,
  });
  const list = listOf([asset('KO'), asset('KOS')], 'ko');
  expect(list.isOpen).toBe(true);
  expect(markedOption(list)).toBeUndefined();
  expect(markedOption(mark(list, 1))?.symbol).toBe('KO');
  expect(markedOption(mark(list, -1))?.symbol).toBe('KOS');
  expect(markedOption(mark(mark(mark(list, 1), 1), 1))?.symbol).toBe('KO');
  expect(mark(CLOSED, 1)).toBe(CLOSED);
  // What the field says already need not be chosen.
  expect(listOf([asset('KO')], 'ko').isOpen).toBe(false);
});
