import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { useAll } from '#renderer/session/use-all.ts';

/** The batches that wait for a second person, by id. */
export function useProposedBatches(): ReadonlySet<string> {
  const { feeds } = useMintDesk();
  return new Set(
    useAll(feeds.proposals).flatMap(({ state, batch }) =>
      state === 'waiting' && batch ? [batch.batchId] : [],
    ),
  );
}
