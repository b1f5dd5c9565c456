// Texts from outside in what main says outside of any page.
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { notificationBody, plainLines, plainQuestions } from '#main/shell/common/plain-words.ts';
import { createTerminal } from '#main/shell/web/terminal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { until } from '#test/support/until.ts';

const ODD = 'Remove \u001b[2K\u001b[1Aeverything\u202e?\u0007';

it('writes nothing into the terminal that moves its cursor or hides its words', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const { delay, advance } = createFakeTime();
  const terminal = createTerminal({ input, output, onInterrupt: () => undefined, delay });
  const stands = (end: string) =>
    until(() => {
      advance(500);
      return shown.endsWith(end);
    }, `the terminal says ${end}`);
  const { confirm, ask } = plainQuestions(terminal);
  const confirming = confirm({ title: ODD, text: `one\n${ODD}`, action: 'Remove' });
  await stands('to remove: ');
  input.write('no\n');
  expect(await confirming).toBe(false);
  const asking = ask({ title: ODD, text: ODD, label: 'Number', action: 'Arm' });
  await stands('Number: ');
  input.write('PA1\n');
  expect(await asking).toBe('PA1');
  expect(shown.split('Remove [2K [1Aeverything?')).toHaveLength(5);
  expect(shown).toContain('one\nRemove');
  for (const sign of ['\u001b[2K', '\u202e', '\u0007']) expect(shown).not.toContain(sign);
});

it('passes on what else a question has', async () => {
  const seen: unknown[] = [];
  const take = (question: unknown) => Promise.resolve(void seen.push(question));
  const { ask } = plainQuestions({ confirm: async () => false, ask: take });
  const question = { title: 'Arm', text: 'Type it.', label: 'Number', action: 'Arm' };
  await ask(question);
  expect(seen).toEqual([question]);
});

it('keeps the lines of a text', () => {
  expect(plainLines('a\r\n b\u2066\n\nc')).toBe('a\nb\n\nc');
});

it('is no markup in a notification', () => {
  const text = '<b>Filled</b> & <a href="https://evil.example">more</a> &lt;';
  expect(notificationBody({ text }, 'linux')).toBe(
    '&lt;b&gt;Filled&lt;/b&gt; &amp; &lt;a href="https://evil.example"&gt;more&lt;/a&gt; &amp;lt;',
  );
  expect(notificationBody({ text }, 'darwin')).toBe(text);
});
