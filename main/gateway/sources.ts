// Where each feed comes from: a reading of an account's book or journal, then its changes.
import type { DeskState } from '#contract/accounts.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { FeedName, Item, Params } from '#contract/feeds.ts';
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import type { FirstReading, TradingState } from '#contract/trading.ts';
import type { AccountUnit, UnitNews } from '#main/account/account-unit.ts';
import { standingWords } from '#main/account/mints/batch-news.ts';
import type { Batches } from '#main/account/mints/batches.ts';
import type { Accounts } from '#main/desk/accounts/accounts.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import { stopState, type KillSwitch } from '#main/desk/kill-switch.ts';
import type { Lock } from '#main/desk/lock.ts';
import type { WorkProgress } from '#main/desk/backup/data-work.ts';
import type { Navigation } from '#main/desk/navigation.ts';
import type { Source, Sources } from '#main/gateway/feeds.ts';
import type { Updates } from '#main/updates/updates.ts';

type OpenUnits = Pick<Units, 'get' | 'hold'>;

type Deps = {
  units: OpenUnits;
  killSwitch: Pick<KillSwitch, 'isStopped' | 'note'>;
  isReviewSkipped: () => boolean;
  /** The kill switch, what holds an account back, or the choice about the review has changed. */
  onStopChange: (listener: () => void) => () => void;
  alerts: Pick<DeskAlerts, 'recent' | 'isUnseen' | 'onAlert'>;
  navigation: Pick<Navigation, 'fresh' | 'onVisit'>;
  lock: Pick<Lock, 'state' | 'onChange'>;
  accounts: Pick<Accounts, 'list' | 'onChange'>;
  backups: { work: Pick<WorkProgress, 'now' | 'onChange'> };
  updates: Pick<Updates, 'state' | 'onChange'>;
};

type DeskFeed = 'updates' | 'alerts' | 'visits' | 'desk' | 'accounts' | 'trading';
type Publish<F extends FeedName> = (items: Item<F>[]) => void;
type Open<F extends FeedName> = (
  params: Params<F> & { accountId: string },
  publish: Publish<F>,
) => Result<Source<F>>;

/** How many past intents a window begins with, beside those that are not over; older ones are asked for. */
const PAST_INTENTS = 500;

export function createSources(deps: Deps): Sources {
  const { units, killSwitch, onStopChange, lock, accounts, alerts, navigation, backups } = deps;
  return {
    ...createAccountSources(units),
    alerts: (_params, publish) =>
      ok({
        snapshot: () =>
          alerts
            .recent()
            .map((alert) =>
              alerts.isUnseen(alert.alertId) ? { ...alert, isUnseen: true } : alert,
            ),
        stop: alerts.onAlert((alert) => publish([alert])),
      }),
    visits: (_params, publish) =>
      ok({ snapshot: navigation.fresh, stop: navigation.onVisit((visit) => publish([visit])) }),
    updates: (_params, publish) =>
      ok({
        snapshot: () => [deps.updates.state()],
        stop: deps.updates.onChange(() => publish([deps.updates.state()])),
      }),
    desk(_params, publish) {
      const state = (): DeskState => {
        const dataWork = backups.work.now();
        return { ...lock.state(), ...stopState(killSwitch), ...(dataWork && { dataWork }) };
      };
      const update = publishChanges(state, publish);
      return ok({
        snapshot: () => [state()],
        stop: stopAll(lock.onChange(update), onStopChange(update), backups.work.onChange(update)),
      });
    },
    accounts: (_params, publish) =>
      ok({
        snapshot: () => [{ accounts: accounts.list() }],
        stop: accounts.onChange(() => publish([{ accounts: accounts.list() }])),
      }),
    trading: onUnit<'trading'>(units, ({ gate, book, journal, mints, onNews }, publish) => {
      const state = (): TradingState => ({
        ...gate.armState(),
        ...stopState(killSwitch),
        ...lossState(gate.lossNote()),
        ...(gate.unreadOrders() > 0 && { unreadOrders: gate.unreadOrders() }),
        ...readingState(gate.reading()),
        ...(deps.isReviewSkipped() && { isReviewSkipped: true }),
        ...batchState(mints.batches),
      });
      const update = publishChanges(state, publish);
      return {
        snapshot: () => [state()],
        stop: stopAll(
          onStopChange(update),
          book.onChange(update),
          journal.onHealth(update),
          onNews(({ kind }) => kind === 'reading' && update()),
          mints.onChange(({ kind }) => kind === 'batch' && update()),
        ),
      };
    }),
  };
}

