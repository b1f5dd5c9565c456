// How a refusal looks on the wire, and what becomes of the errors that are not ours.
import { Refusal } from '#main/paper/parts.ts';

export type Answer = { status: number; body: Record<string, unknown> | string };

export const unauthorized = () => new Refusal(401, 40110000, 'unauthorized');
export const forbidden = (message = 'forbidden') => new Refusal(403, 40310000, message);
export const notFound = (message: string) => new Refusal(404, 40410000, message);
export const undecodable = () => new Refusal(400, 40010000, 'failed to decode request body');
export const malformed = (message: string) => new Refusal(400, 40010000, message);
export const invalid = (message: string) => new Refusal(422, 42210001, message);
export const tooMany = () => new Refusal(429, 42910000, 'rate limit exceeded');

/** The OAuth operations know 401 and 422 only, and answer them with bare JSON strings. */
export const isOAuthOperation = (path: string) => path.startsWith('/v1/oauth/');

/** `undefined` means that the error is a bug of the broker. */
export function answerTo(error: unknown, path: string): Answer | undefined {
  const refusal = error instanceof Refusal ? error : refusalFor(error);
  if (refusal === undefined) return undefined;
  const { status, code, message, extra } = refusal;
  if (isOAuthOperation(path) && [400, 401, 422].includes(status)) {
    return { status: status === 401 ? 401 : 422, body: message };
  }
  return { status, body: { ...(code === undefined ? {} : { code }), message, ...extra } };
}

/** Errors of the HTTP layer itself: an unreadable or oversized body, a bad path. */
function refusalFor(error: unknown): Refusal | undefined {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 413) return new Refusal(413, 41310000, 'request body is too large');
  if (status === 404) return notFound('endpoint not found');
  return undecodable();
}
