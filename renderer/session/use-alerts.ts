import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Alert } from '#contract/alerts.ts';
import type { AlertLog } from '#renderer/core/alert-log.ts';

export const AlertLogContext = createContext<AlertLog | undefined>(undefined);

export function useAlertLog(): AlertLog {
  const log = useContext(AlertLogContext);
  if (!log) throw new Error('this part of the screen needs the alerts around it');
  return log;
}

export function useAlerts(): { alerts: readonly Alert[]; unseen: number } {
  const log = useAlertLog();
  return {
    alerts: useSyncExternalStore(log.on, log.all),
    unseen: useSyncExternalStore(log.on, log.unseen),
  };
}
