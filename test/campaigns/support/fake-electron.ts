// The part of Electron that the transport of the bridge stands on, kept so that a test can speak as any sender.
export type IpcHandler = (event: unknown, ...args: unknown[]) => unknown;

const handlers = new Map<string, IpcHandler>();
const listeners = new Map<string, IpcHandler>();

export const ipcMain = {
  handlers,
  listeners,
  handle: (channel: string, handler: IpcHandler) => void handlers.set(channel, handler),
  on: (channel: string, listener: IpcHandler) => void listeners.set(channel, listener),
};
export const protocol = {};
