// A quiet moment: the faults are over, everything runs, and the persons look after what is open. Waited for by what is
// so, never by the time alone; then everything is compared.
import {
  countOrders,
  judgeCancels,
  judgeEvidence,
  judgeIntent,
  type Book,
} from '#test/second-proof/book.ts';
import { judgeClosings, judgeExits, noteExits } from '#test/second-proof/exits.ts';
import { until, wait } from '#test/second-proof/http.ts';
import type { Item, Snapshot } from '#test/second-proof/ledger.ts';
import type { Prng } from '#test/second-proof/prng.ts';
import { differences, windowDifferences } from '#test/second-proof/quiet.ts';
import type { Stage } from '#test/second-proof/stage.ts';

const UNSETTLED = new Set(['recorded', 'sent', 'unknown']);
/** Longer than the longest wait between two look-ups, and than a stream that is up and mute is trusted. */
const FOUND_WITHIN_MS = 60_000;
/** Of orders with legs that ended at once four are read every five seconds, and 200 may wait (docs/orders.md). */
const LEGS_WITHIN_MS = 260_000;
const isLeg = (text: string): boolean => text.includes(': leg ');
const SLOW_AFTER_MS = 10_000;
/** Whether something was transferred is asked for a minute, then read again within 15 s, which may take 15 s (docs/orders.md). */
export const EQUAL_WITHIN_MS = 95_000;
/** The desk gives up a list after ten seconds: until then none can tell what a stream should have told. */
const HEARD_WITHIN_MS = 5_000;
const LIST_TAKES_MS = 500;

/** `slow`: what was not equal yet after ten seconds. */
export type Quiet = {
  violations: string[];
  slow: string[];
  settledInMs: number;
  equalInMs: number;
};

