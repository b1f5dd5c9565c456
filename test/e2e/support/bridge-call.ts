// What the page's own bridge would ask of main, asked from the page with its token.
import type { Page } from 'playwright/test';

type Answer<T> = { ok: true; value: T } | { ok: false; failure: unknown };

export async function call<T>(page: Page, name: string, input: object = {}): Promise<T> {
  const answer = await page.evaluate(
    async ([asked, given]) => {
      const token = sessionStorage.getItem('ballast.token') ?? '';
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      const body = JSON.stringify({ name: asked, input: given });
      const response = await fetch('/call', { method: 'POST', headers, body });
      return (await response.json()) as unknown;
    },
    [name, input] as const,
  );
  const told = answer as Answer<T>;
  if (!told.ok) throw new Error(`${name}: ${JSON.stringify(told.failure)}`);
  return told.value;
}

export async function accountIdOf(page: Page): Promise<string> {
  const [account] = await call<{ accountId: string }[]>(page, 'accounts.list');
  if (!account) throw new Error('there is no account');
  return account.accountId;
}
