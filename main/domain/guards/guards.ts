// The last look at an order before it may be sent (docs/orders.md, "Guards are asked at hand-over"). Every guard is on
// unless a person switched it off, one that lacks its facts blocks, and an exit is warned about and never stopped.
import type { OrderDraft } from '#contract/orders.ts';
import { DEFAULT_GUARDS, type GuardSettings } from '#contract/trading.ts';
import { isExit as isExitFrom } from '#main/domain/orders/exits.ts';
import { guardRules } from '#main/domain/guards/guard-rules.ts';
import {
  GUARD_NAMES,
  standingOf,
  type GuardInput,
  type GuardVerdict,
} from '#main/domain/guards/guard-settings.ts';

/** One verdict for each guard, in words. The order may be sent when none of them blocks. */
export function checkGuards(
  input: GuardInput,
  settings: GuardSettings = DEFAULT_GUARDS,
): GuardVerdict[] {
  const isLeaving = isExit(input.draft, input);
  return GUARD_NAMES.map((guard) => {
    // A limit that was hit holds, also when it is switched off afterwards.
    const isHeld = guard === 'dailyLoss' && input.lossHold !== undefined;
    if (!settings[guard].isOn && !isHeld)
      return { guard, level: 'pass', text: 'Turned off in Settings.' };
    const { level, text } = guardRules[guard](input, settings);
    if (level !== 'block' || !isLeaving) return { guard, level, text };
    return {
      guard,
      level: 'warn',
      text: `${text} This order only reduces your position, so it is allowed.`,
    };
  });
}

/** The rule of exits.ts asked with what the guards are asked with. */
export const isExit = (draft: OrderDraft, input: Omit<GuardInput, 'draft'>): boolean =>
  isExitFrom(draft, standingOf(input));
