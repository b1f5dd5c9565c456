// A broker of mints whose every answer and silence the test decides, with a ledger of its own that honours keys.
import { fail, ok, type Result } from '#contract/failure.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import type { MintBroker, MintOutcome } from '#main/account/mints/mint-broker.ts';
import type { AttemptOptions } from '#main/account/intents/ports.ts';
import { listOf, type Unread } from '#main/wire/oddities.ts';
import { readMintBody } from '#main/wire/tokenization.ts';
import type { FakeTime } from '#test/support/fake-time.ts';

export type Behavior =
  | { kind: 'honest' }
  | { kind: 'answer-lost' }
  | { kind: 'request-lost' }
  | { kind: 'late'; ms: number }
  | { kind: 'status'; status: number; message?: string; isTaken?: boolean }
  | { kind: 'unreadable' }
  | { kind: 'unreachable' }
  /** Waits for its turn, for ever. */
  | { kind: 'queued' }
  /** Processed, stored as rejected; answered 400, or not at all. */
  | { kind: 'rejects'; isLost?: boolean }
  | { kind: 'answers'; members: Record<string, unknown> };

export type Row = { key: string; body: string; request: TokenizationRequest };

export function createFakeMintBroker(time: FakeTime) {
  const ledger: Row[] = [];
  const behaviors: Behavior[] = [];
  const calls = { mint: [] as string[], looks: 0, reads: 0 };
  const state = {
    looks: 'honest' as 'honest' | 'blind' | 'silent' | 'forbidden',
    /** A broker that does not store labels. */
    dropsLabels: false,
    /** What its list has and nobody can read. */
    unread: [] as Unread[],
    /** So long the limit of requests lets no mint go. */
    turnInMs: 0,
  };
  const add = (members: Record<string, unknown>): TokenizationRequest => {
    const request = TokenizationRequest.parse({
      tokenizationRequestId: `00000000-0000-4000-9000-${String(ledger.length + 1).padStart(12, '0')}`,
      type: 'mint',
      status: 'pending',
      createdAt: new Date(time.clock.wall()).toISOString(),
      ...members,
    });
    ledger.push({ key: '', body: '', request });
    return request;
  };

  function process(body: string, key: string, status = 'pending'): MintOutcome {
    const known = ledger.find((row) => row.key === key);
    if (known && known.body !== body)
      return answer(422, 'Idempotency-Key was used with a different request body');
    if (known?.request.status === 'rejected')
      return answer(400, 'the request with this Idempotency-Key was rejected');
    if (known) return taken(known.request);
    const { clientRequestId, ...terms } = readMintBody(body) ?? {};
    const request = add({ ...terms, status, ...(!state.dropsLabels && { clientRequestId }) });
    Object.assign(ledger.at(-1) as Row, { key, body });
    return taken(request);
  }

  async function mint(body: string, key: string, options: AttemptOptions): Promise<MintOutcome> {
    const how = behaviors.shift() ?? { kind: 'honest' };
    if (how.kind === 'unreachable') return { kind: 'not-sent', reason: 'connection refused' };
    if (how.kind === 'queued') return new Promise(() => undefined);
    const refusal = options.beforeSend();
    if (refusal !== undefined) return { kind: 'not-sent', reason: refusal };
    calls.mint.push(`${key} ${body}`);
    await Promise.resolve();
    const lost: MintOutcome = { kind: 'lost', reason: 'timeout' };
    switch (how.kind) {
      case 'honest':
        return process(body, key);
      case 'answer-lost':
        process(body, key);
        return lost;
      case 'request-lost':
        return lost;
      case 'late':
        time.delay(how.ms, () => void process(body, key));
        return lost;
      case 'status':
        if (how.isTaken) process(body, key);
        return answer(how.status, how.message ?? 'no');
      case 'unreadable':
        process(body, key);
        return answer(200, 'HTTP 200');
      case 'rejects':
        process(body, key, 'rejected');
        return how.isLost ? lost : answer(400, 'the issuer refused the request');
      case 'answers':
        return taken(TokenizationRequest.parse(how.members));
      default:
        return how satisfies never;
    }
  }

  function look<T>(find: () => T | undefined): Promise<Result<T>> {
    if (state.looks === 'silent')
      return Promise.resolve(fail({ kind: 'offline', message: 'no answer' }));
    if (state.looks === 'forbidden')
      return Promise.resolve(fail({ kind: 'refused', status: 403, message: 'forbidden' }));
    const found = find();
    return Promise.resolve(
      found === undefined
        ? fail({ kind: 'refused', status: 404, message: 'tokenization request not found' })
        : ok(found),
    );
  }

  const shown = () => (state.looks === 'blind' ? [] : ledger.map(({ request }) => request));
  const broker: MintBroker = {
    mint,
    turnInMs: () => state.turnInMs,
    byId(id) {
      calls.reads++;
      return look(() => shown().find((one) => one.tokenizationRequestId === id));
    },
    byLabel(label) {
      calls.looks++;
      return look(() => shown().findLast((one) => one.clientRequestId === label));
    },
    list({ after, type, underlyingSymbol }) {
      return look(() =>
        listOf(
          shown().filter(
            (one) =>
              (type === undefined || one.type === type) &&
              (underlyingSymbol === undefined || one.underlyingSymbol === underlyingSymbol) &&
              (after === undefined || Date.parse(one.createdAt) > Date.parse(after)),
          ),
          state.unread,
        ),
      );
    },
  };
  return {
    broker,
    ledger,
    calls,
    state,
    add,
    will: (...next: Behavior[]) => void behaviors.push(...next),
    under: (key: string) => ledger.filter((row) => row.key === key),
    settle(key: string, status: string) {
      for (const row of ledger) if (row.key === key) row.request = { ...row.request, status };
    },
  };
}

const answer = (status: number, message: string): MintOutcome => ({
  kind: 'answer',
  status,
  message,
});
/** The answer to a mint names no wallet. */
function taken(request: TokenizationRequest): MintOutcome {
  const { walletAddress: _, ...record } = request;
  return {
    kind: 'answer',
    status: 200,
    message: 'HTTP 200',
    record,
  };
}