/** Published whenever it is another than before. */
function publishChanges<T>(state: () => T, publish: (items: T[]) => void): () => void {
  let published = JSON.stringify(state());
  return () => {
    const now = state();
    if (JSON.stringify(now) === published) return;
    published = JSON.stringify(now);
    publish([now]);
  };
}

const lossState = (lossNote: string | undefined): Pick<TradingState, 'lossNote'> =>
  lossNote === undefined ? {} : { lossNote };

const readingState = (reading: FirstReading | undefined): Pick<TradingState, 'reading'> =>
  reading ? { reading } : {};

function batchState(batches: Pick<Batches, 'standings'>): Pick<TradingState, 'standingBatch'> {
  const standing = batches.standings().find(({ state }) => state === 'paused');
  if (!standing) return {};
  const { batchId, summary, heldWhy } = standing;
  // What is left is named with why it is left: all the counts before it would say the same twice.
  const text = `${standingWords(standing)}${heldWhy === undefined ? `: ${summary}` : ''}.`;
  return { standingBatch: { batchId, text, ...(heldWhy !== undefined && { heldWhy }) } };
}

/** The feeds that need nothing but the account. */
export function createAccountSources(units: OpenUnits): Omit<Sources, DeskFeed> {
  const from =
    <C>(listen: (unit: AccountUnit) => (listener: (change: C) => void) => () => void) =>
    <F extends FeedName>(
      snapshot: (unit: AccountUnit) => Iterable<Item<F>>,
      changed: (change: C) => Item<F>[],
    ) =>
      onUnit<F>(units, (unit, publish) => ({
        snapshot: () => snapshot(unit),
        stop: listen(unit)((change) => publishAny(publish, changed(change))),
      }));
  const fromBook = from(({ book }) => book.onChange);
  const fromNews = from((unit) => unit.onNews);
  const fromMints = from(({ mints }) => mints.onChange);

  return {
    account: onStanding<'account'>(units, ({ book }) => present(book.account())),
    prices: fromBook<'prices'>(
      ({ book }) => book.prices(),
      (change) => (change.kind === 'prices' ? change.prices : []),
    ),
    bars: onUnit<'bars'>(units, (unit, publish, { symbol }) => {
      const publishBars = (news: UnitNews) => {
        if (news.kind !== 'bars') return;
        publishAny(
          publish,
          news.bars.filter((bar) => bar.symbol === symbol),
        );
      };
      return {
        snapshot: () => [...unit.bars.bars(symbol), ...present(unit.running.get(symbol))],
        stop: stopAll(unit.follow(symbol), unit.onNews(publishBars)),
      };
    }),
    quotes: onUnit<'quotes'>(units, (unit, publish, { symbol }) => ({
      snapshot: () => present(unit.quotes.get(symbol)),
      stop: stopAll(
        unit.follow(symbol),
        unit.followQuotes(symbol),
        unit.quotes.onChange((markets) =>
          publishAny(
            publish,
            markets.filter((market) => market.symbol === symbol),
          ),
        ),
      ),
    })),
    streams: fromBook<'streams'>(
      ({ book }) => book.streams(),
      (change) => (change.kind === 'stream' ? [change.state] : []),
    ),
    orders: fromBook<'orders'>(ordersToBeginWith, (change) =>
      change.kind === 'orders' ? change.orders : [],
    ),
    executions: fromBook<'executions'>(
      ({ book }) => book.newestExecutions(),
      (change) => (change.kind === 'executions' ? change.executions : []),
    ),
    positions: onStanding<'positions'>(units, ({ book }) => {
      const receivedAt = book.positionsReceivedAt();
      const { unread } = book.positions();
      const positions = [...book.standingPositions()];
      return receivedAt === undefined
        ? []
        : [{ positions, receivedAt, ...(unread && { unread: [...unread] }) }];
    }),
    intents: fromNews<'intents'>(intentsToBeginWith, (news) =>
      news.kind === 'intent' ? [news.intent] : [],
    ),
    cancels: fromNews<'cancels'>(
      ({ trading }) => trading.cancelWaits(),
      (news) => (news.kind === 'cancel-wait' ? [news.wait] : []),
    ),
    closings: fromNews<'closings'>(
      ({ closings }) => closings.list(),
      (news) => (news.kind === 'closing' ? [news.closing] : []),
    ),
    market: onUnit<'market'>(units, (unit, publish) => {
      const update = publishChanges(unit.market, publish);
      return {
        snapshot: () => [unit.market()],
        stop: unit.onNews(({ kind }) => {
          if (kind === 'market') update();
        }),
      };
    }),
    gaps: fromNews<'gaps'>(
      ({ journal }) => {
        const known = journal.gaps();
        return known.ok ? known.value : [];
      },
      (news) => (news.kind === 'gap' ? [news.gap] : []),
    ),
    mints: fromMints<'mints'>(
      ({ mints }) => mints.rows(),
      (change) => (change.kind === 'row' ? [change.row] : []),
    ),
    tokenizations: fromMints<'tokenizations'>(
      ({ mints }) => mints.requests.known(),
      (change) => (change.kind === 'requests' ? change.requests : []),
    ),
    proposals: fromMints<'proposals'>(
      ({ mints }) => mints.proposals.list(),
      (change) => (change.kind === 'proposal' ? [change.proposal] : []),
    ),
    batches: fromMints<'batches'>(
      ({ mints }) => mints.batches.list(),
      (change) => (change.kind === 'batch' ? [change.batch] : []),
    ),
    batchRows: (params, publish) => {
      const account = units.get(params.accountId);
      if (!account.ok) return account;
      const rows = account.value.unit.mints.batches.watchRows(params.batchId, publish);
      if (!rows.ok) return rows;
      const { snapshot, stop } = rows.value;
      return ok({ snapshot, stop: stopAll(stop, units.hold(params.accountId)) });
    },
  };
}

