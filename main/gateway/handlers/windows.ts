import type { uiCalls } from '#contract/calls/ui.ts';
import { MOST_CHART_WINDOWS } from '#contract/chart-window.ts';
import { fail, ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';
import type { OpenChart } from '#main/ports.ts';

export const createWindowHandlers = (
  on: OnAccount,
  openChart: OpenChart | undefined,
): Pick<HandlersOf<typeof uiCalls>, 'windows.openChart'> => ({
  'windows.openChart': (chart) =>
    on(chart, () => {
      if (!openChart)
        return fail({ kind: 'not-allowed', message: 'This page opens its windows by itself.' });
      if (openChart(chart)) return ok(null);
      const message = `There are ${MOST_CHART_WINDOWS} charts in windows of their own already. Close one of them first.`;
      return fail({ kind: 'not-allowed', message });
    }),
});
