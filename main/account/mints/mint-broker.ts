// What the mint desk needs from the client. The account unit fills this in; tests fill it with a broker of their own.
import type { Result } from '#contract/failure.ts';
import type { TokenizationFilters, TokenizationRequest } from '#contract/tokenization.ts';
import type { Lane } from '#main/broker/budget/budget.ts';
import type { Client } from '#main/broker/client.ts';
import { outcomeOf, type AttemptOutcome } from '#main/account/intents/judge.ts';
import type { AttemptOptions } from '#main/account/intents/ports.ts';
import type { Listed } from '#main/wire/oddities.ts';

export type MintOutcome = AttemptOutcome<TokenizationRequest>;

/** Every call answers or throws in bounded time. */
export type MintBroker = {
  mint(body: string, key: string, options: AttemptOptions): Promise<MintOutcome>;
  byId(tokenizationRequestId: string): Promise<Result<TokenizationRequest>>;
  /** The newest mint with this label. Somebody waits for it, unless another lane is named. */
  byLabel(label: string, lane?: Lane): Promise<Result<TokenizationRequest>>;
  list(filters: TokenizationFilters, lane?: Lane): Promise<Result<Listed<TokenizationRequest>>>;
  /** How long until the broker's limit lets the next row of a batch go by time alone; 0 when it does now. */
  turnInMs(): number;
};

type Calls = Pick<
  Client,
  | 'mintRaw'
  | 'tokenizationRequest'
  | 'tokenizationRequestByClientId'
  | 'tokenizationRequests'
  | 'turnInMs'
>;

export const createMintBroker = (client: Calls): MintBroker => ({
  mint: async (body, key, options) => outcomeOf(await client.mintRaw(body, key, options)),
  byId: (tokenizationRequestId) => client.tokenizationRequest(tokenizationRequestId),
  byLabel: (label, lane) => client.tokenizationRequestByClientId(label, undefined, lane),
  list: (filters, lane) => client.tokenizationRequests(filters, undefined, lane),
  turnInMs: () => client.turnInMs('batch'),
});
