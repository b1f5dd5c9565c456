// What a page would ask of main, asked past the page: `POST /call` of a running web shell with its token.
import type { RunningShell } from '#test/e2e/support/running-shell.ts';

export type ToldFailure = {
  kind: string;
  message?: string;
  issues?: { path: string; message: string }[];
};
export type Told<T> = { ok: true; value: T } | { ok: false; failure: ToldFailure };

export async function ask<T>(
  shell: Pick<RunningShell, 'address'>,
  name: string,
  input: object = {},
): Promise<Told<T>> {
  const { origin, searchParams } = new URL(shell.address);
  const response = await fetch(new URL('/call', origin), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${searchParams.get('token') ?? ''}`,
    },
    body: JSON.stringify({ name, input }),
  });
  return (await response.json()) as Told<T>;
}

/** The same, where anything but success is a failure of the test. */
export async function need<T>(
  shell: Pick<RunningShell, 'address'>,
  name: string,
  input: object = {},
): Promise<T> {
  const told = await ask<T>(shell, name, input);
  if (!told.ok) throw new Error(`${name}: ${JSON.stringify(told.failure)}`);
  return told.value;
}
