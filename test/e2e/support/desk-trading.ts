// Whether a running desk may trade, as its feed tells it: asked past the page, over the WebSocket of the web shell.
import type { WatchDelivery } from '#contract/bridge.ts';
import type { TradingState } from '#contract/trading.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { openSocketOnLoopback } from '#test/support/loopback.ts';
import type { RunningShell } from '#test/e2e/support/running-shell.ts';

const ANSWER_MS = 15_000;

export async function tradingState(
  shell: Pick<RunningShell, 'address' | 'token'>,
): Promise<TradingState> {
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const socket = openSocketOnLoopback(new URL('/watch', shell.address), [`ballast.${shell.token}`]);
  try {
    return await new Promise<TradingState>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the desk told nothing')), ANSWER_MS);
      socket.addEventListener('open', () =>
        socket.send(
          JSON.stringify({
            kind: 'watch',
            id: 1,
            feed: 'trading',
            params: account && { accountId: account.accountId },
          }),
        ),
      );
      socket.on('message', (data: Buffer) => {
        const [first] = JSON.parse(data.toString()) as WatchDelivery;
        clearTimeout(timer);
        if (first?.event.kind === 'batch') resolve(first.event.items.at(-1) as TradingState);
        else reject(new Error(`the desk answered ${data.toString()}`));
      });
    });
  } finally {
    socket.close();
  }
}
