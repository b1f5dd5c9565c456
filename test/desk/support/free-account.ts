// An account on the free plan of the practice broker, at the hours of the exchange, and a page that listens to it: all in
// this process and on virtual time, so that a whole day passes as the test lets it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrderDraft } from '#contract/orders.ts';
import { createOpenSocket } from '#main/broker/streams/socket.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import { createRandom } from '#main/paper/ids.ts';
import { createMemoryWire } from '#test/faults/simulation/memory-wire.ts';
import {
  createSimulatedRandom,
  OPERATOR,
  startSimulatedBroker,
} from '#test/faults/simulation/simulated-broker.ts';
import { createVirtualTime } from '#test/faults/simulation/virtual-time.ts';
import { openTestAccount, PATIENT_MS } from '#test/faults/support/desk.ts';
import { openPage } from '#test/faults/support/page.ts';

export type Asked = { at: number; method: string; path: string; status: number };

const ACCOUNT_ID = '00000000-0000-4000-8000-000000000019';
const AFTERWARDS_MS = 10;

export type FreeAccount = Awaited<ReturnType<typeof openFreeAccount>>;

export async function openFreeAccount(startsAt: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-free-'));
  const time = createVirtualTime(Date.parse(startsAt));
  const clock = time.createClock();
  const random = createSimulatedRandom('free');
  const asked: Asked[] = [];
  const { app, broker, control } = await startSimulatedBroker(time, {
    seed: 19,
    wall: clock.wall,
    plan: 'free',
    hours: 'real',
    ratePerMinute: 200,
    beforeReady: (server) =>
      server.addHook('onResponse', (request, reply, done) => {
        const { method, url: path } = request;
        asked.push({ at: clock.wall(), method, path, status: reply.statusCode });
        done();
      }),
  });
  const wire = createMemoryWire({
    time,
    random: createRandom('free/wire'),
    server: app.server,
    onArrival: () => undefined,
  });
  const { dial } = wire.plugIn();
  const { unit } = openTestAccount({
    paper: { hosts: broker.addresses },
    folder,
    name: 'free',
    accountId: ACCOUNT_ID,
    key: OPERATOR,
    brokerAccountId: broker.accountId,
    mayResend: true,
    clock,
    delay: time.delay,
    random,
    dial,
    openSocket: createOpenSocket(dial),
    timeoutMs: PATIENT_MS,
  });
  const page = openPage(unit, { clock, delay: time.delay });
  unit.start();

  return {
    unit,
    page,
    control,
    /** Every request that the broker answered. */
    asked,
    now: clock.wall,
    /** Lets this happen, and time with it. */
    run: time.run,
    /** Lets time pass until then. */
    until: (iso: string) => time.run(time.sleep(Date.parse(iso) - clock.wall())),
    /** The computer is asleep until then, and wakes: the date is another, and every connection is gone. */
    async sleepUntil(iso: string): Promise<void> {
      wire.breakDown(AFTERWARDS_MS);
      clock.jump(Date.parse(iso) - clock.wall());
      await time.run(time.sleep(2 * AFTERWARDS_MS));
      unit.wake();
    },
    /** Lets time pass until it is so; false when it is not within these minutes. */
    soon: (isTrue: () => boolean, minutes = 5) => time.run(time.until(isTrue, minutes * 60_000)),
    submit: (members: Record<string, unknown>) =>
      time.run(
        unit.trading.submit({
          intentId: uuidV7(clock.wall(), random.secret(10)),
          draft: OrderDraft.parse(members),
          confirmations: [],
        }),
      ),
    async stop(): Promise<void> {
      page.close();
      unit.stop();
      await time.run(broker.stop());
      wire.takeDown();
      await time.run(time.sleep(AFTERWARDS_MS));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
