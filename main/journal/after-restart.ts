// Start-up and crash recovery are one path (docs/orders.md, "A restart makes open intents unknown"): what the last run
// left recorded or sent may have reached the broker, so it is unknown until there is evidence.
import { ENDED_WHILE_WAITING, type Intent } from '#contract/intents.ts';
import type { Flushed, Store } from '#main/journal/store.ts';
import { transition } from '#main/journal/transitions.ts';
import type { Clock } from '#main/ports.ts';

type Recovered = { recovered: Intent[]; written: Flushed };

const TEXTS = {
  recorded:
    'Ballast closed after recording this but before noting that it was sent. It may have been sent.',
  sent: 'Ballast closed before the answer to this was recorded.',
};

export function recover(store: Store, clock: Clock, leftOpen: readonly Intent[]): Recovered {
  store.probe('before-recover');
  const recovered: Intent[] = [];
  for (const intent of leftOpen) {
    const { state } = intent;
    if (state !== 'recorded' && state !== 'sent') continue;
    const moved = transition(intent, { step: 'recovered' }, 'recovered');
    if (!moved.ok) continue;
    const text =
      state === 'recorded' && intent.kind === 'mint' ? ENDED_WHILE_WAITING : TEXTS[state];
    const next = {
      ...intent,
      ...moved.next,
      reason: text,
      changedAt: Math.trunc(clock.wall()),
    };
    store.keep(next);
    store.keepLine(store.newLine(next.intentId, { kind: 'recovered', text }));
    recovered.push(next);
  }
  const written = store.flush('synced');
  store.probe('after-recover');
  return { recovered, written };
}
