// The pages of a campaign, each beside its account: held against the broker's ledger when all is quiet and while the
// streams are down, and everything that they were told in the end.
import { ANSWER_MS, until, type TestAccount } from '#test/faults/support/desk.ts';
import { readStanding, standingDifferences } from '#test/faults/support/broker-standing.ts';
import { readLedgers } from '#test/faults/support/ledger.ts';
import { readPrices } from '#test/faults/support/market-prices.ts';
import { openPage, type Telling } from '#test/faults/support/page.ts';
import type { Paper } from '#test/faults/support/paper.ts';
import { auditTold, differencesOf, type ToldAudit } from '#test/faults/support/told.ts';

export type PageAudit = ToldAudit & {
  /** What a page had when all was quiet, and the broker did not; or the other way round. */
  differences: string[];
  /** How long it took at most until the pages had what the broker has. */
  slowestMs: number;
};

type Streams = Record<'trade' | 'data', number>;

/** On a busy machine it takes its time; not to come to it at all is the failure. */
const AGREE_MS = 60_000;
/** For a minute and a reading the day's result is marked when a fill was heard only after a reading that held it. */
const SETTLED_MS = 90_000;
const KNOWN_MS = 2_000;
/** A few estimates of a run go wrong for as long as it takes to read; as a rule they do not. */
const MISJUDGED = 3;
const MISJUDGED_SHARE = 0.1;

/** To be called before the accounts start. `cash` is what each of them begins with. */
export function listenToPages(paper: Paper, accounts: readonly TestAccount[], cash: string) {
  const pages = accounts.map(({ unit, key, brokerAccountId }) => ({
    ...openPage(unit),
    key,
    brokerAccountId,
    cash,
  }));
  const differences: string[] = [];
  const holds: { from: number; to: number }[] = [];
  const beganAt = Date.now();
  let slowestMs = 0;

  /** Each page with the ledger of its account. */
  async function withLedgers() {
    const ledgers = await readLedgers(paper.control, pages);
    return pages.flatMap((page, i) => {
      const ledger = ledgers[i];
      return ledger ? [{ page, ledger }] : [];
    });
  }

  async function compare(): Promise<string[]> {
    const { open } = await paper.control<{ open: Streams }>('GET', '/streams');
    const isConnected = open.trade === pages.length && open.data === pages.length;
    const all = await withLedgers();
    return [
      ...(isConnected ? [] : [`the broker has these streams: ${JSON.stringify(open)}`]),
      ...all.flatMap(({ page, ledger }) => differencesOf(page, ledger)),
    ];
  }

  /** With the broker's clock standing still, so that no price moves between its answer and the page's. */
  async function compareStanding(): Promise<string[]> {
    const all = await Promise.all(
      pages.map(async (page) => {
        const standing = await readStanding(paper.hosts.rest, page.key);
        return standingDifferences(page, standing, Date.now());
      }),
    );
    return all.flat();
  }

  const unsettled = async (): Promise<string[]> =>
    pages
      .filter(({ feeds }) => feeds.account.get('account')?.areTransfersOpen)
      .map(({ brokerAccountId }) => `${brokerAccountId}: what moved today is still open`);

  async function untilNone(
    what: string,
    compareOnce: () => Promise<string[]>,
    withinMs = AGREE_MS,
  ): Promise<number> {
    const began = performance.now();
    let found: string[] = [];
    const isAgreed = async () => (found = await compareOnce()).length === 0;
    await until(what, isAgreed, withinMs).catch(() => differences.push(...found));
    return Math.round(performance.now() - began);
  }

  /** Waits until all is quiet, by when the pages have what the broker has. */
  async function agree(): Promise<void> {
    slowestMs = Math.max(slowestMs, await untilNone('the page has what the broker has', compare));
    // With the clock running: fills of a clock that makes up for a minute would bear times of long ago.
    await untilNone('the day is settled', unsettled, SETTLED_MS);
    const from = Date.now();
    await paper.control('POST', '/clock/pause');
    await untilNone('the page stands at what the broker says', compareStanding);
    // The times of its fills are compared with ours.
    await paper.control('POST', '/clock/step', { to: new Date().toISOString() });
    holds.push({ from, to: Date.now() });
    await paper.control('POST', '/clock/resume');
  }

  /** Read while the clock stood: what it makes up for bears times from before that reading. It was compared then. */
  const isOfHold = ({ feed, item }: Telling): boolean =>
    (feed === 'account' || feed === 'positions') &&
    holds.some(({ from, to }) => item.receivedAt >= from && item.receivedAt <= to);

  const toldAsLive = (): string[] =>
    pages.flatMap(({ feeds, brokerAccountId }) =>
      feeds.streams
        .all()
        .filter(({ phase }) => phase === 'live')
        .map(({ stream }) => `${brokerAccountId}: ${stream} are told as live, and were cut`),
    );

  return {
    agree,
    /** Both streams of everybody end, and cannot come back before `work` is done. */
    async cutStreams(work: () => Promise<void>): Promise<void> {
      const { tradeStream } = paper.hosts;
      // Prices come from whichever feed the account may have.
      for (const path of [new URL(tradeStream).pathname, '/v2/sip', '/v2/iex'])
        await paper.control('POST', '/faults', {
          match: { method: 'GET', path },
          act: { kind: 'status', status: 503 },
          times: 1_000,
        });
      for (const stream of ['trade', 'data'])
        await paper.control('POST', '/streams/cut', { stream });
      const isKnown = () => toldAsLive().length === 0;
      await until('the page knows of the cut', isKnown, KNOWN_MS).catch(() => undefined);
      await work();
      differences.push(...toldAsLive());
      await paper.control('DELETE', '/faults');
      await agree();
    },
    async audit(): Promise<PageAudit> {
      const all = await withLedgers();
      const symbols = new Set(all.flatMap(({ ledger }) => [...ledger.symbols()]));
      const pricesOf = await readPrices(paper, [...symbols], beganAt);
      const audits = all.map(({ page, ledger }) => {
        const tellings = page.tellings.filter((telling) => !isOfHold(telling));
        return auditTold({ tellings }, ledger, ANSWER_MS, pricesOf);
      });
      const estimates = audits.reduce((sum, one) => sum + one.estimates, 0);
      const misjudged = audits.flatMap((one) => one.misjudged);
      const untrue = audits.flatMap((one) => one.untrue);
      if (misjudged.length > Math.max(MISJUDGED, estimates * MISJUDGED_SHARE))
        untrue.push(...misjudged);
      return {
        told: audits.reduce((sum, { told }) => sum + told, 0),
        estimates,
        misjudged,
        untrue,
        differences,
        slowestMs,
      };
    },
    close: () => pages.forEach((page) => page.close()),
  };
}
