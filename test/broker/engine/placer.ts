// Places orders as fast as it can and prints each id once the engine has answered, until it is killed.
import { writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { createEngine } from '#main/paper/engine/create-engine.ts';
import { openLedger } from '#main/paper/engine/ledger/open-ledger.ts';
import { createFakeMarket } from './fake-market.ts';
import { MONDAY } from './rig.ts';

const engine = createEngine({
  ledger: openLedger(process.argv[2] ?? ''),
  market: createFakeMarket('always'),
  clock: { now: () => MONDAY, at: () => () => undefined },
  ids: { uuid: randomUUID },
  random: () => 0.99,
});
const account = engine.createAccount({ cash: '1000000000' as never });
for (let count = 0; count < 100_000; count++) {
  const isResting = count % 2 === 0;
  const { id } = engine.place(account, {
    symbol: 'AAPL',
    qty: 1,
    side: 'buy',
    time_in_force: 'day',
    ...(isResting ? { type: 'limit', limit_price: 1 } : { type: 'market' }),
  });
  writeSync(1, `${id}\n`);
}
