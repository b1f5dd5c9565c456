// What main answers to the settings, the apps and the mint desk of a played account.
import { randomUUID } from 'node:crypto';
import { AlertKind, type AlertSettings, type PriceAlert } from '#contract/alerts.ts';
import { fail } from '#contract/failure.ts';
import { MintPreview, type WalletAddress } from '#contract/tokenization.ts';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { Decimal } from '#contract/decimal.ts';
import { ok, type Replies } from '#test/component/support/fake-main.ts';

export function settingsReplies(): Replies {
  let guards = { value: DEFAULT_GUARDS, version: randomUUID() as string };
  let alerts: AlertSettings = {
    ways: Object.fromEntries(
      AlertKind.options.map((kind) => [kind, 'notify']),
    ) as AlertSettings['ways'],
    isDoNotDisturb: false,
    whileLocked: 'all',
    streamDownAfterSeconds: 15,
  };
  let priceAlerts: PriceAlert[] = [];
  let addresses: WalletAddress[] = [];
  return {
    'desk.info': () => ok({ version: '0.1.0', shell: 'web', dataFolder: '/data' }),
    'archives.list': () => ok({ years: 7, accounts: [] }),
    'guards.get': () => ok(guards),
    'guards.set'(input) {
      if (input.from !== guards.version)
        return fail({ kind: 'outdated', message: 'Changed meanwhile.', now: guards });
      guards = { value: input.guards, version: randomUUID() };
      return ok(guards);
    },
    'secondPerson.get': () => ok({ isSet: false }),
    'alerts.settings': () => ok(alerts),
    'alerts.configure'({ settings }) {
      alerts = settings;
      return ok(alerts);
    },
    'priceAlerts.list': () => ok(priceAlerts),
    'priceAlerts.add'({ accountId, symbol, rule }) {
      const whole = rule.kind === 'move' ? { ...rule, from: Decimal.parse('100') } : rule;
      // The two kinds with a price are one in the question and two in the answer.
      const added = { priceAlertId: randomUUID(), accountId, symbol, rule: whole } as PriceAlert;
      priceAlerts = [...priceAlerts, added];
      return ok(priceAlerts);
    },
    'priceAlerts.remove'({ priceAlertId }) {
      priceAlerts = priceAlerts.filter((one) => one.priceAlertId !== priceAlertId);
      return ok(priceAlerts);
    },
    'keys.status': () =>
      ok({
        homes: [
          { home: 'keychain', isAvailable: false, why: 'There is none here.' },
          { home: 'sealed-file', isAvailable: true },
          { home: 'this-run', isAvailable: true },
        ],
        sealedFile: 'none',
        isWaiting: false,
      }),
    'paper.faults': () =>
      ok({ choices: [{ name: 'slow', text: 'Everything is slow', isLasting: false }], active: [] }),
    'tokenization.terms': () =>
      ok({ participant: 'yes', issuers: ['xstocks', 'ondo'], networks: ['solana', 'ethereum'] }),
    'tokenization.requests': () => ok([]),
    'mints.available': () => ok({ available: Decimal.parse('20') }),
    'batches.list': () => ok([]),
    'mints.outstanding': () => ok(null),
    'addresses.get': () => ok(addresses),
    'addresses.set'(input) {
      ({ addresses } = input);
      return ok(addresses);
    },
    'mints.preview': ({ form }) =>
      ok(
        MintPreview.parse({
          title: `Mint ${form.qty} ${form.underlyingSymbol}`,
          issues:
            Number(form.qty) > 20
              ? [
                  {
                    path: 'qty',
                    message: `${form.qty} ${form.underlyingSymbol} requested, but only 20 can leave the account.`,
                  },
                ]
              : [],
          warnings: [],
          verdicts: [],
          available: '20',
          availableAfter: '18.5',
        }),
      ),
  };
}
