// Keeps the practice broker running: starts its process with a key made for this run, and starts it again on the same
// port when it dies, so that the links find it where it was.
import { createBackoff } from '#main/tools/backoff.ts';
import type { BrokerProcess, Delay, Hosts, KeyPair, Log, Ports, Random } from '#main/ports.ts';

type EmbeddedBroker = {
  start(): Promise<{ hosts: Hosts; credentials: KeyPair }>;
  stop(): Promise<void>;
};

type Deps = {
  startBroker: Ports['startBroker'];
  dataFolder: string;
  delay: Delay;
  random: Random;
  log: Log;
};

/** One that ran for so long did not die of how it started. */
const CALM_MS = 60_000;

export function createEmbeddedBroker(deps: Deps): EmbeddedBroker {
  const { delay, log, random } = deps;
  const credentials = {
    keyId: `EB${random.secret(9).toUpperCase()}`,
    secretKey: random.secret(20),
  };
  const backoff = createBackoff({ firstMs: 200, capMs: 10_000 }, random);
  let running: BrokerProcess | undefined;
  let isStopping = false;
  let cancelRestart: (() => void) | undefined;
  let cancelCalm: (() => void) | undefined;

  async function launch(port: number): Promise<BrokerProcess> {
    const broker = await deps.startBroker({ dataFolder: deps.dataFolder, credentials, port });
    running = broker;
    broker.onExit((reason) => {
      running = undefined;
      cancelCalm?.();
      if (isStopping) return;
      log('error', 'the practice broker ended; starting it again', { reason });
      scheduleRestart(Number(new URL(broker.hosts.rest).port));
    });
    cancelCalm?.();
    // While it started there was nothing to stop yet.
    if (isStopping) await broker.stop();
    else cancelCalm = delay(CALM_MS, backoff.reset);
    return broker;
  }

  function scheduleRestart(port: number): void {
    cancelRestart = delay(backoff.next(), () => {
      launch(port).catch((error: unknown) => {
        if (isStopping) return;
        log('error', 'the practice broker did not start', { reason: String(error) });
        scheduleRestart(port);
      });
    });
  }

  return {
    async start() {
      const { hosts } = await launch(0);
      return { hosts, credentials };
    },
    async stop() {
      isStopping = true;
      cancelRestart?.();
      cancelCalm?.();
      await running?.stop();
    },
  };
}
