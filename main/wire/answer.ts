// How the brokerage's answers read: which failure a status means, and the shapes its error bodies take.
import { fail, type ApiError, type Failed } from '#contract/failure.ts';

/** An HTTP answer as it came, before anyone has read its body. */
export type Answer = {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
};

const DEFAULT_RETRY_MS = 1_000;
const LONGEST_QUOTED_BODY = 200;

/** The failure that an answer outside 2xx stands for. `nowMs` turns a reset time into a delay. */
export function failureOfAnswer(answer: Answer, nowMs: number): Failed {
  const error = readError(answer);
  if (answer.status === 429)
    return fail({ kind: 'throttled', retryAfterMs: retryAfterMs(answer, nowMs), ...error });
  if (answer.status === 401) return fail({ kind: 'unauthorized', ...error });
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 425)
    return fail({ kind: 'refused', ...error });
  return fail({ kind: 'unavailable', ...error });
}

/** Retry-After when it is there, else the reset time of the rate headers, else a second. */
export function retryAfterMs(answer: Answer, nowMs: number): number {
  const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds >= 0) return Math.ceil(seconds * 1000);
  const reset = Number(answer.headers['x-ratelimit-reset'] ?? Number.NaN);
  if (Number.isFinite(reset) && reset > 0) return Math.max(0, reset * 1000 - nowMs);
  return DEFAULT_RETRY_MS;
}

/** Bodies come as {code, message, …}, as {message}, as a bare JSON string, or as an HTML page of something between. */
function readError(answer: Answer): ApiError {
  const requestId = answer.headers['x-request-id'];
  const base = { status: answer.status, ...(requestId !== undefined && { requestId }) };
  const body = parseJson(answer.body);
  if (typeof body === 'string') return { ...base, message: body };
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    const { code, message, ...extra } = body as Record<string, unknown>;
    return {
      ...base,
      ...(typeof code === 'number' && { code }),
      message: typeof message === 'string' ? message : `HTTP ${answer.status}`,
      ...(Object.keys(extra).length > 0 && { extra }),
    };
  }
  const text = answer.body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { ...base, message: text.slice(0, LONGEST_QUOTED_BODY) || `HTTP ${answer.status}` };
}

/** JSON or undefined; `null` in the text stays null. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
