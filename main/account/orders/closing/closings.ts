// Closing one position or all of them, confirmed once. What was confirmed is on disk before anything is sent, and so is the
// id of every exit. A restart or a sleep goes on with cancels and look-ups alone: further exits wait for the person, so
// that nothing is sold by itself the next morning.
import { describeFailure, invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Closing, ClosingKind, ClosingPlan, ExitHow, Protection } from '#contract/closings.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import { createClosingSaves } from '#main/account/orders/closing/closing-saves.ts';
import { closingPlan, type PlanDeps } from '#main/account/orders/closing/closing-plan.ts';
import { filledBy, type ExitDeps, type ExitRun } from '#main/account/orders/closing/exit-steps.ts';
import { createSymbolProtections } from '#main/account/orders/closing/symbol-protect.ts';
import { createSymbolExits } from '#main/account/orders/closing/symbol-exit.ts';
import { noHalf } from '#main/account/orders/closing/exit-draft.ts';
import { min, sub, ZERO } from '#main/domain/decimal.ts';
import { halfOf } from '#main/domain/orders/half.ts';
import {
  asInterrupted,
  ENDED,
  isDone,
  intentIdsOf,
  isLeft,
  viewOf,
} from '#main/account/orders/closing/stored-closing.ts';
import type { StoredClosing, StoredSymbol } from '#main/journal/closing-rows.ts';
import type { Journal } from '#main/journal/types.ts';

export type Closings = {
  /** All that would be done. Without symbols: everything that is held. */
  plan(kind: ClosingKind, symbols?: readonly string[], protection?: Protection): ClosingPlan;
  /** Carries out a plan; one that was begun answers as it is. */
  begin(closingId: string, how: ExitHow): Result<Closing>;
  /** Goes on with what is left. */
  goOn(closingId: string, how?: ExitHow): Result<Closing>;
  /** What beginning or going on would send now, in words; nothing where it would send nothing. */
  whatGoes(closingId: string): string | undefined;
  /** Nothing more is sent, and an exit that rests is canceled. One that waits is given up. */
  stop(closingId: string): Result<Closing>;
  /** Those that wait, and those of this run. Newest first. */
  list(): Closing[];
  isRunning(): boolean;
  /** It is an exit of one that is under way. */
  hasExit(intentId: string): boolean;
  /** It is an exit of a reverse, under way or done. */
  isOfReverse(intentId: string): boolean;
  /** Tells what waits since an earlier run, and goes on with the cancels that it set out to make. */
  start(): void;
  end(): void;
};

type Deps = ExitDeps &
  PlanDeps & {
    journal: Journal;
    gate: TradingGate;
    onChange: (closing: Closing) => void;
  };
/** A run ends when trading is stopped or the machine sleeps after it began. */
type Run = { stops: number; sleeps: number; aheadMs: number; isStoppedByPerson: boolean };

const NAMES: Record<ClosingKind, string> = {
  close: 'Close',
  flatten: 'Flatten',
  half: 'Half',
  reverse: 'Reverse',
  protect: 'Protect',
};
/** What is kept is judged beside orders that may still fill. */
const KEEPS_SOME: ReadonlySet<ClosingKind> = new Set(['half', 'protect']);
const MOST_PLANS = 100;
const RETRY_MS = 2_000;
/** The date went on and the running time did not: a sleep of which no system has told yet. */
const ASLEEP_MS = 5_000;

const SLEPT = 'The computer went to sleep while this was in progress.';
const STOPPED = 'All trading was stopped while this was in progress.';
const BY_PERSON = 'You stopped it.';
const NOT_STARTED = 'Not started yet.';
const BEING_CLOSED = 'It is being closed.';

