import { useEffect } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { useToast } from '#renderer/app/frame/Toasts.tsx';
import { useUpdates } from '#renderer/session/use-updates.ts';

/** Says once that there is a new version; the settings say the rest. */
export function useVersionNote(bridge: Bridge): void {
  const toast = useToast();
  const version = useUpdates(bridge)?.found?.version;
  useEffect(() => {
    if (version === undefined) return;
    const text = `Ballast ${version} is available. See About in the settings.`;
    toast({ kind: 'note', text, id: 'new-version' });
  }, [version, toast]);
}
