// Every call comes through here. One that is unknown or malformed is refused here and reaches no handler; a handler that
// throws becomes a reference to the log, never a stack in the page.
import { calls, isCallName, type CallName, type Input, type Output } from '#contract/calls.ts';
import { fail, invalid, invalidInput, notAllowed, type Result } from '#contract/failure.ts';
import { NotKeptError } from '#main/desk/settings/not-kept.ts';
import { createShut, LOCKED } from '#main/gateway/shut.ts';

export type Handlers = { [K in CallName]: (input: Input<K>) => Promise<Result<Output<K>>> };
/** The handlers of one family of calls. */
export type HandlersOf<T> = Pick<Handlers, keyof T & CallName>;
export type Dispatch = (name: unknown, input: unknown) => Promise<Result<unknown>>;

type Deps = {
  handlers: Handlers;
  /** While the desk is locked it answers what a locked desk must, and nothing else. */
  isLocked?: () => boolean;
  isBeingReplaced?: () => boolean;
  /** Writes the error to the log and answers the reference it is found under. */
  report(name: string, error: unknown): string;
};

const WHILE_LOCKED: ReadonlySet<CallName> = new Set(['desk.info', 'lock.unlock', 'trading.stop']);

/**
 * What only reads, which can take seconds: when the desk was locked meanwhile the page is not shown it any more. What a
 * call has done is told in any case, an order that was sent above all.
 */
const ONLY_READ: ReadonlySet<CallName> = new Set([
  'accounts.list',
  'accounts.losses',
  'accounts.record',
  'activities.list',
  'activity.list',
  'addresses.get',
  'archives.list',
  'archives.months',
  'alerts.settings',
  'batches.list',
  'batches.read',
  'clients.list',
  'closings.plan',
  'mints.available',
  'mints.dayEnd',
  'mints.outstanding',
  'mints.preview',
  'oauth.access',
  'oauth.grants',
  'orders.evidence',
  'orders.preview',
  'orders.previewAgain',
  'orders.previewChange',
  'portfolio.history',
  'positions.closing',
  'priceAlerts.list',
  'tokenization.byId',
  'tokenization.byLabel',
  'tokenization.requests',
  'tokenization.terms',
  'watchlists.get',
]);

export function createDispatch({ handlers, isLocked, isBeingReplaced, report }: Deps): Dispatch {
  const shut = createShut({ isLocked, isBeingReplaced });
  return async (name, raw) => {
    if (!isCallName(name)) return invalid('There is no such call.');
    const refused = WHILE_LOCKED.has(name) ? undefined : shut();
    if (refused) return refused;
    const input = calls[name].input.safeParse(raw);
    if (!input.success) return invalidInput(input.error);
    const handle = handlers[name] as (input: unknown) => Promise<Result<unknown>>;
    try {
      const answer = await handle(input.data);
      return isLocked?.() && ONLY_READ.has(name) ? notAllowed(LOCKED) : answer;
    } catch (error) {
      if (error instanceof NotKeptError) return notAllowed(error.message);
      return fail({ kind: 'bug', ref: report(name, error) });
    }
  };
}
