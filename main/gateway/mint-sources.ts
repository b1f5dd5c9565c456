// The three feeds of the mint desk.
import { ok, type Result } from '#contract/failure.ts';
import type { FeedName, Item } from '#contract/feeds.ts';
import type { Sources } from '#main/gateway/feeds.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { Mints, MintsChange } from '#main/account/mints/mints.ts';

export function createMintSources(
  unitOf: (accountId: string) => Result<AccountUnit>,
  hold: (accountId: string) => () => void,
): Pick<Sources, 'mints' | 'tokenizations' | 'batches'> {
  const from =
    <F extends FeedName>(
      snapshot: (mints: Mints) => Item<F>[],
      changed: (change: MintsChange) => Item<F>[],
    ) =>
    ({ accountId }: { accountId: string }, publish: (items: Item<F>[]) => void) => {
      const unit = unitOf(accountId);
      if (!unit.ok) return unit;
      const { mints } = unit.value;
      const release = hold(accountId);
      const unwatch = mints.onChange((change) => {
        const items = changed(change);
        if (items.length > 0) publish(items);
      });
      return ok({
        snapshot: () => snapshot(mints),
        stop() {
          unwatch();
          release();
        },
      });
    };
  return {
    mints: from<'mints'>(
      (mints) => mints.rows(),
      (change) => (change.kind === 'row' ? [change.row] : []),
    ),
    tokenizations: from<'tokenizations'>(
      (mints) => mints.requests.known(),
      (change) => (change.kind === 'requests' ? change.requests : []),
    ),
    batches: from<'batches'>(
      (mints) => mints.batches.list(),
      (change) => (change.kind === 'batch' ? [change.batch] : []),
    ),
  };
}