/** A feed of what the account stands at, which is told as a whole whenever something of it has changed. */
const onStanding = <F extends FeedName>(
  units: OpenUnits,
  read: (unit: AccountUnit) => Item<F>[],
): Open<F> =>
  onUnit<F>(units, (unit, publish) => ({
    snapshot: () => read(unit),
    stop: unit.onNews((news) => {
      if (news.kind === 'standing') publishAny(publish, read(unit));
    }),
  }));

/**
 * The newest, and however old: what is unsettled, what is still to be canceled, and what became an open order, of which
 * there may be many, each to be read.
 */
function* intentsToBeginWith({
  journal,
  book,
}: Pick<AccountUnit, 'journal' | 'book'>): Generator<Intent> {
  const first = [...pastIntents({ journal }), ...journal.unsettled(), ...journal.pendingCancels()];
  const known = new Map(first.map((intent) => [intent.intentId, intent]));
  yield* known.values();
  for (const { clientOrderId } of book.openOrders()) {
    const found = known.has(clientOrderId) ? undefined : journal.get(clientOrderId);
    if (found?.ok && found.value) yield found.value;
  }
}

function pastIntents({ journal }: Pick<AccountUnit, 'journal'>): Intent[] {
  const page = journal.list({ limit: PAST_INTENTS });
  return page.ok ? page.value.intents : [];
}

/** Those in memory, and what the past intents became: one without its order is shown as it was accepted, not as it ended. */
function ordersToBeginWith(unit: Pick<AccountUnit, 'journal' | 'book'>): Order[] {
  for (const { kind, resultId } of pastIntents(unit))
    if (kind !== 'mint' && resultId !== undefined) unit.book.order(resultId);
  return unit.book.orders();
}

/** A source on an open account, which stays open for as long as it is watched. */
function onUnit<F extends FeedName>(
  units: OpenUnits,
  start: (unit: AccountUnit, publish: Publish<F>, params: Params<F>) => Source<F>,
): Open<F> {
  return (params, publish) => {
    const account = units.get(params.accountId);
    if (!account.ok) return account;
    const { snapshot, stop } = start(account.value.unit, publish, params);
    return ok({ snapshot, stop: stopAll(stop, units.hold(params.accountId)) });
  };
}

const stopAll =
  (...stops: (() => void)[]) =>
  (): void => {
    for (const stop of stops) stop();
  };

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

function publishAny<T>(publish: (items: T[]) => void, items: T[]): void {
  if (items.length > 0) publish(items);
}