export function createClosings(deps: Deps): Closings {
  const { journal, gate, book, trading, clock, delay } = deps;
  const exits = createSymbolExits(deps);
  const protections = createSymbolProtections(deps);
  const plans = new Map<string, ClosingPlan>();
  const closings = new Map<string, StoredClosing>();
  const runs = new Map<string, Run>();
  /** What an earlier run has under way is finished before the next begins. */
  const working = new Map<string, Promise<void>>();
  const saves = createClosingSaves(journal);
  let isStopping = false;
  const left = journal.openClosings();
  const interrupted = left.ok ? left.value : [];
  for (const closing of interrupted)
    closings.set(closing.closingId, closing.state === 'running' ? asInterrupted(closing) : closing);

  const find = (closingId: string): StoredClosing | undefined => closings.get(closingId);

  function need(closingId: string): StoredClosing {
    const closing = find(closingId);
    if (!closing) throw new Error(`no way out ${closingId}`);
    return closing;
  }

  function show(closing: StoredClosing): void {
    closings.set(closing.closingId, closing);
    deps.onChange(viewOf(closing));
  }

  /** In memory even when the disk refuses: a state is also what this run does. */
  function keep(closing: StoredClosing): Result<null> {
    show(closing);
    return saves.saveOrLater(closing);
  }

  /** Nothing begins that is not on disk. */
  function keepNew(closing: StoredClosing): Result<null> {
    const saved = saves.save(closing);
    if (saved.ok) show(closing);
    return saved;
  }

  function changed(
    closing: StoredClosing,
    symbol: string,
    changes: Partial<StoredSymbol>,
  ): StoredClosing {
    const symbols = closing.symbols.map((one) =>
      one.symbol === symbol ? { ...one, ...changes } : one,
    );
    return { ...closing, symbols };
  }

  /** Where a part is closed: how much that is. */
  function partOf({ closingId, kind }: StoredClosing, symbol: string): Partial<ExitRun> {
    if (kind !== 'half') return {};
    const stored = () => need(closingId).symbols.find((one) => one.symbol === symbol);
    return {
      part: () => ({ takes: stored()?.qty ?? ZERO, stays: stored()?.stays }),
      judgePart(held) {
        const half = halfOf(held);
        if (half === undefined) return noHalf(symbol, held);
        // Never more than was confirmed. It is on disk with the first exit.
        const qty = min(half, stored()?.qty ?? half);
        show(changed(need(closingId), symbol, { qty, of: held, stays: sub(held, qty) }));
        return undefined;
      },
    };
  }

  /** Why the exit may not go: its id is not on disk. */
  function recordExit(closingId: string, symbol: string, intentId: string): string | undefined {
    const closing = need(closingId);
    const intentIds = [...intentIdsOf(closing, symbol), intentId];
    const saved = keepNew(changed(closing, symbol, { intentIds }));
    return saved.ok ? undefined : describeFailure(saved.failure);
  }

  function noteCancels(
    closingId: string,
    symbol: string,
    orderIds: readonly string[],
  ): string | undefined {
    const closing = need(closingId);
    const noted = closing.symbols.find((one) => one.symbol === symbol)?.cancels ?? [];
    const cancels = [...new Set([...noted, ...orderIds])];
    if (cancels.length === noted.length) return undefined;
    const saved = keepNew(changed(closing, symbol, { cancels }));
    return saved.ok ? undefined : describeFailure(saved.failure);
  }

  function tell(closingId: string, symbol: string, told: Partial<StoredSymbol>): void {
    const next = changed(need(closingId), symbol, told);
    // What it is doing now is of no use to another run.
    if (told.step === 'closed' || told.step === 'left') keep(next);
    else show(next);
  }

  const aheadMs = () => clock.wall() - clock.elapsed();

  function interruption(closingId: string): string | undefined {
    const run = runs.get(closingId);
    if (isStopping || !run) return ENDED;
    if (run.isStoppedByPerson) return BY_PERSON;
    if (gate.sleeps() !== run.sleeps || aheadMs() - run.aheadMs > ASLEEP_MS) return SLEPT;
    return gate.stops() === run.stops ? undefined : STOPPED;
  }

  /** These of it; others may be on their way out already. */
  function begin(closing: StoredClosing, going: readonly string[]): Result<Closing> {
    const { closingId } = closing;
    const saved = keepNew(closing);
    if (!saved.ok) return saved;
    runs.set(closingId, {
      stops: gate.stops(),
      sleeps: gate.sleeps(),
      aheadMs: aheadMs(),
      isStoppedByPerson: false,
    });
    const before = working.get(closingId) ?? Promise.resolve();
    working.set(
      closingId,
      before.then(() => carryOut(closing, going)),
    );
    return ok(viewOf(closing));
  }

  async function carryOut(confirmed: StoredClosing, going: readonly string[]): Promise<void> {
    const { closingId, kind, how, confirmedAt, protection } = confirmed;
    const at = new Date(confirmedAt).toISOString();
    const belongsTo = {
      name: NAMES[kind],
      note: `Part of the ${kind} that you confirmed at ${at} (${closingId}).`,
    };
    const carry = (run: ExitRun) =>
      protection ? protections.run(run, protection) : exits.run(run);
    await Promise.all(
      going.map((symbol) =>
        carry({
          symbol,
          how,
          partOf: belongsTo,
          ...partOf(confirmed, symbol),
          interruption: () =>
            interruption(closingId) ??
            (protection && isBusy(symbol, 'close') ? BEING_CLOSED : undefined),
          isStopping: () => isStopping,
          intentIds: () => intentIdsOf(need(closingId), symbol),
          record: (intentId) => recordExit(closingId, symbol, intentId),
          noteCancels: (orderIds) => noteCancels(closingId, symbol, orderIds),
          tell: (step, text, held) =>
            tell(closingId, symbol, {
              step,
              text,
              ...(held !== undefined && { left: held }),
              ...(step === 'closed' && filledBy(deps, intentIdsOf(need(closingId), symbol))),
            }),
        }),
      ),
    );
    if (isStopping) return;
    const closing = need(closingId);
    const why = interruption(closingId);
    runs.delete(closingId);
    const { note: _, ...ended } = closing;
    const waits = why !== undefined && why !== BY_PERSON && closing.symbols.some(isLeft);
    keep(waits ? { ...ended, state: 'waiting', note: why } : { ...ended, state: 'ended' });
  }

  /**
   * What is being protected may be closed all the same, which ends its protecting. One that was interrupted only takes its
   * exit back: who closes all of it need not wait until that is done, because the new exit does.
   */
  const isBusy = (symbol: string, kind: ClosingKind): boolean =>
    [...closings.values()].some(
      (other) =>
        other.state === 'running' &&
        (kind === 'protect' || other.kind !== 'protect') &&
        (KEEPS_SOME.has(kind) || interruption(other.closingId) === undefined) &&
        other.symbols.some((one) => one.symbol === symbol && !isDone(one)),
    );

  /** `going` are those of `symbols` that are not on their way out already. */
  function refusalOf(symbols: readonly string[], going: readonly string[]): string | undefined {
    if (going.length === 0) return `${symbols[0] ?? 'It'} is already being closed.`;
    const arm = gate.armState();
    return arm.isArmed || arm.takesExits ? undefined : arm.why;
  }

  /** Cancels of orders that were placed elsewhere are in no intent; and no exit of before is left to fill by itself. */
  function resumeCancels(): void {
    if (isStopping) return;
    if (gate.accountDoubt() !== undefined) return void delay(RETRY_MS, resumeCancels);
    // What protects is not taken back.
    for (const { closingId, symbols } of interrupted.filter(({ kind }) => kind !== 'protect')) {
      // What the person has left as it is meanwhile stays; only its own exits are never left to fill by themselves.
      const isGivenUp = find(closingId)?.state === 'ended';
      for (const { cancels, intentIds, step } of symbols) {
        if (step === 'closed') continue;
        const known = intentIds.filter((intentId) => {
          const intent = journal.get(intentId);
          return intent.ok && intent.value !== undefined;
        });
        const open = new Set(book.openOrders().map(({ id }) => id));
        void trading.cancelAll(isGivenUp ? [] : cancels.filter((id) => open.has(id)), known);
      }
    }
  }

  return {
    plan(kind, symbols, protection) {
      const plan = closingPlan(deps, {
        closingId: deps.newId(),
        kind,
        isBusy: (symbol) => isBusy(symbol, kind),
        ...(symbols && { symbols }),
        ...(kind === 'protect' && protection && { protection }),
      });
      plans.set(plan.closingId, plan);
      const [oldest] = plans.keys();
      if (plans.size > MOST_PLANS && oldest !== undefined) plans.delete(oldest);
      return plan;
    },
    begin(closingId, how) {
      const known = find(closingId);
      if (known) return ok(viewOf(known));
      const plan = plans.get(closingId);
      if (!plan) return invalid('Nothing was sent. Review what it would do again.', 'closingId');
      const planned = plan.symbols.map(({ symbol }) => symbol);
      const going = planned.filter((symbol) => !isBusy(symbol, plan.kind));
      const message =
        planned.length === 0 ? 'There is nothing to close.' : refusalOf(planned, going);
      if (message !== undefined) return notAllowed(message);
      const symbols = plan.symbols.filter(({ symbol }) => going.includes(symbol));
      const closing: StoredClosing = {
        closingId,
        kind: plan.kind,
        ...(plan.protection && { protection: plan.protection }),
        how,
        confirmedAt: clock.wall(),
        state: 'running',
        // What only the plan says is not kept.
        symbols: symbols.map(({ symbol, side, qty, of }) => ({
          symbol,
          side,
          qty,
          ...(of !== undefined && { of }),
          step: 'waiting',
          text: NOT_STARTED,
          intentIds: [],
          cancels: [],
        })),
      };
      return begin(closing, going);
    },
    goOn(closingId, how) {
      const closing = find(closingId);
      if (!closing) return noSuchClosing();
      if (closing.state === 'running') return ok(viewOf(closing));
      const open = closing.symbols.filter(isLeft).map(({ symbol }) => symbol);
      const going = open.filter((symbol) => !isBusy(symbol, closing.kind));
      const message =
        open.length === 0 ? 'There is nothing left to close.' : refusalOf(open, going);
      if (message !== undefined) return notAllowed(message);
      const { note: _, ...rest } = closing;
      // Under way from this moment on, and done no longer.
      const symbols = closing.symbols.map((one) =>
        going.includes(one.symbol) ? { ...one, step: 'waiting' as const, text: NOT_STARTED } : one,
      );
      return begin({ ...rest, symbols, how: how ?? closing.how, state: 'running' }, going);
    },
    whatGoes(closingId) {
      const known = find(closingId);
      const going = known ? known.symbols.filter(isLeft) : (plans.get(closingId)?.symbols ?? []);
      if (known?.state === 'running' || going.length === 0) return undefined;
      const kind = known?.kind ?? plans.get(closingId)?.kind ?? 'close';
      return `${NAMES[kind]}: ${going.map(({ symbol, side, qty }) => `${side} ${qty} ${symbol}`).join(', ')}`;
    },
    stop(closingId) {
      const closing = find(closingId);
      if (!closing) return noSuchClosing();
      const run = runs.get(closingId);
      if (run) {
        run.isStoppedByPerson = true;
        // At once: an exit may be waiting for an answer, or for being sent again. What protects is not taken back.
        const own = closing.symbols.flatMap(({ intentIds }) => intentIds);
        void trading.cancelAll([], closing.kind === 'protect' ? [] : own);
      }
      if (closing.state !== 'waiting') return ok(viewOf(closing));
      const { note: _, ...rest } = closing;
      const ended: StoredClosing = { ...rest, state: 'ended' };
      const saved = keep(ended);
      return saved.ok ? ok(viewOf(ended)) : saved;
    },
    list: () => [...closings.values()].sort((a, b) => b.confirmedAt - a.confirmedAt).map(viewOf),
    isRunning: () => runs.size > 0,
    hasExit: (intentId) =>
      [...runs.keys()].some((closingId) =>
        find(closingId)?.symbols.some(({ intentIds }) => intentIds.includes(intentId)),
      ),
    isOfReverse: (intentId) =>
      [...closings.values()].some(
        ({ kind, symbols }) =>
          kind === 'reverse' && symbols.some(({ intentIds }) => intentIds.includes(intentId)),
      ),
    start() {
      // Whoever is not looking at this account hears of it too.
      for (const { closingId } of interrupted) deps.onChange(viewOf(need(closingId)));
      if (interrupted.length > 0) resumeCancels();
    },
    end() {
      isStopping = true;
      saves.stop();
    },
  };
}

const noSuchClosing = () => invalid('There is no such close or flatten.', 'closingId');
