import { expect, it } from 'vitest';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Alert } from '#contract/alerts.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { createDeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { ACCOUNT, memoryStore } from '#test/unit/desk/alerts/world.ts';

it('the symbol of a price alert is followed until it has fired', () => {
  const time = createFakeTime();
  const book = createAccountBook();
  const followed = new Set<string>();
  const alerts = createDeskAlerts({
    store: memoryStore(),
    ...time,
    newId: () => '00000000-0000-4000-8000-000000000009',
    notify: () => undefined,
    log: () => undefined,
  });
  const unit = {
    accountId: ACCOUNT,
    book,
    onNews: () => () => undefined,
    journal: { health: () => ({ writable: true }) },
    follow(symbol: string) {
      followed.add(symbol);
      return () => followed.delete(symbol);
    },
  };
  const profile = { label: 'Practice', environment: 'embedded' };
  alerts.watchAll({
    onOpen: (listener) => {
      listener({ profile, unit } as unknown as OpenAccount);
      return () => undefined;
    },
    onClose: () => () => undefined,
  });
  alerts.prices.add(ACCOUNT, 'AAPL', { kind: 'above', price: decimal('200') }, undefined);
  alerts.follow(ACCOUNT);
  expect([...followed]).toEqual(['AAPL']);
  const tell = (price: string): void => {
    const now = time.clock.wall();
    book.putPrices([{ symbol: 'AAPL', price: decimal(price), tradedAt: now, receivedAt: now }]);
  };
  tell('199');
  expect([...followed]).toEqual(['AAPL']);
  tell('201');
  expect([...followed]).toEqual([]);
});

it('what was told of an account goes with it, from every window and for good', () => {
  const time = createFakeTime();
  const store = memoryStore();
  const system: Alert[] = [];
  const alerts = createDeskAlerts({
    store,
    ...time,
    newId: () => '00000000-0000-4000-8000-000000000009',
    notify: (alert) => system.push(alert),
    log: () => undefined,
  });
  const other = '00000000-0000-4000-8000-000000000002';
  const closed = (accountId: string, label: string): AccountProfile => ({
    accountId,
    label,
    environment: 'paper',
    proof: 'key',
    keyHome: 'sealed-file',
    isVerified: true,
    isArmed: true,
    isOpen: false,
    unwatched: { why: 'It is locked.', remedy: 'unseal' },
  });
  let list = [closed(ACCOUNT, 'Swing')];
  let tell = () => undefined as void;
  alerts.followUnwatched({
    list: () => list,
    onChange(listener) {
      tell = listener;
      return () => undefined;
    },
  });
  time.advance(0);
  const heard: Alert[] = [];
  alerts.onAlert((alert) => heard.push(alert));
  expect(alerts.recent()).toHaveLength(1);
  list = [];
  alerts.forget(ACCOUNT);
  tell();
  expect(heard).toMatchObject([{ isOver: true, target: { accountId: ACCOUNT } }]);
  expect(system.at(-1)).toMatchObject({ isOver: true });
  list = [closed(other, 'Other')];
  tell();
  time.advance(0);
  expect(alerts.recent().map(({ target }) => target.accountId)).toEqual([other]);
  expect(store.recent().map(({ target }) => target.accountId)).toEqual([other]);
  alerts.stop();
});
