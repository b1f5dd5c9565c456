// Stream clients for tests: a socket whose messages can be awaited one by one.
import { unpack } from 'msgpackr';
import { WebSocket, type ClientOptions } from 'ws';

export type Client = Awaited<ReturnType<typeof connect>>;

export async function connect(url: string, options: ClientOptions = {}) {
  const socket = new WebSocket(url, options);
  const frames: { data: Buffer; isBinary: boolean }[] = [];
  let wake: () => void = () => undefined;
  let closed: number | undefined;
  socket.on('message', (data, isBinary) => {
    frames.push({ data: data as Buffer, isBinary });
    wake();
  });
  socket.on('close', (code) => {
    closed = code;
    wake();
  });
  socket.on('error', () => undefined);
  const until = async (done: () => boolean) => {
    const deadline = performance.now() + 5000;
    while (!done()) {
      const left = deadline - performance.now();
      if (left <= 0) throw new Error('nothing came within five seconds');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  socket.on('open', () => wake());
  let refused: number | undefined;
  socket.on('unexpected-response', (_request, response) => {
    refused = response.statusCode;
    closed = 0;
    wake();
  });
  await until(() => socket.readyState === WebSocket.OPEN || closed !== undefined);

  async function frame() {
    await until(() => frames.length > 0 || closed !== undefined);
    const next = frames.shift();
    if (!next) throw new Error(`closed with ${closed}`);
    return next;
  }
  return {
    socket,
    frame,
    /** The status that came instead of 101. */
    refused,
    /** The next message, decoded. */
    async next() {
      const { data, isBinary } = await frame();
      return options.headers && isBinary ? unpack(data) : JSON.parse(data.toString());
    },
    send: (message: unknown) =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    pending: () => frames.length,
    async end(): Promise<number | undefined> {
      await until(() => closed !== undefined);
      return closed;
    },
    async close() {
      socket.close();
      await until(() => closed !== undefined);
    },
  };
}
