// One host's requests: each waits for its turn, carries the account's proof and ends as a Result (reads) or as a
// Sent (everything that changes something). Only reads are ever tried again.
import { fail, type Failed, type Result } from '#contract/failure.ts';
import { hideAlso, type Proof } from '#main/broker/http/credentials.ts';
import type { Lane } from '#main/broker/budget/budget.ts';
import type { HandOver } from '#main/broker/calls/inputs.ts';
import type { Governor, RefusedTurn } from '#main/broker/budget/governor.ts';
import type { HttpResult, HttpHost, HttpRequest } from '#main/broker/http/http.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import type { Ports, Random } from '#main/ports.ts';
import {
  failureOfAnswer,
  identity,
  NO_REASON,
  withForeignHeaders,
  type Answer,
} from '#main/wire/answer.ts';
import { foreignSentence, foreignValue } from '#main/wire/foreign-text.ts';
import { unreadable, type Decode } from '#main/wire/decode.ts';
import { readJson } from '#main/wire/json.ts';
import type { Tell } from '#main/wire/oddities.ts';

type ReadOptions = {
  lane: Lane;
  signal?: AbortSignal | undefined;
  /** It leaves now, perhaps once more: what is answered is not older than the last time. */
  onSend?: (() => void) | undefined;
  /** How the body becomes a value: exact numbers (readJson) unless the caller says otherwise. */
  parse?: ((text: string) => unknown) | undefined;
  maxBytes?: number | undefined;
};

export type SendRequest = Pick<HttpRequest, 'method' | 'path' | 'body' | 'isAlone'> & {
  headers?: Readonly<Record<string, string>>;
  /** Something in the body that must not be quoted, should the broker echo it. */
  secret?: string;
};
type SendOptions = Omit<HandOver, 'isExit'> & { lane: Lane };

export type Caller = {
  read<T>(path: string, decode: Decode<T>, options: ReadOptions): Promise<Result<T>>;
  send<T>(request: SendRequest, decode: Decode<T>, options: SendOptions): Promise<Sent<T>>;
};

type Deps = Pick<Ports, 'clock' | 'delay'> & {
  host: HttpHost;
  governor: Governor;
  proof: Proof;
  random: Pick<Random, 'float'>;
  timeoutMs: number;
  /** Of a host that takes orders: there no answer has the request id of another one, nor comes out of a cache. */
  refusesRepeated?: boolean | undefined;
  /** Hears of what does not fit in a good answer. */
  tell?: Tell | undefined;
};

const REPEATED = 'the answer had already been used for another request';
const LONGEST_REASON = 300;
const RETRIES = 2;
const FIRST_PAUSE_MS = 250;
/** A screen is asked to wait rather than left hanging; history has the patience of its progress bar. */
const LONGEST_WAIT_MS: Record<Lane, number> = {
  exit: 10_000,
  'cancel-all': 60_000,
  cancel: 60_000,
  place: 10_000,
  lookup: 60_000,
  batch: 10_000,
  follow: 120_000,
  read: 30_000,
  history: 120_000,
};

