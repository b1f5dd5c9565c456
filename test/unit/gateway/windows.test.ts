import { expect, it } from 'vitest';
import type { ChartWindow } from '#contract/chart-window.ts';
import { fail, ok } from '#contract/failure.ts';
import { createOnAccount } from '#main/gateway/handlers/on-account.ts';
import { createPageHandlers } from '#main/gateway/handlers/page.ts';
import type { OpenChart } from '#main/ports.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';

const OPEN = '00000000-0000-4000-8000-000000000001';
const CLOSED = '00000000-0000-4000-8000-000000000002';
const chart = (accountId: string): ChartWindow => ({
  accountId,
  symbol: 'AAPL',
  timeframe: '5Min',
  style: 'candles',
  hasVolume: true,
  hasHours: true,
  indicators: [],
  isLinked: false,
});

function setUp(openChart: OpenChart | undefined) {
  const on = createOnAccount(
    {
      get: (accountId) =>
        accountId === OPEN
          ? ok({} as OpenAccount)
          : fail({ kind: 'not-allowed', message: 'This account is not open.' }),
    },
    { refusal: () => undefined },
  );
  return createPageHandlers({ on, openChart, settings: {} as never, versions: {} as never })[
    'windows.openChart'
  ];
}

it('opens the chart that was asked for', async () => {
  const opened: ChartWindow[] = [];
  const open = setUp((one) => opened.push(one) > 0);
  expect(await open(chart(OPEN))).toEqual({ ok: true, value: null });
  expect(opened).toEqual([chart(OPEN)]);
});

it('opens nothing for an account that is not open here', async () => {
  const opened: ChartWindow[] = [];
  const open = setUp((one) => opened.push(one) > 0);
  expect(await open(chart(CLOSED))).toMatchObject({ ok: false, failure: { kind: 'not-allowed' } });
  expect(opened).toEqual([]);
});

it('says when there are as many as there may be', async () => {
  expect(await setUp(() => false)(chart(OPEN))).toMatchObject({
    ok: false,
    failure: { kind: 'not-allowed', message: expect.stringContaining('Close one of them first') },
  });
});

it('is refused where the page opens its windows by itself', async () => {
  expect(await setUp(undefined)(chart(OPEN))).toMatchObject({
    ok: false,
    failure: { kind: 'not-allowed' },
  });
});
