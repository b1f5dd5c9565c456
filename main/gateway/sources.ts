// Where each feed comes from: a reading of an account's book or journal, then its changes.
import { ok, type Result } from '#contract/failure.ts';
import type { FeedName, Item } from '#contract/feeds.ts';
import type { TradingState } from '#contract/trading.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import type { BookChange } from '#main/account/standing/book.ts';
import type { Source, Sources } from '#main/gateway/feeds.ts';
import { createMintSources } from '#main/gateway/mint-sources.ts';
import type { Accounts } from '#main/desk/accounts/accounts.ts';
import type { AccountUnit, UnitNews } from '#main/account/account-unit.ts';
import { stopState, type KillSwitch } from '#main/desk/kill-switch.ts';
import type { Visits } from '#main/desk/visits.ts';

type Deps = {
  unitOf: (accountId: string) => Result<AccountUnit>;
  /** Keeps an account open for as long as it is watched. */
  hold: (accountId: string) => () => void;
  killSwitch: Pick<KillSwitch, 'isStopped' | 'note'>;
  isReviewSkipped: () => boolean;
  /** The kill switch, what holds an account back, or the choice about the review has changed. */
  onStopChange: (listener: () => void) => () => void;
  alerts: Pick<DeskAlerts, 'recent' | 'onAlert'>;
  visits: Pick<Visits, 'fresh' | 'onVisit'>;
  desk: { state(): Item<'desk'>; onChange(listener: () => void): () => void };
  accounts: Pick<Accounts, 'list' | 'onChange'>;
};

/** How many past intents a window begins with; older ones are asked for. */
const PAST_INTENTS = 500;

export function createSources(deps: Deps): Sources {
  const { unitOf, killSwitch, onStopChange, desk, accounts, alerts, visits } = deps;
  type Publish<F extends FeedName> = (items: Item<F>[]) => void;

  function open<F extends FeedName>(
    accountId: string,
    use: (unit: AccountUnit) => { snapshot: () => Item<F>[]; stop: () => void },
  ): Result<Source<F>> {
    const unit = unitOf(accountId);
    if (!unit.ok) return unit;
    const source = use(unit.value);
    const release = deps.hold(accountId);
    return ok({
      snapshot: source.snapshot,
      stop() {
        source.stop();
        release();
      },
    });
  }

  function fromBook<F extends FeedName>(
    accountId: string,
    publish: Publish<F>,
    snapshot: (unit: AccountUnit) => Item<F>[],
    changed: (change: BookChange) => Item<F>[],
  ): Result<Source<F>> {
    return open<F>(accountId, (unit) => ({
      snapshot: () => snapshot(unit),
      stop: unit.book.onChange((change) => publishAny(publish, changed(change))),
    }));
  }

  function fromNews<F extends FeedName>(
    accountId: string,
    publish: Publish<F>,
    snapshot: (unit: AccountUnit) => Item<F>[],
    changed: (news: UnitNews) => Item<F>[],
  ): Result<Source<F>> {
    return open<F>(accountId, (unit) => ({
      snapshot: () => snapshot(unit),
      stop: unit.onNews((news) => publishAny(publish, changed(news))),
    }));
  }

  return {
    ...createMintSources(unitOf, deps.hold),
    alerts: (_params, publish) =>
      ok({
        snapshot: () => [...alerts.recent()],
        stop: alerts.onAlert((alert) => publish([alert])),
      }),
    visits: (_params, publish) =>
      ok({ snapshot: visits.fresh, stop: visits.onVisit((visit) => publish([visit])) }),
    desk: (_params, publish) =>
      ok({
        snapshot: () => [desk.state()],
        stop: desk.onChange(() => publish([desk.state()])),
      }),
    accounts: (_params, publish) =>
      ok({
        snapshot: () => [{ accounts: accounts.list() }],
        stop: accounts.onChange(() => publish([{ accounts: accounts.list() }])),
      }),
    account: ({ accountId }, publish) =>
      fromBook<'account'>(
        accountId,
        publish,
        ({ book }) => present(book.account()),
        (change) => (change.kind === 'account' ? [change.reading] : []),
      ),
    prices: ({ accountId }, publish) =>
      fromBook<'prices'>(
        accountId,
        publish,
        ({ book }) => book.prices(),
        (change) => (change.kind === 'prices' ? change.prices : []),
      ),
    bars: ({ accountId, symbol }, publish) =>
      open<'bars'>(accountId, (unit) => {
        const stops = [
          unit.follow(symbol),
          unit.onNews((news) => {
            if (news.kind === 'bars')
              publishAny(
                publish,
                news.bars.filter((bar) => bar.symbol === symbol),
              );
          }),
        ];
        return {
          snapshot: () => [...unit.bars.bars(symbol)],
          stop: () => {
            for (const stop of stops) stop();
          },
        };
      }),
    streams: ({ accountId }, publish) =>
      fromBook<'streams'>(
        accountId,
        publish,
        ({ book }) => book.streams(),
        (change) => (change.kind === 'stream' ? [change.state] : []),
      ),
    orders: ({ accountId }, publish) =>
      fromBook<'orders'>(
        accountId,
        publish,
        ({ book }) => book.orders(),
        (change) => (change.kind === 'orders' ? change.orders : []),
      ),
    executions: ({ accountId }, publish) =>
      fromBook<'executions'>(
        accountId,
        publish,
        ({ book }) => book.orders().flatMap(({ id }) => book.executions(id)),
        (change) => (change.kind === 'executions' ? change.executions : []),
      ),
    positions: ({ accountId }, publish) =>
      fromBook<'positions'>(
        accountId,
        publish,
        ({ book }) => {
          const receivedAt = book.positionsReceivedAt();
          return receivedAt === undefined ? [] : [{ positions: [...book.positions()], receivedAt }];
        },
        (change) =>
          change.kind === 'positions'
            ? [{ positions: [...change.positions], receivedAt: change.receivedAt }]
            : [],
      ),
    intents: ({ accountId }, publish) =>
      fromNews<'intents'>(
        accountId,
        publish,
        ({ journal }) => {
          const page = journal.list({ limit: PAST_INTENTS });
          return page.ok ? page.value.intents : journal.unsettled();
        },
        (news) => (news.kind === 'intent' ? [news.intent] : []),
      ),
    gaps: ({ accountId }, publish) =>
      fromNews<'gaps'>(
        accountId,
        publish,
        ({ journal }) => {
          const known = journal.load();
          return known.ok ? known.value.gaps.map(gapItem) : [];
        },
        (news) => (news.kind === 'gap' ? [news.gap] : []),
      ),
    trading: ({ accountId }, publish) =>
      open<'trading'>(accountId, ({ gate, book }) => {
        const state = (): TradingState => ({
          ...gate.armState(),
          ...stopState(killSwitch),
          ...(deps.isReviewSkipped() && { isReviewSkipped: true }),
        });
        let told = JSON.stringify(state());
        const tell = () => {
          const now = state();
          if (JSON.stringify(now) === told) return;
          told = JSON.stringify(now);
          publish([now]);
        };
        const stops = [onStopChange(tell), book.onChange(tell)];
        return {
          snapshot: () => [state()],
          stop: () => {
            for (const stop of stops) stop();
          },
        };
      }),
  };
}

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

const gapItem = ({
  stream,
  from,
  to,
  filledAt,
}: Item<'gaps'> & { filledAt?: number | undefined }) => ({
  stream,
  from,
  to,
  ...(filledAt !== undefined && { filledAt }),
});

function publishAny<T>(publish: (items: T[]) => void, items: T[]): void {
  if (items.length > 0) publish(items);
}
