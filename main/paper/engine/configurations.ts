// The settings that an account's owner may change.
import { malformed } from '#main/paper/refusal.ts';
import { isRecord } from '#main/tools/json.ts';

const CHOICES = {
  disable_overnight_trading: [true, false],
  fractional_trading: [true, false],
  max_margin_multiplier: ['1', '2', '4'],
  max_options_trading_level: [0, 1, 2, 3],
  no_shorting: [true, false],
  ptp_no_exception_entry: [true, false],
  suspend_trade: [true, false],
  trade_confirm_email: ['all', 'none'],
} as const;

export type Configurations = { [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };

export const DEFAULT_CONFIGURATIONS: Configurations = {
  disable_overnight_trading: false,
  fractional_trading: true,
  max_margin_multiplier: '4',
  max_options_trading_level: 0,
  no_shorting: false,
  ptp_no_exception_entry: false,
  suspend_trade: false,
  trade_confirm_email: 'all',
};

/** Members that are absent, null, empty or not ours stay as they are. */
export function changedConfigurations(current: Configurations, body: unknown): Configurations {
  if (!isRecord(body)) throw malformed('request body must be an object');
  const changes: Record<string, unknown> = {};
  for (const [name, allowed] of Object.entries<readonly unknown[]>(CHOICES)) {
    const value = Object.hasOwn(body, name) ? body[name] : null;
    if (value === null || value === undefined || value === '') continue;
    if (!allowed.includes(value)) {
      throw malformed(`${name} must be one of ${allowed.map(String).join(', ')}`);
    }
    changes[name] = value;
  }
  return { ...current, ...changes };
}
