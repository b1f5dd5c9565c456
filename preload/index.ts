// ⑤ The page's bridge: two verbs on two fixed channels, and no logic. Main checks everything that comes through.
import { contextBridge, ipcRenderer } from 'electron';
import type { CALL_CHANNEL, FeedEvent, WATCH_CHANNEL, WatchDelivery } from '#contract/bridge.ts';

// Written out, not imported: the bridge carries no other code, not even the contract's.
const CALL = 'ballast:call' satisfies typeof CALL_CHANNEL;
const WATCH = 'ballast:watch' satisfies typeof WATCH_CHANNEL;

const listeners = new Map<number, (event: FeedEvent<unknown>) => void>();
let lastId = 0;

ipcRenderer.on(WATCH, (_event, delivery: WatchDelivery) => {
  for (const { id, event } of delivery) listeners.get(id)?.(event);
});

contextBridge.exposeInMainWorld('ballast', {
  call: (name: unknown, input: unknown) => ipcRenderer.invoke(CALL, name, input),
  watch(feed: unknown, params: unknown, onEvent: (event: FeedEvent<unknown>) => void) {
    const id = ++lastId;
    listeners.set(id, onEvent);
    ipcRenderer.send(WATCH, { kind: 'watch', id, feed, params });
    return () => {
      listeners.delete(id);
      ipcRenderer.send(WATCH, { kind: 'unwatch', id });
    };
  },
});
