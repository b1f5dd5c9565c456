// Accounts: opening one, its wire record, its settings.
import { isDecimal, type Decimal } from '#main/domain/decimal.ts';
import {
  changedConfigurations,
  DEFAULT_CONFIGURATIONS,
  type Configurations,
} from '#main/paper/engine/configurations.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import type { Restrictions } from '#main/paper/engine/restrictions.ts';
import { lastClose, previousTradingDate, balancesOf } from '#main/paper/engine/balances.ts';
import { moneyText, toMoney } from '#main/paper/engine/units.ts';

const DEFAULT_CASH = '100000' as Decimal;
const NOTHING = '0';

export function createAccounts(context: EngineContext) {
  const { state } = context;
  return {
    /** Answers the account's id. */
    createAccount({ cash = DEFAULT_CASH }: { cash?: Decimal }): string {
      const id = context.ids.uuid();
      if (!isDecimal(cash)) throw new RangeError(`not an amount of money: ${String(cash)}`);
      const nowMs = context.nowMs();
      context.commit(() => {
        const account = {
          id,
          number: `PA${id.slice(-10).toUpperCase()}`,
          createdMs: nowMs,
          createdAt: context.timestamp(nowMs),
          initialCash: toMoney(cash),
          cash: toMoney(cash),
          configurations: DEFAULT_CONFIGURATIONS,
          reserve: 0n,
          positions: new Map(),
          lastClose: null,
        };
        state.accounts.set(id, account);
        state.touchAccount(account);
      });
      return id;
    },
    account: (accountId: string) => accountRecord(context, accountId),
    /** Members that are left out stay as they are. */
    restrict(accountId: string, change: Restrictions): Restrictions {
      const { id } = context.account(accountId);
      const changed = { ...context.restrictions.get(id), ...change };
      context.restrictions.set(id, changed);
      return changed;
    },
    configurations: (accountId: string) => context.account(accountId).configurations,
    configure(accountId: string, body: unknown): Configurations {
      const account = context.account(accountId);
      const changed = changedConfigurations(account.configurations, body);
      context.commit(() => {
        account.configurations = changed;
        state.touchAccount(account);
      });
      return changed;
    },
  };
}

function accountRecord(context: EngineContext, accountId: string): Record<string, unknown> {
  const account = context.account(accountId);
  const nowMs = context.nowMs();
  const balances = balancesOf(context, account, nowMs);
  const close = lastClose(context, account, nowMs).row;
  const { configurations } = account;
  const equity = moneyText(balances.equity);
  const buyingPower = moneyText(balances.buyingPower);
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
    regt_buying_power: moneyText(balances.regtBuyingPower),
    effective_buying_power: buyingPower,
    non_marginable_buying_power: moneyText(balances.nonMarginableBuyingPower),
    options_buying_power: moneyText(balances.nonMarginableBuyingPower),
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
    multiplier: String(balances.multiplier),
    shorting_enabled: balances.canShort,
    equity,
    last_equity: moneyText(balances.lastEquity),
    long_market_value: moneyText(balances.longValue),
    short_market_value: moneyText(balances.shortValue),
    position_market_value: moneyText(balances.longValue - balances.shortValue),
    initial_margin: moneyText(balances.initialMargin),
    maintenance_margin: moneyText(balances.maintenanceMargin),
    last_maintenance_margin: moneyText(balances.lastMaintenanceMargin),
    sma: NOTHING,
    balance_asof: close?.date ?? previousTradingDate(context, account.createdMs),
    crypto_tier: 0,
    intraday_adjustments: NOTHING,
    pending_reg_taf_fees: NOTHING,
    ...context.restrictions.get(account.id),
  };
}
