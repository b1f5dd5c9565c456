// The desk, the broker and the proxy between them, brought up as one thing, with two windows on the desk.
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Book } from '#test/second-proof/book.ts';
import { until, wait } from '#test/second-proof/http.ts';
import { createLedger, noteFrame, type Item } from '#test/second-proof/ledger.ts';
import { createBroker, createDesk, KEY } from '#test/second-proof/processes.ts';
import { createProxy } from '#test/second-proof/proxy.ts';
import type { Prng } from '#test/second-proof/prng.ts';
import { createToldAudit } from '#test/second-proof/told.ts';
import { createWindow, type DeskWindow } from '#test/second-proof/window.ts';
import { createWordsAudit } from '#test/second-proof/words.ts';

/** What is traded. Its prices are followed because they are on a watchlist. */
export const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'KO', 'F'];

const PASSPHRASE = 'second proof passphrase';

type Deps = {
  /** The only kinds of HTTP faults, where not all. */
  only: readonly string[] | undefined;
  folder: string;
  data: string;
  prng: Prng;
  seed: number;
  faketime: string | undefined;
  book: Book;
};

export async function createStage({ only, folder, data, prng, seed, faketime, book }: Deps) {
  mkdirSync(data, { recursive: true });
  const broker = createBroker(folder, seed);
  await broker.start();
  const ledger = createLedger(broker.port);
  await ledger.begin();

  // Where redirects point to: whatever arrives here followed one.
  const followed: string[] = [];
  const trap = createServer((request, response) => {
    followed.push(`${request.method} ${request.url}`);
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => void trap.listen(0, '127.0.0.1', done));
  const trapAddress = trap.address();
  const trapPort = trapAddress !== null && typeof trapAddress === 'object' ? trapAddress.port : 0;

  const proxy = createProxy({
    only,
    port: 0,
    brokerPort: broker.port(),
    trap: `http://127.0.0.1:${trapPort}`,
    prng: prng.fork('proxy'),
    tap: {
      answer: (_method, _path, status, body) => {
        if (status < 300) noteAnswer(body, ledger.noteOrder);
      },
      frame: (payload) => noteFrame(payload, ledger.noteOrder),
    },
  });
  await proxy.listen();

  const clock = { library: faketime, file: `${folder}/clock` };
  const desk = createDesk(folder, data, clock);
  let offsets: { at: number; offsetMs: number }[] = [{ at: 0, offsetMs: 0 }];
  /** Those that the desk's clock had in the last minute and a half, and from the start of time for the first. */
  const clockOffsets = (at: number): number[] => {
    const before = offsets.findLast((each) => each.at <= at - 90_000);
    const recent = offsets.filter((each) => each.at > at - 90_000 && each.at <= at + 1_000);
    return [...(before ? [before] : []), ...recent].map(({ offsetMs }) => offsetMs);
  };
  /** Also in the moments before and after: an answer may have been under way. */
  const wasClockOff = (at: number): boolean =>
    [at - 2_000, at, at + 2_000].some(
      (moment) => offsets.findLast((each) => each.at <= moment)?.offsetMs !== 0,
    );
  const told = createToldAudit(ledger, clockOffsets, book.unwritable, proxy.askedToWait);
  const words = createWordsAudit(ledger, book, proxy.wasMisled);
  const windows = ['A', 'B'].map((name) =>
    createWindow(name, (each) => {
      told.hear(name, each);
      words.hear(name, each);
    }),
  );
  const [one, two] = windows as [DeskWindow, DeskWindow];
  let accountId = '';

  const must = async (name: string, input: Item): Promise<unknown> => {
    const reply = await one.call(name, input);
    if (!reply?.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`);
    return reply.value;
  };

  const enter = async (): Promise<void> => {
    for (const window of windows) await window.enter(await desk.nextAddress());
  };

  return {
    broker,
    desk,
    proxy,
    ledger,
    told,
    words,
    followed,
    wasClockOff,
    one,
    two,
    windows,
    accountId: () => accountId,
    must,
    /** The first start: the account is connected through the proxy, its key in the sealed file. */
    async begin(): Promise<void> {
      await desk.start();
      await enter();
      await must('keys.unseal', { passphrase: PASSPHRASE });
      const rest = `http://127.0.0.1:${proxy.port()}`;
      const stream = rest.replace('http', 'ws');
      const profile = (await must('accounts.connect', {
        label: 'Second proof',
        environment: 'paper',
        hosts: {
          rest,
          data: rest,
          tradeStream: `${stream}/stream`,
          dataStream: `${stream}/v2/iex`,
          broker: rest,
        },
        credentials: KEY,
        keepIn: 'sealed-file',
        isUnverifiedAllowed: true,
      })) as Item;
      accountId = String(profile['accountId']);
      const guards = (await must('guards.get', {})) as { value: Item; version: string };
      await must('guards.set', { guards: loosened(guards.value), from: guards.version });
      const lists = (await must('watchlists.get', { accountId })) as {
        lists: { listId: string }[];
      };
      for (const symbol of SYMBOLS)
        await one.call('watchlists.add', { accountId, listId: lists.lists[0]?.listId, symbol });
      for (const window of windows) window.watch(accountId);
    },
    /** Whatever the desk left behind is ended, and it starts anew on the same folder. */
    async restartDesk(): Promise<void> {
      await desk.kill();
      desk.sweep();
      for (const window of windows) window.close();
      offsets = [...offsets, { at: Date.now(), offsetMs: 0 }];
      await desk.start();
      await enter();
      // The desk may still be reading its files: the passphrase is typed until it is taken.
      const opened = await until(async () => {
        const reply = await one.call('keys.unseal', { passphrase: PASSPHRASE }, 10_000);
        return reply?.ok === true ? true : undefined;
      }, 30_000);
      if (!opened) throw new Error('the sealed file did not open');
      void one.call('accounts.open', { accountId });
      for (const window of windows) window.watch(accountId);
    },
    setClock(offsetMs: number): void {
      offsets = [...offsets, { at: Date.now(), offsetMs }];
      desk.setClock(offsetMs);
    },
    async stop(): Promise<void> {
      for (const window of windows) window.close();
      desk.signal('SIGCONT');
      broker.signal('SIGCONT');
      await wait(10);
      ledger.stop();
      proxy.stop();
      trap.close();
      desk.sweep();
      broker.stop();
    },
  };
}

export type Stage = Awaited<ReturnType<typeof createStage>>;

/** A proof places more than a person does; the other guards stay as they are. */
const loosened = (guards: Item): Item => ({
  ...guards,
  ordersPerMinute: { isOn: true, maxOrders: 10_000 },
  repeat: { isOn: false, withinMs: 10_000 },
});

/** Order records anywhere in an answer. */
function noteAnswer(body: string, note: (order: Item) => void): void {
  try {
    visit(JSON.parse(body), note);
  } catch {
    // No JSON: it has no orders.
  }
}

function visit(value: unknown, note: (order: Item) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, note);
  else if (typeof value === 'object' && value !== null && 'client_order_id' in value) note(value);
}
