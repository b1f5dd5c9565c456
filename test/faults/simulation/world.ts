// A broker and a desk with three accounts in one process, on virtual time and a network in memory. The client, the
// journal, the links and the broker are the real ones, and so are HTTP and WebSocket between them.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AccountUnit } from '#main/account/account-unit.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import { createOpenSocket } from '#main/broker/streams/socket.ts';
import { createRandom } from '#main/paper/ids.ts';
import type { Clock, Hosts, KeyPair } from '#main/ports.ts';
import { createMachine, type Machine } from '#test/faults/simulation/machine.ts';
import {
  createMemoryWire,
  type MemoryWire,
  type WireDeps,
} from '#test/faults/simulation/memory-wire.ts';
import {
  createSimulatedRandom,
  startSimulatedBroker,
} from '#test/faults/simulation/simulated-broker.ts';
import { createVirtualTime, type VirtualTime } from '#test/faults/simulation/virtual-time.ts';
import { createWishes, type Wishes } from '#test/faults/simulation/wishes.ts';
import { openTestAccount, type TestAccount } from '#test/faults/support/desk.ts';
import { openPage, type Page } from '#test/faults/support/page.ts';
import type { Paper } from '#test/faults/support/paper.ts';

/** Its unit is the desk as a person has it: what is done with it is noted as a wish. */
export type SimulatedAccount = TestAccount & {
  /** Of the desk as it runs now. */
  page: Page;
  /** Of those before it, until somebody takes them out. */
  pastPages: Page[];
  /** What it began with. */
  cash: string;
  /** Its desk has ended and did not start again yet. */
  isDown: boolean;
  /** When the limits of everything before ended, by sleep or with the desk; virtual ms. */
  limitsEndedAt: number;
  /** The desk ends without ceremony: nothing that it still wanted to write or send is written or sent. */
  crash(): void;
  /** The desk ends as it should. */
  close(): void;
  /** The broker exchanges the key: until it is entered here, the desk has one that opens nothing. */
  exchangeKey(next: KeyPair): Promise<void>;
  enterKey(): void;
  /** A new desk on the journal that the last one left. */
  reopen(): void;
  journalPath: string;
};

export type World = {
  time: VirtualTime;
  /** The desk's own, which can be set wrong. */
  clock: Clock & { jump(ms: number): void };
  wire: MemoryWire;
  /** The one that all desks run on, and the broker's. */
  computer: Machine;
  brokerMachine: Machine;
  accounts: SimulatedAccount[];
  wishes: Wishes;
  /** Orders that appeared after the desk had said for certain that there are none, in words. */
  takenBack: string[];
  newIntentId(): string;
  control: Paper['control'];
  stop(): Promise<void>;
};

/** Seams for tests that break the world on purpose, to see that the audit notices. */
export type Breakage = {
  /** Before the broker opens its door. */
  broker?: (app: FastifyInstance) => void;
  wire?: WireDeps['tamper'];
  /** Between a person's hands and the desk. */
  desk?: (unit: AccountUnit) => AccountUnit;
};

export type WorldOptions = {
  seed: number;
  folder: string;
  onArrival?: WireDeps['onArrival'];
  breakage?: Breakage | undefined;
  /** Another time than a minute of one Monday on which the market never closes. */
  period?: { startsAt: number; longestMs: number; hours: 'real' } | undefined;
};

const CASH = '100000000';
/** Longer than anything travels. */
const AFTERWARDS_MS = 10;
const CERTAIN: ReadonlySet<string> = new Set(['refused', 'not-sent']);
const SEATS = [
  { name: 'a', mayResend: true },
  { name: 'b', mayResend: false },
  { name: 'c', mayResend: true },
];

