// Accounts: opening one, its wire record, its settings.
import { isDecimal, type Decimal } from '#main/domain/decimal.ts';
import {
  changedConfigurations,
  DEFAULT_CONFIGURATIONS,
  type Configurations,
} from '#main/paper/engine/configurations.ts';
import type { Floor } from '#main/paper/engine/floor.ts';
import { lastClose, previousTradingDate, standingOf } from '#main/paper/engine/standing.ts';
import { moneyText, toMoney } from '#main/paper/engine/units.ts';

export type NewAccount = {
  /** An account that exists already is left as it is. */
  id?: string;
  cash?: Decimal;
};

export type Accounts = {
  /** Answers the account's id. */
  createAccount(account: NewAccount): string;
  account(accountId: string): Record<string, unknown>;
  configurations(accountId: string): Configurations;
  configure(accountId: string, body: unknown): Configurations;
};

const DEFAULT_CASH = '100000' as Decimal;
const NOTHING = '0';

export function createAccounts(floor: Floor): Accounts {
  const { state } = floor;
  return {
    createAccount({ id = floor.ids.uuid(), cash = DEFAULT_CASH }) {
      if (state.accounts.has(id)) return id;
      if (!isDecimal(cash)) throw new RangeError(`not an amount of money: ${String(cash)}`);
      const nowMs = floor.nowMs();
      floor.commit(() => {
        const account = {
          id,
          number: `PA${id.slice(-10).toUpperCase()}`,
          createdMs: nowMs,
          createdAt: floor.stamp(nowMs),
          initialCash: toMoney(cash),
          cash: toMoney(cash),
          configurations: DEFAULT_CONFIGURATIONS,
          reserve: 0n,
          books: new Map(),
          lastClose: null,
        };
        state.accounts.set(id, account);
        state.touchAccount(account);
      });
      return id;
    },
    account: (accountId) => accountRecord(floor, accountId),
    configurations: (accountId) => floor.account(accountId).configurations,
    configure(accountId, body) {
      const account = floor.account(accountId);
      const changed = changedConfigurations(account.configurations, body);
      floor.commit(() => {
        account.configurations = changed;
        state.touchAccount(account);
      });
      return changed;
    },
  };
}

function accountRecord(floor: Floor, accountId: string): Record<string, unknown> {
  const account = floor.account(accountId);
  const nowMs = floor.nowMs();
  const standing = standingOf(floor, account, nowMs);
  const close = lastClose(floor, account, nowMs).row;
  const { configurations } = account;
  const equity = moneyText(standing.equity);
  const buyingPower = moneyText(standing.buyingPower);
  return {
    id: account.id,
    admin_configurations: {},
    user_configurations: null,
    account_number: account.number,
    status: 'ACTIVE',
    crypto_status: 'INACTIVE',
    options_approved_level: 0,
    options_trading_level: 0,
    currency: 'USD',
    buying_power: buyingPower,
    regt_buying_power: moneyText(standing.regtBuyingPower),
    effective_buying_power: buyingPower,
    non_marginable_buying_power: moneyText(standing.nonMarginableBuyingPower),
    options_buying_power: moneyText(standing.nonMarginableBuyingPower),
    cash: moneyText(account.cash),
    accrued_fees: NOTHING,
    pending_transfer_in: NOTHING,
    pending_transfer_out: NOTHING,
    portfolio_value: equity,
    trading_blocked: false,
    transfers_blocked: false,
    account_blocked: false,
    created_at: account.createdAt,
    trade_suspended_by_user: configurations.suspend_trade,
    multiplier: String(standing.multiplier),
    shorting_enabled: standing.canShort,
    equity,
    last_equity: moneyText(standing.lastEquity),
    long_market_value: moneyText(standing.longValue),
    short_market_value: moneyText(standing.shortValue),
    position_market_value: moneyText(standing.longValue - standing.shortValue),
    initial_margin: moneyText(standing.initialMargin),
    maintenance_margin: moneyText(standing.maintenanceMargin),
    last_maintenance_margin: moneyText(standing.lastMaintenanceMargin),
    sma: NOTHING,
    balance_asof: close?.date ?? previousTradingDate(floor, account.createdMs),
    crypto_tier: 0,
    intraday_adjustments: NOTHING,
    pending_reg_taf_fees: NOTHING,
  };
}
