import { useEffect, useState } from 'react';
import { describeFailure, ok } from '#contract/failure.ts';
import type { AssetSummary } from '#contract/market.ts';
import { onAnswerAfter } from '#renderer/core/on-answer.ts';
import { useSession } from '#renderer/session/session.ts';

type FoundAssets = {
  /** What was looked for: while letters are typed it is older than they are. */
  of: string;
  assets: readonly AssetSummary[];
  problem: string | undefined;
};

const NO_ASSETS: FoundAssets = { of: '', assets: [], problem: undefined };
const AFTER_MS = 120;

/** What the broker has under these letters; an answer that comes after newer letters is dropped. */
export function useAssets(text: string): FoundAssets {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [found, setFound] = useState(NO_ASSETS);
  useEffect(
    () =>
      onAnswerAfter(
        AFTER_MS,
        async () => (text === '' ? ok([]) : bridge.call('assets.search', { accountId, text })),
        (answer) =>
          setFound(
            answer.ok
              ? { of: text, assets: answer.value, problem: undefined }
              : { of: text, assets: [], problem: describeFailure(answer.failure) },
          ),
      ),
    [bridge, accountId, text],
  );
  return found;
}
