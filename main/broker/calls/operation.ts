// The three forms that operations have: a read, a read of many pages, and a request that changes something. Each
// checks its input first; what does not fit is a failure, or not sent.
import type { z } from 'zod';
import { fail, invalidInput, ok, type Failed, type Result } from '#contract/failure.ts';
import type { Caller, SendRequest } from '#main/broker/calls/caller.ts';
import { LANES, type Lane } from '#main/broker/budget/budget.ts';
import { HandOver, PagingOptions, Signal } from '#main/broker/calls/inputs.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import type { Decode } from '#main/wire/decode.ts';
import { listOf, type Listed, type Tell, type Unread } from '#main/wire/oddities.ts';

const MOST_PAGES = 2_000;

type Read<S extends z.ZodType, T> = {
  input: S;
  lane: Lane;
  parse?: (text: string) => unknown;
  maxBytes?: number;
  path(input: z.output<S>): string;
  decode(json: unknown, tell: Tell | undefined, input: z.output<S>): Result<T>;
};

export function readOperation<S extends z.ZodType, T>(caller: Caller, operation: Read<S, T>) {
  return async (
    value: z.input<S>,
    signal?: AbortSignal,
    asked?: Lane,
    onSend?: () => void,
  ): Promise<Result<T>> => {
    const input = operation.input.safeParse(value);
    if (!input.success) return invalidInput(input.error);
    const checked = Signal.safeParse(signal);
    if (!checked.success) return invalidInput(checked.error);
    return caller.read(
      operation.path(input.data),
      (json, tell) => operation.decode(json, tell, input.data),
      {
        lane: LANES.find((lane) => lane === asked) ?? operation.lane,
        parse: operation.parse,
        maxBytes: operation.maxBytes,
        signal: checked.data,
        onSend,
      },
    );
  };
}

type Page<T> = { items: Listed<T>; next: string | undefined };

type ReadMany<S extends z.ZodType, T> = {
  what: string;
  input: S;
  lane: Lane;
  parse?: (text: string) => unknown;
  path(input: z.output<S>, token: string | undefined): string;
  decode(json: unknown, input: z.output<S>, tell: Tell | undefined): Result<Page<T>>;
};

export function pagedOperation<S extends z.ZodType, T>(caller: Caller, operation: ReadMany<S, T>) {
  return async (value: z.input<S>, paging: PagingOptions = {}): Promise<Result<Listed<T>>> => {
    const input = operation.input.safeParse(value);
    if (!input.success) return invalidInput(input.error);
    const options = PagingOptions.safeParse(paging);
    if (!options.success) return invalidInput(options.error);
    const { signal, onPage } = options.data;
    const readPage = (token: string | undefined) =>
      caller.read(
        operation.path(input.data, token),
        (json, tell) => operation.decode(json, input.data, tell),
        { lane: operation.lane, parse: operation.parse, signal },
      );
    return readPages(operation.what, readPage, onPage);
  };
}

type Change<S extends z.ZodType, T> = {
  input: S;
  lane: Lane;
  request(input: z.output<S>): SendRequest;
  decode: Decode<T>;
};

export function changeOperation<S extends z.ZodType, T>(caller: Caller, operation: Change<S, T>) {
  return async (value: z.input<S>, handOver: HandOver = {}): Promise<Sent<T>> => {
    const input = operation.input.safeParse(value);
    if (!input.success) return notValid(invalidInput(input.error));
    const options = HandOver.safeParse(handOver);
    if (!options.success) return notValid(invalidInput(options.error));
    const { isExit, isOfMany, ...limits } = options.data;
    const lane = isExit ? 'exit' : isOfMany ? 'batch' : operation.lane;
    return caller.send(operation.request(input.data), operation.decode, { lane, ...limits });
  };
}

/** For operations whose answer has no body, or none that matters. */
export const decodeNothing = (): Result<null> => ok(null);

function notValid({ failure }: Failed): Sent<never> {
  const issue = failure.kind === 'invalid' ? failure.issues[0] : undefined;
  const place = issue?.path ? `${issue.path} ` : '';
  return { kind: 'not-sent', reason: `the request is not valid: ${place}${issue?.message ?? ''}` };
}

/**
 * Page after page until the broker says that there is no more. A token that comes twice would go round for ever, so it
 * ends the reading with a failure; what was read until then is not passed off as everything.
 */
async function readPages<T>(
  what: string,
  readPage: (token: string | undefined) => Promise<Result<Page<T>>>,
  onPage?: (read: number) => void,
): Promise<Result<Listed<T>>> {
  const items: T[] = [];
  const unread: Unread[] = [];
  const seen = new Set<string>();
  let token: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await readPage(token);
    if (!page.ok) return page;
    for (const item of page.value.items) items.push(item);
    unread.push(...(page.value.items.unread ?? []));
    token = page.value.next;
    if (token === undefined) return ok(listOf(items, unread));
    if (!token.isWellFormed())
      return broken(`The broker's ${what} point to a next page that cannot be requested.`);
    if (seen.has(token)) return broken(`The broker's ${what} repeat the same page.`);
    onPage?.(items.length);
    seen.add(token);
  }
  return broken(`The broker's ${what} did not end after ${MOST_PAGES} pages.`);
}

const broken = (message: string): Result<never> =>
  fail({ kind: 'unavailable', status: 200, message });
