// The last check before a connection is made, below everything that could be talked into another address: an agent that
// dials one host and port and throws for any other. A redirect, a path or an option that leads away ends here.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

type PinnedAgent = HttpAgent | HttpsAgent;

type Destination = {
  host?: string | null | undefined;
  port?: number | string | null | undefined;
  socketPath?: string | null | undefined;
};

/** Another way to the same host than the system's sockets. It is asked only for a host that passed the check. */
export type Dial = (to: Destination) => Socket;

const SECURE = new Set(['https:', 'wss:']);
const DEFAULT_PORTS: Record<string, string> = {
  'https:': '443',
  'wss:': '443',
  'http:': '80',
  'ws:': '80',
};

export function createPinnedAgent(
  home: URL,
  { keepAlive, dial }: { keepAlive: boolean; dial?: Dial | undefined },
): PinnedAgent {
  const agent = SECURE.has(home.protocol)
    ? // Said here, so that nothing in the environment (NODE_TLS_REJECT_UNAUTHORIZED) can say otherwise.
      new HttpsAgent({ keepAlive, rejectUnauthorized: true })
    : new HttpAgent({ keepAlive });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (to, callback) => {
    if (!isHome(home, to))
      throw new Error('the connection would go to a host other than this account’s');
    return dial ? dial(to) : connect(to, callback);
  };
  return agent;
}

export function isHome(home: URL, to: Destination): boolean {
  const port = home.port || DEFAULT_PORTS[home.protocol];
  const isSameHost = bare(to.host ?? '') === bare(home.hostname);
  return isSameHost && String(to.port ?? '') === port && !to.socketPath;
}

const bare = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '');
