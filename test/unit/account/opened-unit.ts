import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { openAccountUnit, type AccountUnit, type UnitDeps } from '#main/account/account-unit.ts';
import { createFakeRandom, type createFakeTime } from '#test/support/fake-time.ts';

export const ACCOUNT_ID = '11111111-1111-4111-8111-111111111111';
const HOST = '127.0.0.1:9';

/** An account with its journal in this folder, and with a broker that is never heard. */
export function openUnit(
  folder: string,
  time: ReturnType<typeof createFakeTime>,
  more: Partial<UnitDeps> = {},
): AccountUnit {
  const opened = openAccountUnit({
    ...time,
    accountId: ACCOUNT_ID,
    environment: 'embedded',
    hosts: {
      rest: `http://${HOST}`,
      data: `http://${HOST}`,
      tradeStream: `ws://${HOST}/stream`,
      dataStream: `ws://${HOST}/v2/iex`,
    },
    credentials: { keyId: 'k', secretKey: 's' },
    refusesReusedIds: true,
    folder,
    guards: () => DEFAULT_GUARDS,
    isStopped: () => false,
    stops: () => 0,
    heldBack: () => undefined,
    accountDoubt: () => undefined,
    openSocket: () => ({ send: () => undefined, close: () => undefined }) as never,
    random: createFakeRandom(),
    log: () => undefined,
    ...more,
  });
  if (!opened.ok) throw new Error('it did not open');
  return opened.value;
}
