// A double click is one answer: the next question does not come up under its second half.
import { expect, it, vi } from 'vitest';
import { apart } from '#main/shell/electron/dialogs.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

vi.mock('electron', () => ({}));

it('leaves a moment between the answer to one question and the next', async () => {
  const time = createFakeTime();
  const put: string[] = [];
  const confirm = apart(async ({ title }) => {
    put.push(title);
    return true;
  }, time);
  const question = (title: string) => confirm({ title, text: '', action: 'Allow' });
  expect(await question('first')).toBe(true);
  const second = question('second');
  time.advance(799);
  await Promise.resolve();
  expect(put).toEqual(['first']);
  time.advance(1);
  expect(await second).toBe(true);
  time.advance(800);
  void question('third');
  expect(put).toEqual(['first', 'second', 'third']);
});
