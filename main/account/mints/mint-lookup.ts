// Looking for a mint at the broker: by its label first, then in the list of what was created since, by its contents.
// A miss is no proof of absence, and neither is a list.
import { describeFailure, isNotFound, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import type { Log } from '#main/ports.ts';
import { CLOCK_SKEW_MS, type AdoptMint } from '#main/account/mints/adopt-mint.ts';
import type { MintBroker } from '#main/account/mints/mint-broker.ts';
import type { RequestBook } from '#main/account/mints/request-book.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import type { LookUpLane } from '#main/account/intents/looking.ts';
import type { Listed } from '#main/wire/oddities.ts';
import { readMintBody } from '#main/wire/tokenization.ts';

type Deps = {
  intents: IntentLog;
  adopt: AdoptMint;
  broker: Pick<MintBroker, 'byLabel' | 'list'>;
  requests: RequestBook;
  log: Log;
};

export type LookUpMint = (intentId: string, lane: LookUpLane) => Promise<boolean>;

/** One look, now. Whether the broker answered every question of it. */
export function createMintLookup(deps: Deps): LookUpMint {
  const { intents, adopt, broker, requests } = deps;

  async function ask(question: () => Promise<Result<Listed<TokenizationRequest>>>): Promise<Found> {
    try {
      const answer = await question();
      if (answer.ok) return { requests: answer.value };
      const { failure } = answer;
      if (isNotFound(failure)) return { requests: [] };
      return { silence: describeFailure(failure) };
    } catch (error) {
      deps.log('error', 'looking for a mint failed', { error: String(error) });
      return { silence: 'something went wrong inside Ballast' };
    }
  }

  async function lookUp(intentId: string, lane: LookUpLane): Promise<boolean> {
    const intent = intents.get(intentId);
    const mint = readMintBody(intent.body);
    if (!mint) return true;
    const labeled = await ask(async () => {
      const answer = await broker.byLabel(mint.clientRequestId, lane);
      return answer.ok ? { ok: true, value: [answer.value] } : answer;
    });
    if (labeled.requests && isAmong(intent, labeled.requests)) return true;
    // Another mint may have the label since, and a broker may drop labels altogether.
    const listed = await ask(() =>
      broker.list(
        {
          type: 'mint',
          underlyingSymbol: mint.underlyingSymbol,
          after: new Date(intent.confirmedAt - CLOCK_SKEW_MS).toISOString(),
        },
        lane,
      ),
    );
    if (listed.requests && isAmong(intent, listed.requests)) return true;
    const silence = labeled.silence ?? listed.silence;
    if (silence !== undefined)
      intents.repeat(intentId, { kind: 'lost', text: `Looked up: no answer (${silence}).` });
    else
      intents.repeat(intentId, {
        kind: 'not-found',
        text: 'Looked up by label and in the list: the broker does not show it. That does not prove it was not accepted.',
        status: 404,
      });
    return silence === undefined;
  }

  function isAmong({ intentId }: Intent, found: Listed<TokenizationRequest>): boolean {
    requests.put(found);
    return adopt.found(intentId, found);
  }

  return lookUp;
}

type Found =
  | { requests: Listed<TokenizationRequest>; silence?: undefined }
  | { requests?: undefined; silence: string };
