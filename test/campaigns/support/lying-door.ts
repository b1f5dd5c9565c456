// A door in front of the paper broker that spoils what comes back: bodies with a member changed, the record of another
// order, half an answer, frames of the order stream out of shape. What goes in is untouched, or does not arrive at all.
// It never lies where nobody could notice: a refusal is not made up, and neither is an order's end.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import type { Hosts } from '#main/ports.ts';
import { createMutator } from '#test/campaigns/support/junk.ts';
import type { Dice } from '#test/campaigns/support/seed.ts';
import { listenSomewhere, movedHosts } from '#test/support/moved-hosts.ts';

export type LyingDoor = {
  hosts: Hosts;
  mutated(): number;
  /** Honest until it is told to lie, and again when it is told to stop. */
  lie(isLying: boolean): void;
  close(): Promise<void>;
};

const ANSWER_SHARE = 0.5;
const FRAME_SHARE = 0.3;
const LOST_SHARE = 0.05;
/** Statuses that leave open what became of a request. Those that ask for patience are in the campaign against faults. */
const OPEN_STATUSES = [200, 201, 202, 302, 404, 408, 425, 500, 502, 504] as const;

export async function openLyingDoor(
  behind: Hosts,
  dice: Dice,
  /** Whether the desk has heard of an order by its id: only the names of such a one can be told from its own. */
  isKnown: (orderId: string) => boolean,
): Promise<LyingDoor> {
  const target = new URL(behind.rest);
  const { chance, pick, below } = dice;
  const mutator = createMutator(dice, false);
  /** Records of orders that passed as they were, the newest last. */
  const records: Record<string, unknown>[] = [];
  let isHonest = true;
  let mutated = 0;

  function remember(json: unknown): void {
    const record = json as Record<string, unknown> | null;
    if (typeof record !== 'object' || typeof record?.['client_order_id'] !== 'string') return;
    records.push(record);
    if (records.length > 40) records.splice(0, 10);
  }

  /** An order's record with the names, or altogether in the place, of another one. */
  function swapped(json: unknown): unknown {
    const other = pick(records.filter(({ id }) => isKnown(String(id))));
    if (Array.isArray(json)) return json.map((one) => (chance(0.3) ? swapped(one) : one));
    if (typeof json !== 'object' || json === null || other === undefined)
      return mutator.mutate(json);
    const kind = below(3);
    if (kind === 0) return other;
    return {
      ...json,
      ...(kind === 1 ? { client_order_id: other['client_order_id'] } : { id: other['id'] }),
    };
  }

  function spoiled(text: string): string {
    mutated++;
    const json = parsed(text);
    if (json === undefined || chance(0.15)) return text.slice(0, below(text.length + 1));
    const spoil = chance(0.4) ? swapped : mutator.mutate;
    return JSON.stringify(spoil(json)) ?? '';
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (!isHonest && chance(LOST_SHARE)) {
      mutated++;
      return void incoming.socket.destroy();
    }
    const { status, headers, body } = await forward(target, incoming, Buffer.concat(chunks));
    delete headers['transfer-encoding'];
    if (isHonest || !chance(ANSWER_SHARE)) {
      remember(parsed(body));
      return void outgoing.writeHead(status, headers).end(body);
    }
    const isProof = status >= 400;
    const told = isProof || chance(0.7) ? status : pick(OPEN_STATUSES);
    const text = Buffer.from(spoiled(body));
    outgoing.writeHead(told, { ...headers, 'content-length': text.length });
    if (chance(0.1)) outgoing.write(text.subarray(0, text.length / 2), () => outgoing.destroy());
    else outgoing.end(text);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (incoming, socket, head) => {
    const onward = new WebSocket(`ws://${target.host}${incoming.url ?? ''}`, {
      headers: { 'content-type': incoming.headers['content-type'] ?? 'application/json' },
    });
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      const waiting: (() => void)[] = [];
      client.on('message', (data: Buffer, binary) => {
        const send = () => onward.send(data, { binary });
        if (onward.readyState === WebSocket.OPEN) send();
        else waiting.push(send);
      });
      onward.on('open', () => waiting.forEach((send) => send()));
      onward.on('message', (data: Buffer, binary) => {
        const isUpdate = data.includes('"trade_updates"') && data.includes('"order"');
        const isSpoiled = isUpdate && !isHonest && chance(FRAME_SHARE);
        client.send(isSpoiled ? Buffer.from(spoiledFrame(data.toString())) : data, { binary });
      });
      for (const [one, other] of [
        [client, onward],
        [onward, client],
      ] as const) {
        one.on('error', () => other.terminate());
        one.on('close', () => other.terminate());
      }
    });
  });

  function spoiledFrame(text: string): string {
    const frame = parsed(text) as { data?: { order?: unknown } } | undefined;
    if (!frame?.data || chance(0.3)) return spoiled(text);
    mutated++;
    const order = chance(0.5) ? swapped(frame.data.order) : mutator.mutate(frame.data.order);
    return JSON.stringify({ ...frame, data: { ...frame.data, order } });
  }

  const port = await listenSomewhere(server);
  return {
    // Prices pass by it.
    hosts: { ...movedHosts(behind, port), data: behind.data, dataStream: behind.dataStream },
    mutated: () => mutated,
    lie: (isLying) => (isHonest = !isLying),
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

export function forward(target: URL, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, host: target.host },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: { ...response.headers },
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    onward.on('error', reject);
    onward.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
