// A window may be there before the desk has started: what its page asks waits, and in its order.
import { expect, it, vi } from 'vitest';
import { CALL_CHANNEL, WATCH_CHANNEL } from '#contract/bridge.ts';
import { ok } from '#contract/failure.ts';
import { ipcMain } from '#test/campaigns/support/fake-electron.ts';
import { settle } from '#test/unit/desk/accounts/harness.ts';

vi.mock('electron', async () => import('#test/campaigns/support/fake-electron.ts'));
const { createIpcTransport } = await import('#main/shell/electron/ipc.ts');

type Listener = (details: { isMainFrame: boolean; isSameDocument: boolean }) => void;

function setUp() {
  const heard: string[] = [];
  const start = Promise.withResolvers<void>();
  let hubs = 0;
  let navigate: Listener = () => undefined;
  const transport = createIpcTransport(
    {
      async dispatch(name) {
        heard.push(String(name));
        return ok(null);
      },
      feeds: {
        open() {
          const hub = ++hubs;
          return {
            watch: (id) => void heard.push(`watch ${String(id)} by ${hub}`),
            unwatch: (id) => void heard.push(`unwatch ${String(id)} by ${hub}`),
            close: () => undefined,
          };
        },
      },
    },
    () => undefined,
    start.promise,
  );
  const mainFrame = { url: 'app://ballast/index.html' };
  const contents = {
    mainFrame,
    isDestroyed: () => false,
    on: (_event: string, listener: Listener) => void (navigate = listener),
    once: () => undefined,
  };
  transport.admit(contents as never);
  const event = { sender: contents, senderFrame: mainFrame };
  return {
    heard,
    start: start.resolve,
    call: async (name: string) => ipcMain.handlers.get(CALL_CHANNEL)?.(event, name, {}),
    say: (kind: string, id: number) =>
      ipcMain.listeners.get(WATCH_CHANNEL)?.(event, { kind, id, feed: 'desk', params: {} }),
    reload: () => navigate({ isMainFrame: true, isSameDocument: false }),
  };
}

it('keeps what a page asks until the desk has started, and its order', async () => {
  const { heard, start, call, say } = setUp();
  const answer = call('accounts.list');
  say('watch', 1);
  say('unwatch', 1);
  await settle();
  expect(heard).toEqual([]);
  start();
  expect(await answer).toEqual(ok(null));
  expect(heard).toEqual(['accounts.list', 'watch 1 by 1', 'unwatch 1 by 1']);
});

it('opens nothing for a page that was loaded anew meanwhile', async () => {
  const { heard, start, say, reload } = setUp();
  say('watch', 1);
  reload();
  say('watch', 2);
  start();
  await settle();
  expect(heard).toEqual(['watch 2 by 2']);
});
