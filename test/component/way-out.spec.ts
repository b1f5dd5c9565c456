// One dialog for every way out: it names all that it will do, asks once, and tells what is done, what is left and why.
import { randomUUID } from 'node:crypto';
import { ClosingPlan } from '#contract/closings.ts';
import { Decimal } from '#contract/decimal.ts';
import { notAllowed, ok } from '#contract/failure.ts';
import { expect, test } from '#test/component/support/component.ts';
import { closingOf, withSteps } from '#test/component/support/way-out.ts';
import { ACCOUNT_ID, previewOf, PROFILE } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk, ticketOf } from '#test/e2e/support/ticket.ts';

const AAPL = { symbol: 'AAPL', side: 'long' as const, qty: '100' };
const planOf = (more: object = {}) =>
  ClosingPlan.parse({
    closingId: randomUUID(),
    kind: 'flatten',
    symbols: [
      { ...AAPL, cancels: ['Sell 30 AAPL', 'Buy 5 AAPL'] },
      { ...AAPL, symbol: 'TSLA', side: 'short', qty: '5', cancels: [] },
    ],
    leftOut: [{ symbol: 'GONE', qty: '7', why: 'GONE cannot be traded at the broker.' }],
    isMarketOpen: true,
    isStopped: false,
    ...more,
  });

test('flatten names all that it will do, asks once, and says what is left and why', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  const plan = planOf({ stays: ['Buy 3 JPM, limit 150.00', 'Buy 1 MSFT, limit 300.00'] });
  main.answer('closings.plan', () => ok(plan));
  await openDesk(page, address);
  await page.getByRole('button', { name: 'Flatten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  await expect(dialog).toContainText(
    'Stay open: Buy 3 JPM, limit 150.00; Buy 1 MSFT, limit 300.00. They can open a position. To end them, use Cancel all in Orders.',
  );
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Sell 100 AAPL at the marketafter canceling Sell 30 AAPL; Buy 5 AAPL',
    'Buy 5 TSLA at the market',
    '7 GONE stays openGONE cannot be traded at the broker.',
  ]);
  await expectAccessible(page);
  const closing = closingOf(plan);
  main.answer('closings.begin', () => ok(closing));
  await dialog.getByRole('button', { name: 'Flatten 2 positions' }).dblclick();
  await expect(dialog.getByRole('status')).toContainText('Flatten: 0 of 2 closed.');
  expect(main.inputsOf('closings.begin')).toEqual([
    { accountId: ACCOUNT_ID, closingId: plan.closingId, how: 'market' },
  ]);
  const asked = 'The position could not be read: no answer. Trying again.';
  main.tell('closings', withSteps(closing, { step: 'waiting', text: asked }));
  await expect(dialog.getByRole('listitem').first()).toContainText(asked);
  main.tell('closings', withSteps(closing, { step: 'exiting' }));
  await expect(dialog.getByRole('listitem').first()).toContainText('100 AAPL: exit sent');
  const left = { step: 'left' as const, text: '70 AAPL left. The broker refused: no.' };
  main.tell('closings', {
    ...withSteps(closing, left, { step: 'closed' }),
    state: 'ended',
  });
  await expect(dialog.getByRole('listitem').first()).toContainText('70 AAPL left.');
  await expect(dialog.getByRole('status')).toContainText('Flatten: 1 of 2 closed.');
  await expect(dialog.getByRole('region')).toContainText('Practice account, PRACTICE');
  main.answer('closings.goOn', () => {
    main.tell('closings', closing);
    return ok(closing);
  });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => main.inputsOf('closings.goOn').length).toBe(1);
  main.answer('closings.stop', () => ok(closing));
  await dialog.getByRole('button', { name: 'Stop here' }).click();
  await expect.poll(() => main.inputsOf('closings.stop').length).toBe(1);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
});

