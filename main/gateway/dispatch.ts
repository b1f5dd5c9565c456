// The one door for calls. A call that is unknown or malformed is refused here and reaches no handler; a handler that
// throws becomes a reference to the log, never a stack in the page.
import { calls, isCallName, type CallName, type Input, type Output } from '#contract/calls.ts';
import { fail, invalid, invalidInput, type Result } from '#contract/failure.ts';

export type Handlers = { [K in CallName]: (input: Input<K>) => Promise<Result<Output<K>>> };
/** The handlers of one family of calls. */
export type HandlersOf<T> = Pick<Handlers, keyof T & CallName>;
export type Dispatch = (name: unknown, input: unknown) => Promise<Result<unknown>>;

type Deps = {
  handlers: Handlers;
  /** Writes the error to the log and answers the reference it is found under. */
  report(name: string, error: unknown): string;
};

export function createDispatch({ handlers, report }: Deps): Dispatch {
  return async (name, raw) => {
    if (!isCallName(name)) return invalid('There is no such call.');
    const input = calls[name].input.safeParse(raw);
    if (!input.success) return invalidInput(input.error);
    const handle = handlers[name] as (input: unknown) => Promise<Result<unknown>>;
    try {
      return await handle(input.data);
    } catch (error) {
      return fail({ kind: 'bug', ref: report(name, error) });
    }
  };
}
