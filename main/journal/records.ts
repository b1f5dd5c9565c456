// What the broker last said, saved for the hours without it. A save that fails is kept and coalesced by its key.
import { done, failed, type JournalResult } from '#main/journal/failure.ts';
import type { RecordRows, Snapshot } from '#main/journal/record-rows.ts';
import type { Store, Through } from '#main/journal/store.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';

type Records = Pick<
  Journal,
  | 'saveOrders'
  | 'saveExecutions'
  | 'saveAccount'
  | 'savePositions'
  | 'saveTokenizations'
  | 'saveGap'
  | 'saveLossHold'
  | 'saveGrant'
  | 'grants'
  | 'load'
  | 'savedOrder'
  | 'executionsBetween'
  | 'newestExecutions'
  | 'executionSpan'
  | 'lossHold'
  | 'tokenizations'
  | 'gaps'
  | 'positions'
  | 'openOrderCount'
  | 'saveMark'
  | 'mark'
  | 'saveActivityMark'
  | 'activityMark'
  | 'saveRequestMark'
  | 'requestMark'
  | 'saveTransfers'
  | 'transfers'
  | 'approvedWallets'
  | 'saveApprovedWallets'
  | 'proposals'
  | 'saveProposals'
>;
type Entry = [key: string, save: (rows: RecordRows) => void];

export function createRecords(
  store: Store,
  { accountId, clock, log }: Pick<JournalOptions, 'accountId' | 'clock' | 'log'>,
): Records {
  const now = () => Math.trunc(clock.wall());
  const skip = (table: string): void => log('warn', 'a saved record could not be read', { table });
  let grantsSaved = 0;

  function save(entries: Entry[], through: Through = 'relaxed'): JournalResult<null> {
    if (entries.length === 0) return done(null);
    for (const [key, write] of entries) store.keepSave(key, write);
    store.probe('before-save');
    const flushed = store.flush(through);
    if (!flushed.ok) return failed({ ...flushed.failure, isKept: true });
    if (store.hasSaves()) return failed({ ...store.currentFailure(), isKept: true });
    store.probe('after-save');
    return done(null);
  }

  const snapshot = (name: Snapshot, value: unknown, at: number): Entry => [
    name,
    (rows) => rows.saveSnapshot(name, value, Math.trunc(at)),
  ];

  return {
    saveOrders(orders) {
      const at = now();
      return save(
        orders.map((order) => [
          `order ${order.id}`,
          (rows) => rows.saveOrder(accountId, order, at),
        ]),
      );
    },
    saveExecutions(executions) {
      const at = now();
      return save(
        executions.map((execution) => [
          `execution ${execution.orderId} ${execution.cumQty} ${execution.again ?? ''} ${execution.executionId ?? ''}`,
          (rows) => rows.saveExecution(execution, at),
        ]),
      );
    },
    saveAccount: (account, receivedAt) => save([snapshot('account', account, receivedAt ?? now())]),
    savePositions: (positions, receivedAt) =>
      save([snapshot('positions', positions, receivedAt ?? now())]),
    saveTokenizations(requests) {
      const at = now();
      return save(
        requests.map((request) => [
          `tokenization ${request.tokenizationRequestId}`,
          (rows) => rows.saveTokenization(request, at),
        ]),
      );
    },
    saveGap: (gap) => save([[`gap ${gap.stream} ${gap.from}`, (rows) => rows.saveGap(gap)]]),
    saveLossHold: (hold) => save([snapshot('lossHold', hold, now())], 'synced'),
    saveGrant: (grant) =>
      save([[`grant ${++grantsSaved}`, (rows) => rows.saveGrant(grant)]], 'synced'),
    grants: () => store.read(({ records }) => records.grants()),
    saveMark: (mark) => save([snapshot('mark', mark, now())]),
    mark: () => store.read(({ records }) => records.mark()),
    saveActivityMark: (mark) => save([snapshot('activityMark', mark, now())]),
    activityMark: () => store.read(({ records }) => records.activityMark()),
    saveRequestMark: (mark) => save([snapshot('requestMark', mark, now())]),
    requestMark: () => store.read(({ records }) => records.requestMark()),
    saveTransfers: (worth) => save([snapshot('transfers', worth, now())]),
    transfers: () => store.read(({ records }) => records.transfers()),
    saveApprovedWallets: (at) => save([snapshot('approvedWallets', at, now())], 'synced'),
    approvedWallets: () => store.read(({ records }) => records.approvedWallets()),
    saveProposals: (all) => save([snapshot('proposals', all, now())], 'synced'),
    proposals: () => store.read(({ records }) => records.proposals()),
    load: (newestOrders) => store.read(({ records }) => records.load(skip, newestOrders)),
    savedOrder: (orderId) => store.read(({ records }) => records.savedOrder(orderId, skip)),
    executionsBetween: (from, to) =>
      store.read(({ records }) => records.executionsBetween(from, to, skip)),
    newestExecutions: () => store.read(({ records }) => records.newestExecutions(skip)),
    executionSpan: () => store.read(({ records }) => records.executionSpan()),
    lossHold: () => store.read(({ records }) => records.lossHold(skip)),
    tokenizations: () => store.read(({ records }) => records.tokenizations(skip)),
    gaps: () => store.read(({ records }) => records.gaps()),
    positions: () => store.read(({ records }) => records.positions(skip)),
    openOrderCount: () => store.read(({ records }) => records.openOrderCount()),
  };
}