test('what main tells of a way out before its answer is there stands', async ({
  page,
  main,
  address,
}) => {
  const plan = planOf({ leftOut: [] });
  main.answer('closings.plan', () => ok(plan));
  main.hold('AAPL', '100');
  await openDesk(page, address);
  await page.getByRole('button', { name: 'Flatten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  const closing = closingOf(plan);
  const told = dialog.getByRole('status');
  main.answer('closings.begin', async () => {
    main.tell('closings', {
      ...withSteps(closing, { step: 'closed' }, { step: 'left' }),
      state: 'ended',
    });
    await expect(told).toContainText('Flatten: 1 of 2 closed.');
    return ok(closing);
  });
  await dialog.getByRole('button', { name: 'Flatten 2 positions' }).click();
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeEnabled();
  await expect(told).toContainText('Flatten: 1 of 2 closed.');
});

test('one that is refused says so for good, whatever is planned since', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  main.answer('closings.begin', () => notAllowed('AAPL is already being closed.'));
  await openDesk(page, address);
  await page.getByRole('button', { name: 'Flatten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  await dialog.getByRole('button', { name: /^Flatten 100 AAPL/ }).click();
  const refusal = dialog.getByText('AAPL is already being closed.');
  await expect(refusal).toBeVisible();
  const planned = main.inputsOf('closings.plan').length;
  await expect.poll(() => main.inputsOf('closings.plan').length).toBeGreaterThan(planned + 1);
  await expect(refusal).toBeVisible();
  await expect(dialog.getByText('Starting.')).toHaveCount(0);
});

test('close is the same for one position', async ({ page, main, address }) => {
  main.hold('AAPL', '100');
  await openDesk(page, address);
  const row = page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /^AAPL/ });
  await row.getByRole('button', { name: 'Close' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close AAPL' });
  await dialog.getByRole('button', { name: 'Close 100 AAPL' }).click();
  await expect(dialog.getByRole('status')).toContainText('Close: 0 of 1 closed.');
  expect(main.inputsOf('closings.plan').at(0)).toMatchObject({ kind: 'close', symbols: ['AAPL'] });
  const closing = closingOf({
    ...planOf({ kind: 'close' }),
    closingId: String(main.inputsOf('closings.begin')[0]!['closingId']),
  });
  const filled = { qty: Decimal.parse('100'), price: Decimal.parse('152.31') };
  const [own] = withSteps(closing, { step: 'closed', filled }).symbols;
  main.tell('closings', { ...closing, symbols: [own!], state: 'ended' });
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText(
    'Closed 100 AAPL at 152.31.',
  );
  await takePictures(page, 'close-notice');
});

test('the ticket offers it where the person’s own orders keep an exit from going', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  const message = 'All of your AAPL is held by open orders: cancel one of them first.';
  main.answer('orders.preview', ({ draft }) =>
    ok(previewOf(draft, { issues: [{ path: 'qty', message }], isHeldByOrders: true })),
  );
  await openDesk(page, address);
  const ticket = ticketOf(page);
  await ticket.getByLabel('Quantity').fill('100');
  await ticket.getByRole('button', { name: 'Close AAPL…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close AAPL' });
  await dialog.getByRole('button', { name: 'Close 100 AAPL' }).click();
  await expect(dialog.getByRole('status')).toContainText('Close: 0 of 1 closed.');
  expect(main.inputsOf('orders.submit')).toEqual([]);
});

test('outside regular hours it offers the extended session; a stopped desk is named', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  main.answer('closings.plan', () => ok(planOf({ isMarketOpen: false, isStopped: true })));
  main.answer('closings.begin', () => ok(closingOf(planOf())));
  await openDesk(page, address);
  await page.getByRole('button', { name: 'Flatten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  await expect(dialog).toContainText('The market is closed.');
  await expect(dialog).toContainText('All trading is stopped. This confirmation lets these exits');
  await expect(dialog.getByRole('listitem').first()).toContainText('with a limit at the bid');
  await dialog.getByRole('button', { name: 'Flatten 2 positions' }).click();
  await expect.poll(() => main.inputsOf('closings.begin')).toMatchObject([{ how: 'extended' }]);
});

test('from outside: every account, and one that is not armed is listed and left alone', async ({
  page,
  main,
  address,
}) => {
  const live = { ...PROFILE, accountId: randomUUID(), label: 'Real', environment: 'live' as const };
  const accounts = [PROFILE, { ...live, isArmed: false }];
  main.answer('accounts.list', () => ok(accounts));
  main.tell('accounts', { accounts });
  const why = 'This live account is not armed. Arm it with its account number first.';
  main.answer('closings.plan', ({ accountId }) =>
    ok(planOf(accountId === ACCOUNT_ID ? {} : { heldBack: why })),
  );
  main.answer('closings.begin', () => ok(closingOf(planOf())));
  await openDesk(page, address);
  main.tell('visits', { visitId: randomUUID(), at: Date.now(), to: { place: 'flatten' } });
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  await expect(dialog.getByRole('region', { name: 'Real' })).toContainText(why);
  await dialog.getByRole('button', { name: 'Flatten 2 positions' }).click();
  await expect
    .poll(() => main.inputsOf('closings.begin'))
    .toMatchObject([{ accountId: ACCOUNT_ID }]);
});

test('from outside: one account has ended, and the question of the other is waited for', async ({
  page,
  main,
  address,
}) => {
  const other = {
    ...PROFILE,
    accountId: randomUUID(),
    label: 'Real',
    environment: 'live' as const,
  };
  const accounts = [PROFILE, { ...other, isArmed: true }];
  main.answer('accounts.list', () => ok(accounts));
  main.tell('accounts', { accounts });
  const plans = new Map(accounts.map(({ accountId }) => [accountId, planOf({ leftOut: [] })]));
  main.answer('closings.plan', ({ accountId }) => ok(plans.get(accountId)!));
  let refuse = () => undefined as void;
  const asked = new Promise<void>((resolve) => (refuse = resolve));
  main.answer('closings.begin', async ({ accountId }) => {
    const closing = closingOf(plans.get(accountId)!);
    const ended = { ...withSteps(closing, { step: 'closed' }, { step: 'closed' }), state: 'ended' };
    if (accountId === ACCOUNT_ID) return ok(ended as typeof closing);
    await asked;
    return notAllowed('You said no.');
  });
  await openDesk(page, address);
  main.tell('visits', { visitId: randomUUID(), at: Date.now(), to: { place: 'flatten' } });
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  await dialog.getByRole('button', { name: 'Flatten 4 positions on 2 accounts' }).click();
  await expect(dialog.getByRole('status').first()).toContainText('2 of 2 closed');
  refuse();
  await expect(dialog).toContainText('You said no.');
});

test('from outside: an account that is closed is opened, and one that cannot be is named with the reason', async ({
  page,
  main,
  address,
}) => {
  const closed = { ...PROFILE, accountId: randomUUID(), label: 'Closed', isOpen: false };
  const keyless = { ...PROFILE, accountId: randomUUID(), label: 'Keyless', isOpen: false };
  const accounts = [PROFILE, closed, keyless];
  main.answer('accounts.list', () => ok(accounts));
  main.tell('accounts', { accounts });
  const opened = new Set([ACCOUNT_ID]);
  main.answer('accounts.open', ({ accountId }) => {
    if (accountId === keyless.accountId) return notAllowed('The key is missing.');
    opened.add(accountId);
    return ok({ ...PROFILE, accountId });
  });
  main.answer('closings.plan', ({ accountId }) =>
    opened.has(accountId) ? ok(planOf()) : notAllowed('This account is not open in Ballast.'),
  );
  main.answer('closings.begin', () => ok(closingOf(planOf())));
  await openDesk(page, address);
  main.tell('visits', { visitId: randomUUID(), at: Date.now(), to: { place: 'flatten' } });
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  await expect(dialog.getByRole('region', { name: 'Closed' })).toContainText('Sell 100 AAPL');
  await expect(dialog.getByRole('region', { name: 'Keyless' })).toContainText('The key is missing');
  await dialog.getByRole('button', { name: 'Flatten 4 positions on 2 accounts' }).click();
  await expect
    .poll(() => main.inputsOf('closings.begin').map(({ accountId }) => accountId))
    .toEqual([ACCOUNT_ID, closed.accountId]);
});

test('one that main does not know any more is not said to begin', async ({
  page,
  main,
  address,
}) => {
  const closing = closingOf(planOf(), { state: 'waiting', note: 'The computer slept.' });
  main.tell('closings', closing);
  await openDesk(page, address);
  const banner = page.getByRole('region', { name: 'Waiting for you' });
  main.forget('closings');
  await banner.getByRole('button', { name: 'Continue…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  await expect(dialog).toContainText('Ballast is no longer tracking this.');
  await expect(dialog.getByText('Starting.')).toHaveCount(0);
});

test('after a restart it waits on every screen, and goes on when the person says so', async ({
  page,
  main,
  address,
}) => {
  const closing = closingOf(planOf(), {
    state: 'waiting',
    note: 'Ballast closed while this was in progress.',
  });
  main.tell('closings', closing);
  main.answer('closings.goOn', () => ok({ ...closing, state: 'running' }));
  await openDesk(page, address);
  const banner = page.getByRole('region', { name: 'Waiting for you' });
  await expect(banner).toContainText('Nothing more will be closed until you continue.');
  await banner.getByRole('button', { name: 'Continue…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  await expect(dialog).toContainText('Ballast closed while this was in progress.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect
    .poll(() => main.inputsOf('closings.goOn'))
    .toEqual([{ accountId: ACCOUNT_ID, closingId: closing.closingId, how: 'market' }]);
});
