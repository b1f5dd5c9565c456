// Records that cannot be read among good ones, over real sockets: the account arms and trades, nothing is placed twice,
// and each kind is told once however often it is read.
import { expect, it } from 'vitest';
import { parseJson } from '#main/tools/json.ts';
import { openHostileDesk, reads } from '#test/campaigns/support/hostile-desk.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';
import { newIntentId, until } from '#test/faults/support/desk.ts';

it('one odd order, one odd position and one odd price cost nobody else anything', async () => {
  const desk = await openHostileDesk();
  const submit = async (symbol: string) => {
    const intentId = newIntentId();
    const { trading, journal } = desk.unit();
    await trading.submit({ intentId, draft: restingDraft(symbol), confirmations: ['stream-down'] });
    const known = journal.get(intentId);
    return { intentId, state: known.ok ? known.value?.state : undefined };
  };
  try {
    const first = await submit('MSFT');
    desk.door.spoil((path, text) => {
      const json = parseJson(text);
      if (path.startsWith('/v2/orders?') && Array.isArray(json) && json.length > 0) {
        const odd = json.map((order: object) => ({ ...order, qty: { value: 1 } }));
        return { text: JSON.stringify([{ symbol: 'TSLA', status: 'new' }, ...odd]) };
      }
      if (path.startsWith('/v2/positions'))
        return { text: JSON.stringify([{ symbol: 'TSLA', side: 'long', qty: 'many' }]) };
      if (path.startsWith('/v2/stocks/snapshots'))
        return { text: JSON.stringify({ ...(json as object), MSFT: { latestTrade: 7 } }) };
      return undefined;
    });
    await desk.restart();
    const unit = desk.unit();
    expect(unit.gate.armState()).toEqual({ isArmed: true });
    expect(unit.gate.unreadOrders()).toBe(1);
    expect(unit.book.positions().unread).toEqual([{ symbol: 'TSLA', where: 'qty' }]);
    await until('the price of AAPL is there', () => unit.book.price('AAPL') !== undefined);
    const order = unit.book
      .openOrders()
      .find(({ clientOrderId }) => clientOrderId === first.intentId);
    expect(order).toMatchObject({ status: 'new', unread: ['qty'], qty: '1' });
    expect((await submit('AAPL')).state).toBe('accepted');
    expect((await unit.trading.cancel(order?.id ?? '')).ok).toBe(true);
    await until('it is canceled', () => unit.book.order(order?.id ?? '')?.status === 'canceled');
    for (let times = 0; times < 5; times++)
      await Promise.all(
        reads(order?.id ?? '', first.intentId).map(([, read]) => read(unit.client)),
      );
    const page = unit.journal.activity({
      kinds: ['desk'],
      text: 'One of the broker’s records',
      limit: 50,
    });
    const lines = page.ok ? page.value.lines.map(({ text }) => text) : [];
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.toSorted()).toEqual([
      'One of the broker’s records could not be read (order) and was skipped; the others were used. Its id is missing.',
      'One of the broker’s records could not be read (position) and was skipped; the others were used. Its qty is "many".',
      'One of the broker’s records could not be read completely (order). Its qty is {"value":1}. The rest of it was used.',
      'One of the broker’s records could not be read completely (snapshot). Its latestTrade is 7. The rest of it was used.',
    ]);
  } finally {
    await desk.close();
  }
});