export async function createWorld(options: WorldOptions): Promise<World> {
  const { seed, folder, period } = options;
  const time = createVirtualTime(period?.startsAt, period?.longestMs);
  const clock = time.createClock();
  const computer = createMachine(time.delay);
  const brokerMachine = createMachine((ms, run) => time.schedule(run, ms));
  const random = createSimulatedRandom(`${seed}/desk`);
  const takenBack: string[] = [];
  const wishes = createWishes(time.createClock().wall);
  const { app, broker, control } = await startSimulatedBroker(time, {
    seed,
    schedule: (run, ms) => brokerMachine.delay(ms, run),
    beforeReady: options.breakage?.broker,
    ...(period && { hours: period.hours }),
  });
  const wire = createMemoryWire({
    time,
    random: createRandom(`${seed}/wire`),
    server: app.server,
    onArrival: options.onArrival ?? (() => undefined),
    tamper: options.breakage?.wire,
  });

  async function openAccount(
    { name, mayResend }: (typeof SEATS)[number],
    index: number,
  ): Promise<SimulatedAccount> {
    let key = keyOf(index);
    let nextKey = key;
    const { id } = await control<{ id: string }>('POST', '/accounts', { ...key, cash: CASH });
    const open = () => {
      const plug = wire.plugIn();
      const { unit, ...seat } = openTestAccount({
        paper: { hosts: broker.addresses satisfies Hosts },
        folder,
        name,
        accountId: `00000000-0000-4000-8000-00000000000${name}`,
        key,
        brokerAccountId: id,
        mayResend,
        clock,
        delay: computer.delay,
        random,
        dial: plug.dial,
        openSocket: createOpenSocket(plug.dial),
        // The list of all assets is long, and no part of the protocol.
        traitsOf: (symbol) => ({ symbol, tradable: true, class: 'us_equity', status: 'active' }),
      });
      unit.onNews((news) => {
        if (news.kind !== 'late' || !CERTAIN.has(news.before)) return;
        takenBack.push(`${news.intent.intentId} was ${news.before}, and then there it was`);
      });
      // What it was told bears the true time, whatever the desk's clock says.
      const page = openPage(unit, { clock: time.createClock(), delay: computer.delay });
      unit.start();
      const desk = options.breakage?.desk?.(unit) ?? unit;
      return { opened: { ...seat, unit: wishes.handsOf(desk, id) }, plug, page };
    };
    let { opened, plug, page } = open();
    const account: SimulatedAccount = {
      ...opened,
      page,
      pastPages: [],
      cash: CASH,
      isDown: false,
      limitsEndedAt: -1,
      journalPath: join(folder, name, 'journal.db'),
      crash() {
        account.isDown = true;
        page.close();
        opened.unit.journal.close();
        plug.unplug();
        opened.unit.stop();
      },
      close() {
        account.isDown = true;
        page.close();
        opened.unit.stop();
        plug.unplug();
      },
      async exchangeKey(next) {
        nextKey = next;
        await control('PUT', `/accounts/${id}/key`, next);
        await control('POST', '/streams/cut', { stream: 'trade', accountId: id });
      },
      enterKey() {
        account.key = key = nextKey;
        opened.unit.useCredentials(key);
      },
      reopen() {
        account.pastPages.push(page);
        ({ opened, plug, page } = open());
        account.unit = opened.unit;
        account.page = page;
        account.limitsEndedAt = time.now();
        account.isDown = false;
      },
    };
    return account;
  }

  const accounts: SimulatedAccount[] = [];
  for (const [index, seat] of SEATS.entries()) accounts.push(await openAccount(seat, index));
  return {
    time,
    clock,
    wire,
    computer,
    brokerMachine,
    accounts,
    wishes,
    takenBack,
    newIntentId: () => uuidV7(clock.wall(), random.secret(10)),
    control,
    async stop() {
      for (const { unit, page, isDown } of accounts) {
        if (isDown) continue;
        page.close();
        unit.stop();
      }
      await broker.stop();
      // Parsers of connections that are never closed are never freed, and hold their world with them.
      wire.takeDown();
      await time.sleep(AFTERWARDS_MS);
    },
  };
}

const keyOf = (index: number): KeyPair => ({
  keyId: `PKSIMULATED${String(index + 1).padStart(8, '0')}`,
  secretKey: `secret-of-simulated-${index + 1}`,
});