export function createSettling(
  stage: Stage,
  book: Book,
  prng: Prng,
  count: (what: string) => void,
) {
  const { one, two, windows, ledger } = stage;
  const account = (): { accountId: string } => ({ accountId: stage.accountId() });
  const judged = new Set<string>();

  /** Submissions that nobody answered: the page closes the id by asking with it, and is told what it became. */
  const askUnanswered = async (): Promise<void> => {
    for (const confirmed of book.intents.values()) {
      if (confirmed.replies.some((reply) => reply !== undefined)) continue;
      const reply = await one.call('tickets.open', { ...account(), insteadOf: confirmed.intentId });
      const recorded = (reply?.value as Item | undefined)?.['recorded'];
      count(recorded ? 'unanswered submission: was recorded' : 'unanswered submission: never was');
      if (reply) confirmed.replies.push(reply);
    }
  };

  const openIntents = (): Item[] =>
    one.items('intents').filter(({ state }) => UNSETTLED.has(String(state)));

  /** What the ledger has must be found, and what is on its way must end, without anybody's help. */
  const findUnknown = async (): Promise<string[]> => {
    let left: string[] = [];
    const done = await until(
      async () => {
        const truth = await ledger.read();
        const placed = new Set(truth.orders.map((order) => order['client_order_id']));
        left = openIntents()
          .filter(({ state, intentId }) => state !== 'unknown' || placed.has(intentId))
          .map(
            (intent) =>
              `intent ${String(intent['intentId'])} stays ${String(intent['state'])} when all is quiet: ${String(intent['reason'])}`,
          );
        return left.length === 0 ? true : undefined;
      },
      FOUND_WITHIN_MS,
      300,
    );
    return done ? [] : left;
  };

  /** Of what the broker has not: a person sends it again, or sets it aside. Nothing may be left. */
  const decide = async (): Promise<string[]> => {
    for (let turn = 0; turn < 4 && openIntents().length > 0; turn++) {
      for (const intent of openIntents()) {
        const input = { ...account(), intentId: String(intent['intentId']) };
        count('unknown and not placed: a person decided');
        const isSent = turn < 2 && intent['cancelWhenFound'] !== true && prng.chance(0.5);
        if (isSent) book.sentAgain.set(input.intentId, Date.now());
        await one.call(
          isSent ? 'orders.sendAgain' : 'orders.setAside',
          isSent ? { ...input, confirmations: [] } : { ...input, cancelWhenFound: true },
        );
      }
      await findUnknown();
    }
    return openIntents().map(
      (intent) =>
        `intent ${String(intent['intentId'])} is ${String(intent['state'])} and nobody can end that`,
    );
  };

  const endWaysOut = async (): Promise<string[]> => {
    const turns = new Map<string, number>();
    const replies: string[] = [];
    const done = await until(
      async () => {
        const open = one.items('closings').filter(({ state }) => state !== 'ended');
        for (const closing of open) {
          const closingId = String(closing['closingId']);
          if (closing['state'] !== 'waiting') continue;
          const times = (turns.get(closingId) ?? 0) + 1;
          turns.set(closingId, times);
          // A person tries it three times, and then leaves what is left.
          const name = times <= 3 ? 'closings.goOn' : 'closings.stop';
          count(`way out: a person ${times <= 3 ? 'went on' : 'stopped it'}`);
          replies.push(
            JSON.stringify((await one.call(name, { ...account(), closingId }))?.failure),
          );
          await until(
            () => (one.item('closings', closingId)?.['state'] === 'waiting' ? undefined : true),
            5_000,
          );
        }
        return open.length === 0 ? true : undefined;
      },
      120_000,
      300,
    );
    noteExits(book, windows);
    return done
      ? []
      : one
          .items('closings')
          .filter(({ state }) => state !== 'ended')
          .map(
            (closing) => `a way out does not end: ${JSON.stringify(closing)} ${replies.join(' ')}`,
          );
  };

  const stateOf = async (
    intentId: string,
  ): Promise<{ state: string | undefined; evidence: string[] }> => {
    const reply = await one.call('orders.evidence', { ...account(), intentId });
    if (!reply?.ok) return { state: undefined, evidence: [] };
    const { intent } = reply.value as { intent: Item };
    const state = String(intent['state']);
    if (state === 'not-sent' || state === 'refused')
      count(
        `${state}: ${String(intent['reason'])
          .replaceAll(/[\d.,]+/g, 'N')
          .slice(0, 110)}`,
      );
    return { state, evidence: judgeEvidence(intentId, reply) };
  };

  const judgeIntents = async (truth: Snapshot): Promise<string[]> => {
    const found: string[] = [];
    for (const confirmed of book.intents.values()) {
      const isNew = !judged.has(confirmed.intentId);
      const shown = one.item('intents', confirmed.intentId)?.['state'] as string | undefined;
      const { state, evidence } = isNew
        ? await stateOf(confirmed.intentId)
        : { state: shown, evidence: [] };
      if (isNew) {
        count(`intent ended: ${state ?? 'not recorded'}`);
        // What could not be recorded is not sent, and told so; no later start can know of it.
        const wasTold = confirmed.replies
          .map((reply) => reply?.value as Item | undefined)
          .some(
            (intent) =>
              intent?.['intentId'] === confirmed.intentId &&
              intent['state'] !== 'not-sent' &&
              'body' in intent,
          );
        if (wasTold && state === undefined)
          found.push(
            `intent ${confirmed.intentId} was answered, and there is no evidence of it: ${JSON.stringify(confirmed.replies)}`,
          );
      }
      judged.add(confirmed.intentId);
      found.push(...evidence);
      if (isNew || state !== undefined)
        found.push(...judgeIntent(confirmed, state, truth, ledger.first));
    }
    return found;
  };

  const compare = async (
    withinMs: number,
  ): Promise<{ truth: Snapshot; left: string[]; slow: string[]; inMs: number }> => {
    const began = performance.now();
    let truth = await ledger.read();
    let left: string[] = [];
    let slow: string[] = [];
    const isOver = async (): Promise<true | undefined> => {
      truth = await ledger.read();
      left = [
        ...windows.flatMap((window) => differences(window, truth, ledger.fills, stage.wasClockOff)),
        ...windowDifferences(one, two),
      ];
      if (performance.now() - began > SLOW_AFTER_MS && slow.length === 0) slow = left;
      return left.length === 0 ? true : undefined;
    };
    await until(isOver, withinMs, 250);
    if (left.length > 0 && left.every(isLeg)) await until(isOver, LEGS_WITHIN_MS - withinMs, 250);
    return { truth, left, slow, inMs: Math.round(performance.now() - began) };
  };

  return {
    async quiet(equalWithinMs = EQUAL_WITHIN_MS): Promise<Quiet> {
      const began = performance.now();
      const violations: string[] = [];
      if (
        !(await until(
          () => (windows.every((window) => window.isWatching()) ? true : undefined),
          30_000,
        ))
      )
        violations.push(
          `the windows do not get their feeds: ${windows.flatMap((window) => window.missing()).join(', ')}`,
        );
      await askUnanswered();
      violations.push(...(await findUnknown()));
      violations.push(...(await decide()));
      violations.push(...(await endWaysOut()));
      const settledInMs = Math.round(performance.now() - began);
      await ledger.pause();
      const { truth, left, slow, inMs } = await compare(equalWithinMs);
      violations.push(
        ...left.map((text) => `not equal ${equalWithinMs / 1000} s after all was quiet: ${text}`),
      );
      noteExits(book, windows);
      const listed = (await ledger.direct('GET', '/_paper/ledger')) as { orders?: unknown };
      violations.push(
        ...countOrders(book, truth, listed),
        ...(await judgeIntents(truth)),
        ...judgeCancels(book, truth, windows),
        ...judgeExits(book, truth, ledger.fills),
        ...judgeClosings(book, (symbol, fromMs) => ledger.held(symbol, fromMs, Date.now()), one),
        ...stage.told.judge(truth),
        ...stage.words.judge(truth, one.alertsEver),
        ...windows.flatMap((window) => stage.words.judgeSilence(truth, window.alertsEver)),
        ...windows.flatMap((window) => window.problems.splice(0)),
        ...stage.followed.splice(0).map((line) => `a redirect was followed: ${line}`),
      );
      await ledger.resume();
      return { violations, slow, settledInMs, equalInMs: inMs };
    },
    /**
     * A stream that is told as live is: what is placed elsewhere now must show in both windows. The lists of orders and
     * fills are kept waiting meanwhile, so that nothing but the stream can tell of it.
     */
    async probe(place: () => Promise<string>): Promise<string[]> {
      let isOver = false;
      stage.proxy.sabotage(async ({ head: { startLine } }, forward) => {
        if (/^GET \/v2\/(orders|account\/activities)[ ?]/.test(startLine))
          await until(() => (isOver ? true : undefined), HEARD_WITHIN_MS + 1_000, 20);
        return forward();
      });
      // A list that was on its way already may tell of it as well.
      await wait(LIST_TAKES_MS);
      const id = await place();
      const shown =
        id === '' ||
        (await until(
          () => (windows.every((window) => window.item('orders', id)) ? true : undefined),
          HEARD_WITHIN_MS,
          20,
        ));
      isOver = true;
      stage.proxy.sabotage(undefined);
      if (id !== '' && shown) count('told by the stream alone');
      return shown
        ? []
        : [
            `the streams are told as live, and order ${id}, placed elsewhere, is not told after ${HEARD_WITHIN_MS / 1000} s`,
          ];
    },
  };
}

export type Settling = ReturnType<typeof createSettling>;
