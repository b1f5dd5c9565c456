// The questions that are before a person. Each is answered once; its answer can be opened until it is, or gets old.
import { notAllowed, ok, type Failed, type Result } from '#contract/failure.ts';
import type { AuthorizationAnswer, AuthorizationAsk, GrantEntry } from '#contract/oauth.ts';
import { plainClientId } from '#main/domain/applications/authorization-link.ts';
import type { Obstacle } from '#main/desk/applications/describe-app.ts';
import type { ReturnAddress } from '#main/domain/applications/return-address.ts';
import type { Clock } from '#main/ports.ts';

export type PendingAuthorization = {
  askId: string;
  accountId: string;
  ask: AuthorizationAsk;
  appName: string;
  address: ReturnAddress;
  isListed: boolean;
  whyNot: Obstacle | undefined;
  /** The broker was asked about it. */
  isLookedUp: boolean;
  /** What the person was told to look at first. */
  warnings: string[];
  /** What was granted, once it was. */
  grant?: HeldGrant;
};

type HeldGrant = Required<Pick<GrantEntry, 'clientId' | 'appName' | 'scope' | 'grantId'>>;

type PendingAuthorizations = {
  add(pending: PendingAuthorization): void;
  /** The question, which nobody can claim a second time. */
  claim(askId: string, accountId: string): Result<PendingAuthorization>;
  saveAnswer(pending: PendingAuthorization, answer: AuthorizationAnswer): void;
  answerOf(askId: string, accountId: string): Result<AuthorizationAnswer>;
  grantOf(askId: string, accountId: string): HeldGrant | undefined;
  /** Whatever was granted to an application is gone. */
  dropGrants(accountId: string, clientId: string): void;
  /** The answer was handed over. */
  remove(askId: string): void;
};

type Entry = {
  at: number;
  pending: PendingAuthorization;
  isClaimed: boolean;
  answer?: AuthorizationAnswer;
};

/** As long as codes live at most. */
const LIFE_MS = 600_000;
const MOST = 50;

export function createPendingAuthorizations(clock: Pick<Clock, 'elapsed'>): PendingAuthorizations {
  const entries = new Map<string, Entry>();

  function find(askId: string, accountId: string): Entry | undefined {
    for (const [id, { at }] of entries) if (clock.elapsed() - at > LIFE_MS) entries.delete(id);
    const entry = entries.get(askId);
    return entry?.pending.accountId === accountId ? entry : undefined;
  }

  return {
    add(pending) {
      entries.set(pending.askId, { at: clock.elapsed(), pending, isClaimed: false });
      const [oldest] = entries.keys();
      if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
    },
    claim(askId, accountId) {
      const entry = find(askId, accountId);
      if (!entry || entry.isClaimed) return gone();
      entry.isClaimed = true;
      return ok(entry.pending);
    },
    saveAnswer(pending, answer) {
      entries.set(pending.askId, { at: clock.elapsed(), pending, isClaimed: true, answer });
    },
    answerOf(askId, accountId) {
      const entry = find(askId, accountId);
      return entry?.answer ? ok(entry.answer) : gone();
    },
    grantOf: (askId, accountId) => find(askId, accountId)?.pending.grant,
    dropGrants(accountId, clientId) {
      for (const [id, { pending }] of entries) {
        if (pending.accountId !== accountId || !pending.grant) continue;
        if (plainClientId(pending.grant.clientId) === plainClientId(clientId)) entries.delete(id);
      }
    },
    remove: (askId) => void entries.delete(askId),
  };
}

const gone = (): Failed =>
  notAllowed('This request was already answered or has expired. Open the link again.');
