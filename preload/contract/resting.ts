// The practice account while its broker does not run: nothing happens there, and choosing the account starts it.
import type { AccountProfile } from '#contract/accounts.ts';

export const isResting = ({
  environment,
  isOpen,
  problem,
}: Pick<AccountProfile, 'environment' | 'isOpen' | 'problem'>): boolean =>
  environment === 'embedded' && !isOpen && problem === undefined;

export const RESTING_WORDS = 'not running';
