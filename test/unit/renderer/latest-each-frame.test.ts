import { expect, it } from 'vitest';
import { latestEachFrame } from '#renderer/core/latest-each-frame.ts';

it('writes once a frame, and the newest', () => {
  const frames: (() => void)[] = [];
  const written: number[] = [];
  const put = latestEachFrame<number>(
    (run) => frames.push(run),
    (value) => written.push(value),
  );
  put(1);
  put(2);
  expect(written).toEqual([]);
  for (const run of frames.splice(0)) run();
  put(3);
  for (const run of frames.splice(0)) run();
  expect(written).toEqual([2, 3]);
});