export function createCaller(deps: Deps): Caller {
  const { host, governor, proof, clock, delay, random, timeoutMs } = deps;

  async function read<T>(
    path: string,
    decode: Decode<T>,
    options: ReadOptions,
  ): Promise<Result<T>> {
    const { lane, signal, onSend, parse = readJson, maxBytes } = options;
    for (let attempt = 0; ; attempt++) {
      const turn = await governor.acquire(lane, { signal, maxWaitMs: LONGEST_WAIT_MS[lane] });
      if (turn.kind === 'refused') return failureOfTurn(turn);
      const { headers } = proof;
      onSend?.();
      const received = quotable(
        await host.send({ method: 'GET', path, headers, timeoutMs, maxBytes, signal }),
        proof,
      );
      const response = deps.refusesRepeated ? withoutRepeated(received) : received;
      turn.release(response.kind === 'answer' ? response : undefined);
      const isWorthRetrying = response.kind === 'lost' || isServerError(response);
      if (!isWorthRetrying || attempt >= RETRIES || signal?.aborted)
        return response.kind === 'answer'
          ? interpret(response, parse, decode, proof)
          : offline(response);
      await waitOrAbort(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + random.float()), signal);
    }
  }

  async function send<T>(
    request: SendRequest,
    decode: Decode<T>,
    options: SendOptions,
  ): Promise<Sent<T>> {
    const { lane, signal, beforeSend, maxWaitMs = LONGEST_WAIT_MS[lane] } = options;
    const turn = await governor.acquire(lane, { signal, maxWaitMs });
    if (turn.kind === 'refused') return { kind: 'not-sent', reason: reasonOfTurn(turn) };
    const { secret, ...plain } = request;
    const quoting = secret === undefined ? proof : hideAlso(proof, secret);
    const headers = { ...request.headers, ...proof.headers };
    const response = withoutRepeated(
      quotable(await host.send({ ...plain, headers, timeoutMs, signal, beforeSend }), quoting),
    );
    turn.release(response.kind === 'answer' ? response : undefined);
    if (response.kind !== 'answer') return response;
    const result = interpret(response, readJson, decode, quoting);
    const { status, requestId } = identity(response);
    return {
      kind: 'answer',
      status,
      result,
      message: wordsOf(result) ?? NO_REASON,
      ...(requestId !== undefined && { requestId }),
    };
  }

  function interpret<T>(
    answer: Answer,
    parse: (text: string) => unknown,
    decode: Decode<T>,
    { hide }: Proof,
  ): Result<T> {
    const isGood = answer.status >= 200 && answer.status <= 299;
    const result = safely(() =>
      isGood
        ? decode(foreignValue(answer.body, parse(answer.body), hide), deps.tell)
        : failureOfAnswer(answer, clock.wall(), hide),
    );
    if (!isGood) return result;
    return !result.ok && result.failure.kind === 'unavailable'
      ? fail({ ...result.failure, ...identity(answer) })
      : result;
  }

  function offline(response: Exclude<HttpResult, { kind: 'answer' }>): Failed {
    const { reason } = response;
    return fail({
      kind: 'offline',
      message:
        response.kind === 'not-sent'
          ? `The broker could not be reached: ${reason}.`
          : `The broker did not answer: ${reason}.`,
    });
  }

  function waitOrAbort(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        stop();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const stop = delay(Math.ceil(ms), end);
      signal?.addEventListener('abort', end, { once: true });
    });
  }

  return { read, send };
}

/** With nothing in it that must not be repeated, save the body, which is read by `interpret` alone. */
function quotable(response: HttpResult, { hide }: Proof): HttpResult {
  return response.kind === 'answer'
    ? withForeignHeaders(response, hide)
    : { ...response, reason: foreignSentence(response.reason, hide, LONGEST_REASON) };
}

/** Whoever it is the answer to, this request has none. */
const withoutRepeated = (response: HttpResult): HttpResult =>
  response.kind === 'answer' && response.isRepeated ? { kind: 'lost', reason: REPEATED } : response;

const isServerError = (response: HttpResult): boolean =>
  response.kind === 'answer' && response.status >= 500;

/** A decoder that throws is a mistake of ours, and the answer is then as unreadable as a broken one. */
function safely<T>(read: () => Result<T>): Result<T> {
  try {
    return read();
  } catch {
    return unreadable('answer');
  }
}

const wordsOf = (result: Result<unknown>): string | undefined =>
  !result.ok && 'message' in result.failure ? result.failure.message : undefined;

function reasonOfTurn({ reason, waitedMs, retryAfterMs }: RefusedTurn): string {
  switch (reason) {
    case 'waited':
      return waitedMs > 0
        ? `it waited ${Math.round(waitedMs)} ms for the broker's rate limit`
        : `the broker's rate limit is used up for another ${Math.ceil(retryAfterMs / 1000)} s`;
    case 'canceled':
      return 'canceled';
    case 'closed':
      return 'this account is closed';
    default:
      return reason satisfies never;
  }
}

function failureOfTurn(turn: RefusedTurn): Failed {
  const reason = reasonOfTurn(turn);
  if (turn.reason !== 'waited')
    return fail({ kind: 'offline', message: `The broker was not asked: ${reason}.` });
  return fail({
    kind: 'throttled',
    status: 429,
    retryAfterMs: turn.retryAfterMs,
    message: `The broker was not asked: ${reason}.`,
  });
}
