// Why nothing is done now, whatever was asked: looked at when a call comes in, and again once it has waited.
import { notAllowed, type Result } from '#contract/failure.ts';

export type Shut = () => Result<never> | undefined;

type Deps = {
  isLocked?: (() => boolean) | undefined;
  /** What is done now would be lost: everything is replaced at the next start. */
  isBeingReplaced?: (() => boolean) | undefined;
};

export const LOCKED = 'The desk is locked.';
const REPLACED =
  'Ballast is closing. At its next start everything here is replaced with the backup. Restart it first.';

export const createShut =
  ({ isLocked, isBeingReplaced }: Deps): Shut =>
  () => {
    if (isLocked?.()) return notAllowed(LOCKED);
    return isBeingReplaced?.() ? notAllowed(REPLACED) : undefined;
  };
