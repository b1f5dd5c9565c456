import { z } from 'zod';
import { LockState, Passphrase } from '#contract/accounts.ts';
import { Nothing } from '#contract/calls/shared.ts';
import { DeskInfo } from '#contract/records.ts';
import { GuardSettings, TradingState } from '#contract/trading.ts';
import { Version, versioned } from '#contract/versioned.ts';

export const deskCalls = {
  'desk.info': { input: Nothing, output: DeskInfo },
  /** Shows the data folder in the system's file manager. */
  'desk.openFolder': { input: Nothing, output: z.null() },
  'guards.get': { input: Nothing, output: versioned(GuardSettings) },
  'guards.set': {
    input: z.strictObject({ guards: GuardSettings, from: Version }),
    output: versioned(GuardSettings),
  },
  'trading.stop': { input: Nothing, output: TradingState },
  /** Main itself asks the person before it agrees. */
  'trading.resume': { input: Nothing, output: TradingState },
  'lock.now': { input: Nothing, output: LockState },
  'lock.unlock': { input: z.strictObject({ passphrase: z.string().max(512) }), output: LockState },
  /** Sets, changes or (without `next`) removes the lock's passphrase. The present one is needed where there is one. */
  'lock.configure': {
    input: z.strictObject({
      current: z.string().max(512).optional(),
      next: Passphrase.optional(),
      lockAfterMinutes: LockState.shape.lockAfterMinutes,
    }),
    output: LockState,
  },
  /** The page was touched: the wait for the lock begins again. */
  'lock.touch': { input: Nothing, output: z.null() },
} as const;
