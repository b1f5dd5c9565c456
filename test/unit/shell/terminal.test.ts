import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { watchForSleep } from '#main/shell/common/system.ts';
import { createTerminal } from '#main/shell/web/terminal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { until } from '#test/support/until.ts';

function setUp(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  let interrupts = 0;
  const time = createFakeTime();
  const { delay } = time;
  const terminal = createTerminal({ input, output, onInterrupt: () => interrupts++, delay });
  return {
    input,
    terminal,
    shown: () => shown,
    interrupts: () => interrupts,
    /** Until the question stands that ends like this. */
    async stands(end: string): Promise<void> {
      await until(() => time.pending() > 0, 'a question begins');
      const before = shown.length;
      time.advance(500);
      await until(() => shown.slice(before).endsWith(end), `the terminal says ${end}`);
    },
  };
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
    const { input, terminal, shown, stands } = setUp(true);
    const asking = terminal.ask(ASK);
    await stands('Account number: ');
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
    const { input, terminal, stands } = setUp(true);
    const confirming = terminal.confirm(CONFIRM);
    await stands('to allow trading: ');
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
    await empty.stands('Account number: ');
    empty.input.write('\n');
    expect(await asking).toBeUndefined();
    const gone = setUp(true);
    const waiting = gone.terminal.ask(ASK);
    await gone.stands('Account number: ');
    gone.input.end();
    expect(await waiting).toBeUndefined();
  });

  it('take a passphrase letter by letter and show nothing of it', async () => {
    const { input, terminal, shown, stands } = setUp(true);
    const asking = terminal.ask({ ...ASK, label: 'Passphrase', isSecret: true });
    await stands('Passphrase: ');
    input.write(' two words ');
    input.write('\n');
    expect(await asking).toBe(' two words ');
    expect(shown()).not.toContain('two');
    const next = terminal.ask(ASK);
    await stands('Account number: ');
    input.write('PA1\n');
    expect(await next).toBe('PA1');
  });

  it('hide a passphrase that is still being typed when its question ends', async () => {
    const { input, terminal, stands } = setUp(true);
    const raw: boolean[] = [];
    Object.assign(input, { setRawMode: (isRaw: boolean) => raw.push(isRaw) });
    const locking = new AbortController();
    const asking = terminal.ask({ ...ASK, isSecret: true }, locking.signal);
    await stands('Account number: ');
    input.write('half of');
    locking.abort('The desk was locked.');
    expect(await asking).toBeUndefined();
    // A terminal that is not raw shows what is typed by itself.
    expect(raw.at(-1)).toBe(true);
    input.write(' it\n');
    await until(() => raw.at(-1) === false, 'the terminal is as it was');
    const next = terminal.ask(ASK);
    await stands('Account number: ');
    input.write('PA1\n');
    expect(await next).toBe('PA1');
  });

  it('are followed by a line about the answer, where there is a terminal', () => {
    const [here, nowhere] = [setUp(true), setUp(false)];
    for (const { terminal } of [here, nowhere]) terminal.say('Approved. It is being sent.');
    expect([here.shown(), nowhere.shown()]).toEqual(['Approved. It is being sent.\n', '']);
  });

  it('go away when they are ended, and are not put after that', async () => {
    const { input, terminal, shown, stands } = setUp(true);
    const ending = new AbortController();
    const asking = terminal.ask({ ...ASK, isSecret: true }, ending.signal);
    const confirming = terminal.confirm(CONFIRM, ending.signal);
    await stands('Account number: ');
    ending.abort();
    expect([await asking, await confirming]).toEqual([undefined, false]);
    expect(shown()).toContain('Not answered.');
    expect(shown()).not.toContain('Allow trading again?');
    const next = terminal.ask(ASK);
    await stands('Account number: ');
    input.write('PA1\n');
    expect(await next).toBe('PA1');
  });

  it('say why they went away, and why an answer that came too late counts for nothing', async () => {
    const why = 'The desk was locked: nothing was done.';
    const early = setUp(true);
    const locking = new AbortController();
    const asking = early.terminal.ask(ASK, locking.signal);
    await early.stands('Account number: ');
    locking.abort(why);
    expect(await asking).toBeUndefined();
    expect(early.shown()).toContain(why);
    const late = setUp(true);
    const noticing = new AbortController();
    const confirming = late.terminal.confirm(CONFIRM, noticing.signal);
    await late.stands('to allow trading: ');
    late.input.write('yes\n');
    expect(await confirming).toBe(true);
    noticing.abort(why);
    await until(() => late.shown().includes(why), 'the terminal says why');
  });

  it('come one after another', async () => {
    const { input, terminal, shown, stands } = setUp(true);
    const first = terminal.confirm(CONFIRM);
    const second = terminal.ask(ASK);
    await stands('to allow trading: ');
    expect(shown()).not.toContain('Account number');
    input.write('yes\n');
    expect(await first).toBe(true);
    await stands('Account number: ');
    input.write('PA1\n');
    expect(await second).toBe('PA1');
  });

  it('take nothing for an answer that was typed before they stood', async () => {
    const { input, terminal, stands } = setUp(true);
    input.write('yes\n');
    const confirming = terminal.confirm(CONFIRM);
    input.write('yes\n');
    await stands('to allow trading: ');
    input.write('no\n');
    expect(await confirming).toBe(false);
    const first = terminal.confirm(CONFIRM);
    const second = terminal.confirm({ ...CONFIRM, action: 'Send' });
    await stands('to allow trading: ');
    input.write('yes\nyes\n');
    expect(await first).toBe(true);
    await stands('to send: ');
    input.write('\n');
    expect(await second).toBe(false);
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
