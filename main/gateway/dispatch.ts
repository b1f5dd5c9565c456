// Every call comes through here. One that is unknown or malformed is refused here and reaches no handler; a handler that
// throws becomes a reference to the log, never a stack in the page.
import { calls, isCallName, type CallName, type Input, type Output } from '#contract/calls.ts';
import { fail, invalid, invalidInput, notAllowed, type Result } from '#contract/failure.ts';
import { NotKeptError } from '#main/desk/settings/not-kept.ts';

export type Handlers = { [K in CallName]: (input: Input<K>) => Promise<Result<Output<K>>> };
/** The handlers of one family of calls. */
export type HandlersOf<T> = Pick<Handlers, keyof T & CallName>;
export type Dispatch = (name: unknown, input: unknown) => Promise<Result<unknown>>;

type Deps = {
  handlers: Handlers;
  /** While the desk is locked it answers what a locked desk must, and nothing else. */
  isLocked?: () => boolean;
  /** What is done now would be lost: everything is replaced at the next start. */
  isBeingReplaced?: () => boolean;
  /** Writes the error to the log and answers the reference it is found under. */
  report(name: string, error: unknown): string;
};

const WHILE_LOCKED: ReadonlySet<CallName> = new Set(['desk.info', 'lock.unlock', 'trading.stop']);

const REPLACED =
  'Ballast is closing. At its next start everything here is replaced with the backup. Restart it first.';

export function createDispatch({ handlers, isLocked, isBeingReplaced, report }: Deps): Dispatch {
  return async (name, raw) => {
    if (!isCallName(name)) return invalid('There is no such call.');
    if (isLocked?.() && !WHILE_LOCKED.has(name)) return notAllowed('The desk is locked.');
    if (isBeingReplaced?.() && !WHILE_LOCKED.has(name)) return notAllowed(REPLACED);
    const input = calls[name].input.safeParse(raw);
    if (!input.success) return invalidInput(input.error);
    const handle = handlers[name] as (input: unknown) => Promise<Result<unknown>>;
    try {
      return await handle(input.data);
    } catch (error) {
      if (error instanceof NotKeptError) return notAllowed(error.message);
      return fail({ kind: 'bug', ref: report(name, error) });
    }
  };
}
