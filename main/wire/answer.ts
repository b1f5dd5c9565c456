// How the brokerage's answers read: which failure a status means, the shapes its error bodies take, and what its
// headers say about the rate budget.
import { fail, type ApiError, type Failed } from '#contract/failure.ts';
import { isRecord } from '#main/tools/json.ts';
import { foreignSentence, type Hide } from '#main/wire/foreign-text.ts';
import { readPlainJson } from '#main/wire/json.ts';

/** An HTTP answer as it came, before anyone has read its body. */
export type Answer = {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
};

/** What the headers say about the budget; each member only when it is there and makes sense. */
type RateReading = {
  limit: number | undefined;
  remaining: number | undefined;
  resetInMs: number | undefined;
};

const DEFAULT_RETRY_MS = 1_000;
const LONGEST_WAIT_MS = 3_600_000; // a wait beyond an hour is a mistake of somebody's clock
const LONGEST_MESSAGE = 1_000;
const LONGEST_QUOTED_PAGE = 200;
const LONGEST_READ_PAGE = 4_000;

/** The failure that an answer outside 2xx stands for. `nowMs` turns a reset time into a delay. */
export function failureOfAnswer(answer: Answer, nowMs: number, hide: Hide): Failed {
  if (answer.status >= 300 && answer.status < 400) return redirected(answer);
  const error = readError(answer, hide);
  if (answer.status === 429)
    return fail({ kind: 'throttled', retryAfterMs: retryAfterMs(answer, nowMs), ...error });
  if (answer.status === 401) return fail({ kind: 'unauthorized', ...error });
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 425)
    return fail({ kind: 'refused', ...error });
  return fail({ kind: 'unavailable', ...error });
}

/** Retry-After when it is there, else the reset time of the rate headers, else a second. */
export function retryAfterMs(answer: Answer, nowMs: number): number {
  return retryAfterHeaderMs(answer, nowMs) ?? readRate(answer, nowMs).resetInMs ?? DEFAULT_RETRY_MS;
}

/** What Retry-After asks for: seconds or a date. */
export function retryAfterHeaderMs(answer: Answer, nowMs: number): number | undefined {
  const text = answer.headers['retry-after'];
  if (text === undefined) return undefined;
  const seconds = numberOf(text);
  if (seconds !== undefined) return waitOf(seconds * 1_000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : waitOf(date - serverTime(answer, nowMs));
}

export function readRate(answer: Answer, nowMs: number): RateReading {
  const limit = numberOf(answer.headers['x-ratelimit-limit']);
  const resetSec = numberOf(answer.headers['x-ratelimit-reset']);
  return {
    limit: limit !== undefined && limit >= 1 ? Math.floor(limit) : undefined,
    remaining: numberOf(answer.headers['x-ratelimit-remaining']),
    resetInMs:
      resetSec === undefined ? undefined : waitOf(resetSec * 1_000 - serverTime(answer, nowMs)),
  };
}

/** Times in headers are by the server's clock, which its Date header says; ours may be minutes off. */
function serverTime(answer: Answer, nowMs: number): number {
  const date = Date.parse(answer.headers['date'] ?? '');
  return Number.isNaN(date) ? nowMs : date;
}

const waitOf = (ms: number): number => Math.ceil(Math.min(Math.max(ms, 0), LONGEST_WAIT_MS));

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined;

/** Credentials would travel with a followed redirect. Only the host of the target is quoted: its query may be secret. */
function redirected(answer: Answer): Failed {
  const target = URL.parse(answer.headers['location'] ?? '')?.host;
  return fail({
    kind: 'unavailable',
    ...identity(answer),
    message: `The broker answered with a redirect${target ? ` to ${target}` : ''}; redirects are not followed.`,
  });
}

/** What is said of an answer that explains nothing: its number is told beside it. */
export const NO_REASON = 'it gave no reason';
/** It becomes part of a sentence of ours, which has its own end. */
const unended = (text: string): string => text.replace(/[.\s]+$/, '');

/** Bodies come as {code, message, …}, as {message}, as a bare JSON string, or as an HTML page of something between. */
function readError(answer: Answer, hide: Hide): ApiError {
  const base = identity(answer);
  const body = readPlainJson(answer.body);
  const say = (text: unknown, longest: number): string =>
    (typeof text === 'string' && unended(foreignSentence(text, hide, longest))) || NO_REASON;
  if (typeof body === 'string') return { ...base, message: say(body, LONGEST_MESSAGE) };
  if (isRecord(body)) {
    const { code, message } = body;
    const known = typeof code === 'number' && { code };
    return { ...base, ...known, message: say(message, LONGEST_MESSAGE) };
  }
  const page = hide(answer.body)
    .slice(0, LONGEST_READ_PAGE)
    .replace(/<[^>]*>/g, ' ');
  return { ...base, message: say(page, LONGEST_QUOTED_PAGE) };
}

const LONGEST_HEADER = 256;

/** The same answer with headers that can be quoted. */
export function withForeignHeaders<A extends Answer>(answer: A, hide: Hide): A {
  const headers = Object.entries(answer.headers).map(([name, value]) => [
    name,
    value === undefined ? value : foreignSentence(value, hide, LONGEST_HEADER),
  ]);
  return { ...answer, headers: Object.fromEntries(headers) as Answer['headers'] };
}

export function identity(answer: Answer): { status: number; requestId?: string } {
  const requestId = answer.headers['x-request-id'];
  return { status: answer.status, ...(requestId !== undefined && { requestId }) };
}
