// A bridge that loses things: the page's calls to main, spoiled by name on their way.
import type { Page, Route } from 'playwright/test';
import { ask } from '#test/e2e/support/desk-call.ts';
import type { RunningShell } from '#test/e2e/support/running-shell.ts';
import { postOnLoopback } from '#test/support/loopback.ts';

export type Spoiled = {
  /** Bodies of the calls of this name, as the page sent them. */
  sent: { name: string; input: Record<string, unknown> }[];
  /** What was dropped or held back, sent to main after all. Answers what main said. */
  deliver(): Promise<unknown>;
  /** From now on everything goes through; to a shell that was started again, as if by a page of its own. */
  heal(shell?: RunningShell): void;
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
  let next: RunningShell | undefined;
  let kept: Kept | undefined;
  await page.route('**/call', async (route: Route) => {
    const request = route.request();
    const body = request.postData() ?? '{}';
    const call = JSON.parse(body) as Spoiled['sent'][number];
    if (call.name === name) sent.push(call);
    if (call.name === name && left > 0) {
      left--;
      isBroken = isDown;
      const { authorization = '' } = await request.allHeaders();
      kept = { url: request.url(), token: authorization.replace('Bearer ', ''), body };
      if (how === 'lose-answer') await send(kept);
      return route.abort('connectionreset');
    }
    if (isBroken) return route.abort('connectionrefused');
    if (!next) return route.continue();
    // The page goes on asking when that shell has ended too.
    const answer = await ask(next, call.name, call.input).catch(() => undefined);
    return answer === undefined
      ? route.abort('connectionrefused')
      : route.fulfill({ json: answer });
  });
  return {
    sent,
    async deliver() {
      if (!kept) throw new Error(`no ${name} was held back`);
      return send(kept);
    },
    heal(shell) {
      isBroken = false;
      next = shell;
    },
  };
}

type Kept = { url: string; token: string; body: string };

const send = ({ url, token, body }: Kept): Promise<unknown> =>
  postOnLoopback(new URL(url), body, token);
