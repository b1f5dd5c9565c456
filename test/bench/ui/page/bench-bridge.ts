// The bridge of the bench: calls are answered here and at once, feeds come from the worker.
import type { Bridge, FeedEvent } from '#contract/bridge.ts';
import type { CallName } from '#contract/calls.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { ChartPanelSettings, uiAreas } from '#contract/ui.ts';
import { CHARTS, layoutOf } from './layout.ts';
import type { FromWorker, ToWorker } from './market-worker.ts';
import { columnsBefore, PROFILE, symbolAt, type World } from './world.ts';

export type BenchBridge = Bridge & {
  /** Done when nothing that was poured at the rate before is still on its way. */
  setRate(barsPerSecond: number): Promise<void>;
  fill(): void;
  /** Bars that have come over the bridge so far. */
  barCount(): number;
  /** Told once a delivery has been handed on. */
  onFill(run: (fill: NonNullable<FromWorker['fill']>) => void): () => void;
};

export function createBenchBridge(world: World, worker: Worker, startedAt: number): BenchBridge {
  const listeners = new Map<number, (event: FeedEvent<never>) => void>();
  const fillListeners = new Set<(fill: NonNullable<FromWorker['fill']>) => void>();
  const echoes: (() => void)[] = [];
  let lastId = 0;
  let bars = 0;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  const tell = (message: ToWorker): void => worker.postMessage(message);
  tell({ kind: 'begin', world, startedAt });
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    ({ bars } = data);
    for (const { id, event } of data.delivery) listeners.get(id)?.(event as FeedEvent<never>);
    if (data.isEcho) echoes.shift()?.();
    if (data.fill) for (const run of fillListeners) run(data.fill);
  });

  const echo = (): Promise<void> => {
    tell({ kind: 'echo' });
    return new Promise((resolve) => {
      echoes.push(resolve);
    });
  };
  const answer = createAnswers(world, startedAt);
  return {
    // The answers are of their calls by construction; the union cannot say so.
    call: (async (name: CallName, input: never) => {
      // A preview comes the way that prices come, behind those that are on it.
      if (name === 'orders.preview') await echo();
      return answer(name, input);
    }) as unknown as Bridge['call'],
    watch(feed, params, onEvent) {
      const id = ++lastId;
      listeners.set(id, onEvent);
      const symbol = 'symbol' in params ? params.symbol : undefined;
      tell({ kind: 'watch', id, feed, symbol });
      return () => {
        listeners.delete(id);
        tell({ kind: 'unwatch', id });
      };
    },
    setRate(barsPerSecond) {
      tell({ kind: 'rate', barsPerSecond });
      return echo();
    },
    fill: () => tell({ kind: 'fill' }),
    barCount: () => bars,
    onFill(run) {
      fillListeners.add(run);
      return () => fillListeners.delete(run);
    },
  };
}

/** What the bench's broker would take for so many: each quantity has a cost of its own. */
export const costOf = (qty: string): string => `${qty}00`;

function createAnswers(world: World, startedAt: number) {
  const symbols = Array.from({ length: world.symbols }, (_, n) => symbolAt(n));
  const numberOf = new Map(symbols.map((symbol, n) => [symbol, n]));
  const chart = uiAreas.chart.parse({
    panels: Object.fromEntries(
      CHARTS.map((id, n) => [id, ChartPanelSettings.parse({ symbol: symbolAt(n) })]),
    ),
  });
  const documents = {
    ...Object.fromEntries(Object.entries(uiAreas).map(([area, shape]) => [area, shape.parse({})])),
    appearance: uiAreas.appearance.parse({ theme: 'dark' }),
    layouts: { current: { name: 'Bench', layout: layoutOf(world) }, saved: {} },
    chart,
  };

  return (
    name: CallName,
    input: { symbol?: string; before?: number; limit?: number; draft?: { qty?: string } },
  ): Result<unknown> => {
    switch (name) {
      case 'accounts.list':
        return ok([PROFILE]);
      case 'ui.get':
        return ok(
          Object.fromEntries(
            Object.entries(documents).map(([area, value]) => [area, { value, version: 'bench' }]),
          ),
        );
      case 'ui.set':
      case 'lock.touch':
        return ok(null);
      case 'watchlists.get':
        return ok({ lists: [{ listId: 'bench', name: 'Bench', symbols }] });
      case 'tickets.open':
        return ok({ intentId: '00000000-0000-4000-8000-000000000002' });
      case 'orders.preview':
        return ok({
          title: 'Bench',
          draft: input.draft,
          issues: [],
          verdicts: [],
          whatIf: { isExit: false, value: costOf(input.draft?.qty ?? '0') },
        });
      case 'bars.history': {
        const number = numberOf.get(input.symbol ?? '') ?? 0;
        const bars = columnsBefore(number, input.before ?? startedAt, input.limit ?? 1);
        return ok({ bars, isFirst: false, feed: 'sip' });
      }
      default:
        return fail({ kind: 'not-allowed', message: `The bench does not answer ${name}.` });
    }
  };
}
