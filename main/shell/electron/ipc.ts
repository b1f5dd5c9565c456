// The Electron transport. Only the top frame of one of our own windows, showing our own page, is heard; anyone else
// gets a clear refusal and no handler runs. A window may be there before the desk is: what its page asks then waits.
import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { CALL_CHANNEL, WATCH_CHANNEL, type WatchRequest } from '#contract/bridge.ts';
import { notAllowed } from '#contract/failure.ts';
import type { Desk } from '#main/desk.ts';
import type { Feeds, Hub } from '#main/gateway/feeds.ts';
import type { Log } from '#main/ports.ts';
import { PAGE_ORIGIN } from '#main/shell/electron/page-protocol.ts';

type Transported = Pick<Desk, 'dispatch'> & { feeds: Pick<Feeds, 'open'> };

export type IpcTransport = {
  /** Lets this window's page talk to the desk. */
  admit(contents: WebContents): void;
};

export function createIpcTransport(
  desk: Transported,
  log: Log,
  started: Promise<void>,
): IpcTransport {
  const hubs = new Map<WebContents, Hub>();

  function isOurs({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean {
    const isAdmitted = hubs.has(sender) && senderFrame !== null && senderFrame === sender.mainFrame;
    if (isAdmitted && senderFrame.url.startsWith(`${PAGE_ORIGIN}/`)) return true;
    log('warn', 'refused: a message from a page that is not ours', { url: senderFrame?.url });
    return false;
  }

  ipcMain.handle(CALL_CHANNEL, async (event, name: unknown, input: unknown) => {
    if (!isOurs(event)) return notAllowed('This page has no access to the desk.');
    await started;
    return desk.dispatch(name, input);
  });

  ipcMain.on(WATCH_CHANNEL, (event, message: unknown) => {
    if (!isOurs(event) || typeof message !== 'object' || message === null) return;
    const hub = hubs.get(event.sender);
    const request = message as Partial<Extract<WatchRequest, { kind: 'watch' }>> & {
      kind?: unknown;
    };
    void started.then(() => {
      // Meanwhile the page may have been loaded anew.
      if (hub === undefined || hubs.get(event.sender) !== hub) return;
      if (request.kind === 'watch') hub.watch(request.id, request.feed, request.params);
      else if (request.kind === 'unwatch') hub.unwatch(request.id);
    });
  });

  return {
    admit(contents) {
      const open = () =>
        desk.feeds.open((delivery) => {
          if (!contents.isDestroyed()) contents.send(WATCH_CHANNEL, delivery);
        });
      hubs.set(contents, open());
      // A page that loads again starts with no watches; what the old one watched must not reach it.
      contents.on('did-start-navigation', (details) => {
        if (!details.isMainFrame || details.isSameDocument) return;
        hubs.get(contents)?.close();
        hubs.set(contents, open());
      });
      contents.once('destroyed', () => {
        hubs.get(contents)?.close();
        hubs.delete(contents);
      });
    },
  };
}
