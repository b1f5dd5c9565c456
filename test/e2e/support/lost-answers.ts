// A bridge that loses things: the page's calls to main, spoiled by name on their way.
import type { Page, Route } from 'playwright/test';

export type Spoiled = {
  /** Bodies of the calls of this name, as the page sent them. */
  sent: { name: string; input: Record<string, unknown> }[];
  /** What was dropped or held back, sent to main after all. Answers what main said. */
  deliver(): Promise<unknown>;
  /** From now on everything goes through; to a shell that was started again, with its token. */
  heal(address?: string): void;
};

type How =
  /** Main gets it; its answer is lost. */
  | 'lose-answer'
  /** Main does not get it. */
  | 'lose-call';

/** Spoils the first call of this name; while `isDown`, the page reaches main with no other call either. */
export async function spoil(
  page: Page,
  name: string,
  how: How,
  { isDown = false, times = 1 } = {},
): Promise<Spoiled> {
  const sent: Spoiled['sent'] = [];
  let left = times;
  let isBroken = false;
  let token: string | null = null;
  let kept: { url: string; headers: Record<string, string>; body: string } | undefined;
  await page.route('**/call', async (route: Route) => {
    const request = route.request();
    const body = request.postData() ?? '{}';
    const call = JSON.parse(body) as Spoiled['sent'][number];
    if (call.name === name) sent.push(call);
    if (call.name === name && left > 0) {
      left--;
      isBroken = isDown;
      kept = { url: request.url(), headers: await request.allHeaders(), body };
      if (how === 'lose-answer') await route.fetch();
      return route.abort('connectionreset');
    }
    if (isBroken) return route.abort('connectionrefused');
    if (token === null) return route.continue();
    const headers = { ...(await request.allHeaders()), authorization: `Bearer ${token}` };
    return route.continue({ headers });
  });
  return {
    sent,
    async deliver() {
      if (!kept) throw new Error(`no ${name} was held back`);
      const { authorization = '' } = kept.headers;
      const response = await fetch(kept.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: authorization },
        body: kept.body,
      });
      return response.json();
    },
    heal(address) {
      isBroken = false;
      token = address === undefined ? null : new URL(address).searchParams.get('token');
    },
  };
}
