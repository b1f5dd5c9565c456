// What the broker refuses: thrown by any module, and answered by the server in the documented shape.

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: number | undefined;
  readonly extra: Record<string, unknown>;

  constructor(
    status: number,
    code: number | undefined,
    message: string,
    extra: Record<string, unknown> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export const unauthorized = () => new Refusal(401, 40110000, 'unauthorized');
/** Unlike the trading host, the data host calls a wrong key forbidden, and gives no code. */
export const wrongDataKey = () => new Refusal(403, undefined, 'forbidden.');
export const forbidden = (message = 'forbidden', extra?: Record<string, unknown>) =>
  new Refusal(403, 40310000, message, extra);
export const notFound = (message: string) => new Refusal(404, 40410000, message);
export const tooMany = () => new Refusal(429, 42910000, 'rate limit exceeded');
export const badRequest = (message: string) => new Refusal(400, 40010000, message);
export const undecodable = () => badRequest('failed to decode request body');
/** A member of the body is missing or of the wrong kind. */
export const malformed = (message: string) => new Refusal(422, 40010001, message);
/** The members are readable and the request breaks a rule. */
export const unprocessable = (message: string, extra?: Record<string, unknown>) =>
  new Refusal(422, 42210000, message, extra);
/** A parameter of the path or the query is missing or of the wrong kind. */
export const badParameter = (message: string) => new Refusal(422, 42210001, message);
/** Market data and calendar refusals carry a sentence and no code. */
export const badDataQuery = (message: string) => new Refusal(400, undefined, message);

type Answer = { status: number; body: Record<string, unknown> | string };

/** `undefined` means that the error is a bug of the broker. */
export function answerTo(error: unknown, path: string): Answer | undefined {
  const refusal = error instanceof Refusal ? error : refusalFor(error);
  if (refusal === undefined) return undefined;
  const { status, code, message, extra } = refusal;
  // The OAuth operations know 401 and 422 only, and answer them with bare JSON strings.
  if (path.startsWith('/v1/oauth/') && [400, 401, 422].includes(status)) {
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
