// Two windows change the same documents of a real desk, over its bridge, before either has heard of the other.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import type { Output } from '#contract/calls.ts';
import { createUiDocuments } from '#renderer/core/documents/ui-documents.ts';
import { ask, need } from '#test/e2e/support/desk-call.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';

let shell: RunningShell;
beforeAll(async () => {
  shell = await startWebShell({ folder: temporaryFolder('two-windows') });
});
afterAll(async () => {
  await shell.stop();
  rmSync(shell.folder, { recursive: true, force: true });
});

async function openWindow() {
  const bridge = { call: (name: string, input: object) => ask(shell, name, input) };
  const problems: string[] = [];
  let written = 0;
  const documents = createUiDocuments({
    bridge: bridge as unknown as Bridge,
    delay: () => () => undefined,
    newId: randomUUID,
    onWritten: () => written++,
  });
  documents.onRemembered((_area, problem) => {
    if (problem !== undefined) problems.push(problem);
  });
  expect(await documents.load()).toBeUndefined();
  return { documents, problems, written: () => written };
}

const remembered = () => need<Output<'ui.get'>>(shell, 'ui.get');

it('each keeps what it changed, and neither writes over the other, over a restart of main', async () => {
  const [one, other] = [await openWindow(), await openWindow()];
  one.documents.set('layouts', { saved: { morning: 1 } });
  other.documents.set('layouts', { saved: { evening: 2 } });
  for (const { documents } of [one, other]) documents.flush();
  await expect.poll(() => one.written() + other.written()).toBe(2);
  expect((await remembered()).layouts.value.saved).toEqual({ morning: 1, evening: 2 });

  const look = other.documents.get('appearance');
  expect(await one.documents.commit({ isReviewSkipped: true })).toBeUndefined();
  await shell.stop();
  shell = await startWebShell({ folder: shell.folder });
  // It knows neither of the other's choice nor that this is another main.
  other.documents.set('appearance', { ...look, theme: 'light' });
  other.documents.flush();
  await expect.poll(other.written).toBe(2);
  expect((await remembered()).appearance.value).toEqual({
    ...look,
    theme: 'light',
    isReviewSkipped: true,
  });
  expect(other.documents.get('appearance').isReviewSkipped).toBe(true);
  expect([...one.problems, ...other.problems]).toEqual([]);
});

it('guards that were changed elsewhere are not saved over, and come with the refusal', async () => {
  const seen = await need<Output<'guards.get'>>(shell, 'guards.get');
  const size = { isOn: true, maxShares: '77' };
  const input = { guards: { ...seen.value, size }, from: seen.version };
  const now = await need<Output<'guards.set'>>(shell, 'guards.set', input);
  expect(now.value.size).toEqual(size);
  const late = { guards: seen.value, from: seen.version };
  expect(await ask(shell, 'guards.set', late)).toMatchObject({
    ok: false,
    failure: { kind: 'outdated', message: 'The guards were changed in another window.', now },
  });
  expect(await need(shell, 'guards.get')).toEqual(now);
  expect(await ask(shell, 'guards.set', { guards: seen.value })).toMatchObject({
    failure: { kind: 'invalid' },
  });
});

it('a list in a new order keeps what another window added and does not bring back what it removed', async () => {
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const of = { accountId: account?.accountId ?? '', listId: 'first' };
  await need(shell, 'accounts.open', { accountId: of.accountId });
  const symbolsOf = ({ lists }: Output<'watchlists.get'>) => lists[0]?.symbols ?? [];
  const seen = symbolsOf(await need(shell, 'watchlists.get', { accountId: of.accountId }));
  const [first = '', second = '', ...rest] = seen;
  const arrange = (symbols: string[]) =>
    need<Output<'watchlists.get'>>(shell, 'watchlists.arrange', { ...of, symbols, seen });
  await need(shell, 'watchlists.add', { ...of, symbol: 'INTC' });
  await arrange(seen.filter((symbol) => symbol !== first));
  // The window that still shows the list as it was puts it in another order.
  expect(symbolsOf(await arrange([...rest, second, first]))).toEqual([...rest, second, 'INTC']);
  const stranger = { ...of, symbols: ['ZZZ'], seen };
  expect(await ask(shell, 'watchlists.arrange', stranger)).toMatchObject({
    failure: { kind: 'invalid', issues: [{ path: 'symbols' }] },
  });
});
