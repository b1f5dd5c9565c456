import { z } from 'zod';
import type { Versioned } from '#contract/versioned.ts';

/** What the broker said when it answered with an error. */
export const ApiError = z.object({
  status: z.number().int(),
  code: z.number().optional(),
  message: z.string(),
  requestId: z.string().optional(),
});
export type ApiError = z.infer<typeof ApiError>;

export type Issue = { path: string; message: string };

/** What the world did to us. Each kind is a case that the screen answers differently. */
export type Failure =
  | { kind: 'invalid'; issues: Issue[] }
  | ({ kind: 'refused' | 'unauthorized' | 'unavailable' } & ApiError)
  | ({ kind: 'throttled'; retryAfterMs: number } & ApiError)
  | { kind: 'offline'; message: string }
  | { kind: 'outcome-unknown'; clientOrderId: string; message: string }
  | { kind: 'not-allowed'; message: string }
  /** Somebody else changed it first: `now` is what holds. */
  | { kind: 'outdated'; message: string; now: Versioned<unknown> }
  | { kind: 'bug'; ref: string };

/** The broker does not know what was asked for. */
export const isNotFound = (failure: Failure): failure is Failure & { kind: 'refused' } =>
  failure.kind === 'refused' && failure.status === 404;

/**
 * How a host turns away a key that it does not know (docs/wire.md, "Hosts and credentials"): the word alone, without the code that
 * every refusal has. A host that knows it and forbids something says what.
 */
export const isBareForbidden = (failure: Failure): failure is Failure & { kind: 'refused' } =>
  failure.kind === 'refused' &&
  failure.status === 403 &&
  failure.code === undefined &&
  /^forbidden\.?$/i.test(failure.message.trim());

/** How long to wait before asking again: what the broker asks for, or else our own wait. */
export const retryInMs = (failure: Failure, otherwiseMs: number): number =>
  failure.kind === 'throttled' ? failure.retryAfterMs : otherwiseMs;

/** The broker could not be asked, as opposed to having said no. */
export const isUnanswered = (failure: Failure): boolean =>
  failure.kind === 'offline' ||
  failure.kind === 'throttled' ||
  (failure.kind === 'unavailable' && failure.status >= 500);

export type Failed = { ok: false; failure: Failure };
export type Result<T> = { ok: true; value: T } | Failed;

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (failure: Failure): Failed => ({ ok: false, failure });
export const notAllowed = (message: string): Failed => fail({ kind: 'not-allowed', message });

export const invalid = (message: string, path = ''): Failed =>
  fail({ kind: 'invalid', issues: [{ path, message }] });

/** Turns the problems that a schema found into the issues that a form shows. */
export const invalidInput = (error: z.ZodError): Failed =>
  fail({ kind: 'invalid', issues: error.issues.flatMap((issue) => wordsOf(issue, [])) });

/** Where one of several shapes would do, the problems of the one that was meant: it knows every member that is there. */
function wordsOf(issue: z.core.$ZodIssue, above: PropertyKey[]): Issue[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const meant = issue.errors.find((one) => one.every(({ code }) => code !== 'unrecognized_keys'));
    return (meant ?? issue.errors[0] ?? []).flatMap((inner) => wordsOf(inner, path));
  }
  return [{ path: path.map(String).join('.'), message: issue.message }];
}

/** One after the other, each with one full stop behind it, whether it came with its own or not; the last as it came. */
const sentences = (texts: readonly string[]): string =>
  texts.map((text, n) => (n < texts.length - 1 ? text.replace(/[.\s]+$/, '') : text)).join('. ');

/** The broker's words seldom end as a sentence does. */
const stopped = (text: string): string => (/[.!?…]\s*$/.test(text) ? text : `${text}.`);

/** One sentence for a person; screens that know more say more. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case 'invalid':
      return sentences(failure.issues.map(({ message }) => message));
    case 'refused':
      return isBareForbidden(failure)
        ? 'The broker does not know this key, or does not allow it to do this (403: forbidden).'
        : `The broker refused: ${stopped(failure.message)}`;
    case 'unauthorized':
      return `The broker did not accept the credentials: ${stopped(failure.message)}`;
    case 'unavailable':
      return `The broker could not answer (${failure.status}): ${stopped(failure.message)}`;
    case 'throttled':
      return `The broker asks you to wait ${Math.ceil(failure.retryAfterMs / 1000)} s before the next request.`;
    case 'offline':
    case 'outcome-unknown':
    case 'not-allowed':
    case 'outdated':
      return failure.message;
    case 'bug':
      return `Something went wrong inside Ballast. The log has the details under ${failure.ref}.`;
    default:
      return failure satisfies never;
  }
}
