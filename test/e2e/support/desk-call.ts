// What a page would ask of main, asked past the page: `POST /call` of a running web shell with its token.
import { randomUUID } from 'node:crypto';
import type { UiArea, UiDocument } from '#contract/ui.ts';
import { postOnLoopback } from '#test/support/loopback.ts';
import type { RunningShell } from '#test/e2e/support/running-shell.ts';

/** A running web shell, as far as it is asked past its page. */
type Reached = Pick<RunningShell, 'address' | 'token'>;

export type ToldFailure = {
  kind: string;
  message?: string;
  issues?: { path: string; message: string }[];
};
export type Told<T> = { ok: true; value: T } | { ok: false; failure: ToldFailure };

export async function ask<T>(shell: Reached, name: string, input: object = {}): Promise<Told<T>> {
  const body = JSON.stringify({ name, input });
  return (await postOnLoopback(new URL('/call', shell.address), body, shell.token)) as Told<T>;
}

/** The same, where anything but success is a failure of the test. */
export async function need<T>(shell: Reached, name: string, input: object = {}): Promise<T> {
  const told = await ask<T>(shell, name, input);
  if (!told.ok) throw new Error(`${name}: ${JSON.stringify(told.failure)}`);
  return told.value;
}

type Remembered = { [A in UiArea]: { value: UiDocument<A>; version: string } };

/** Changes what the screens remember, as a page would that has just read it. */
export async function remember<A extends UiArea>(
  shell: Reached,
  area: A,
  change: Partial<UiDocument<A>>,
): Promise<void> {
  const { value, version } = (await need<Remembered>(shell, 'ui.get'))[area];
  const input = { area, value: { ...value, ...change }, from: version, to: randomUUID() };
  await need(shell, 'ui.set', input);
}
