import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { watchForSleep } from '#main/shell/common/system.ts';
import { createTerminal } from '#main/shell/web/terminal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

function setUp(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  let interrupts = 0;
  const terminal = createTerminal({ input, output, onInterrupt: () => interrupts++ });
  return { input, terminal, shown: () => shown, interrupts: () => interrupts };
}

const ASK = {
  title: 'Arm live account',
  text: 'Type it.',
  label: 'Account number',
  action: 'Arm',
};
const CONFIRM = { title: 'Allow trading again?', text: 'It is stopped.', action: 'Allow trading' };

describe('questions in the terminal', () => {
  it('are shown with their words and answered by a line', async () => {
    const { input, terminal, shown } = setUp(true);
    const asking = terminal.ask(ASK);
    input.write(' PA1234 \n');
    expect(await asking).toBe('PA1234');
    expect(shown()).toContain('Arm live account\nType it.\nAccount number: ');
  });

  it.each([
    ['yes', true],
    ['YES ', true],
    ['y', false],
    ['no', false],
    ['', false],
  ])('that need a yes take %j as %j', async (line, isYes) => {
    const { input, terminal } = setUp(true);
    const confirming = terminal.confirm(CONFIRM);
    input.write(`${line}\n`);
    expect(await confirming).toBe(isYes);
  });

  it('have no answer without a terminal', async () => {
    const { terminal, shown } = setUp(false);
    expect(await terminal.ask(ASK)).toBeUndefined();
    expect(await terminal.confirm(CONFIRM)).toBe(false);
    expect(shown()).toBe('');
  });

  it('have no answer when the line is empty or the terminal goes away', async () => {
    const empty = setUp(true);
    const asking = empty.terminal.ask(ASK);
    empty.input.write('\n');
    expect(await asking).toBeUndefined();
    const gone = setUp(true);
    const waiting = gone.terminal.ask(ASK);
    await new Promise((resolve) => setImmediate(resolve));
    gone.input.end();
    expect(await waiting).toBeUndefined();
  });

  it('come one after another', async () => {
    const { input, terminal, shown } = setUp(true);
    const first = terminal.confirm(CONFIRM);
    const second = terminal.ask(ASK);
    await new Promise((resolve) => setImmediate(resolve));
    expect(shown()).not.toContain('Account number');
    input.write('yes\n');
    expect(await first).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    input.write('PA1\n');
    expect(await second).toBe('PA1');
  });
});

describe('the watch for sleep', () => {
  it('tells once when the date has jumped, and goes on', () => {
    const time = createFakeTime();
    let woken = 0;
    const stop = watchForSleep(time.clock, time.delay, () => woken++);
    time.advance(60_000);
    expect(woken).toBe(0);
    time.sleep(3_600_000);
    time.advance(60_000);
    expect(woken).toBe(1);
    time.sleep(3_600_000);
    time.advance(60_000);
    expect(woken).toBe(2);
    stop();
    expect(time.pending()).toBe(0);
  });
});
