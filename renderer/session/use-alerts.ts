import { useSyncExternalStore } from 'react';
import type { Alert } from '#contract/alerts.ts';
import type { AlertLog } from '#renderer/core/alert-log.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

export const [AlertLogContext, useAlertLog] = neededContext<AlertLog>('the alerts around it');

export function useAlerts(): { alerts: readonly Alert[]; unseen: number } {
  const log = useAlertLog();
  return {
    alerts: useSyncExternalStore(log.on, log.all),
    unseen: useSyncExternalStore(log.on, log.unseen),
  };
}
