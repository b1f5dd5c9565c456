import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderDraft } from '#contract/orders.ts';
import { readTradeLine } from '#renderer/core/commands/trade-line.ts';
import { buildDraft } from '#renderer/trading/ticket/build-draft.ts';
import { newTicket, reduceTicket } from '#renderer/trading/ticket/ticket.ts';

/** A line in short: 'buy 10 MSFT limit day limitPrice=330', or what is wrong with it. */
function short(typed: string): string | undefined {
  const read = readTradeLine(typed);
  if (!read) return undefined;
  if (!read.ok) return `! ${read.issue}`;
  const { line } = read;
  switch (line.kind) {
    case 'order':
      return draftText(line.draft);
    case 'ticket':
      return `ticket ${line.side} ${line.symbol}`;
    case 'close':
    case 'half':
    case 'reverse':
      return `${line.kind} ${line.symbol}`;
    case 'protect':
      return `protect ${line.symbol} ${JSON.stringify(line.exits)}`;
    case 'cancel':
      return `cancel ${line.symbol ?? 'any'} ${line.side ?? 'both'}`;
    case 'alert':
      return `alert ${line.symbol} ${line.when ?? 'either'} ${line.price}`;
    default:
      return line satisfies never;
  }
}

function draftText(draft: OrderDraft): string {
  const { side, qty, notional, symbol, type, timeInForce, takeProfit, stopLoss, ...rest } = draft;
  return [
    side,
    qty ?? `$${notional}`,
    symbol,
    type,
    timeInForce,
    ...Object.entries(rest).map(([name, value]) => `${name}=${value}`),
    ...(takeProfit ? [`tp=${takeProfit.limitPrice}`] : []),
    ...(stopLoss ? [`sl=${stopLoss.stopPrice}`] : []),
  ].join(' ');
}

const WRITE_OUT = 'write the number out, without k.';

describe('a typed line', () => {
  it.each([
    // Market orders, in every order of the words.
    ['buy 10 msft', 'buy 10 MSFT market day'],
    ['BUY 10 MSFT', 'buy 10 MSFT market day'],
    ['  buy   10  msft ', 'buy 10 MSFT market day'],
    ['buy msft 10', 'buy 10 MSFT market day'],
    ['msft buy 10', 'buy 10 MSFT market day'],
    ['10 msft buy', 'buy 10 MSFT market day'],
    ['msft 10 sell', 'sell 10 MSFT market day'],
    ['sell 10 shares of msft', 'sell 10 MSFT market day'],
    ['sell 1 share of msft', 'sell 1 MSFT market day'],
    ['short 5 amzn', 'sell 5 AMZN market day'],
    ['sell short 5 amzn', 'sell 5 AMZN market day'],
    ['Sell-short 5 amzn limit 190', 'sell 5 AMZN limit day limitPrice=190'],
    ['buy 10 msft market', 'buy 10 MSFT market day'],
    ['buy 10 msft mkt', 'buy 10 MSFT market day'],
    ['buy 10 msft at the market', 'buy 10 MSFT market day'],
    ['buy 10 msft at market gtc', 'buy 10 MSFT market gtc'],
    ['buy 0.5 brk.b', 'buy 0.5 BRK.B market day'],
    ['buy .5 aapl', 'buy 0.5 AAPL market day'],
    ['buy 1,000 aapl', 'buy 1000 AAPL market day'],
    ['buy 10 all', 'buy 10 ALL market day'],
    ['buy 10 lmt', 'buy 10 LMT market day'],
    ['buy 10 a', 'buy 10 A market day'],
    // Dollars.
    ['buy $500 tsla', 'buy $500 TSLA market day'],
    ['buy tsla $500', 'buy $500 TSLA market day'],
    ['buy 500 dollars of tsla', 'buy $500 TSLA market day'],
    ['buy 500$ tsla', 'buy $500 TSLA market day'],
    ['buy $1,234.50 tsla', 'buy $1234.50 TSLA market day'],
    ['buy $500 tsla limit 330', 'buy $500 TSLA limit day limitPrice=330'],
    // Limits.
    ['buy 10 msft limit 330', 'buy 10 MSFT limit day limitPrice=330'],
    ['buy 10 msft @ 330', 'buy 10 MSFT limit day limitPrice=330'],
    ['buy 10 msft @330', 'buy 10 MSFT limit day limitPrice=330'],
    ['buy 10@330 msft', 'buy 10 MSFT limit day limitPrice=330'],
    ['buy 10 msft at 330', 'buy 10 MSFT limit day limitPrice=330'],
    ['limit 330 buy 10 msft', 'buy 10 MSFT limit day limitPrice=330'],
    ['buy limit 330 10 msft', 'buy 10 MSFT limit day limitPrice=330'],
    ['buy 10 msft limit $330.25', 'buy 10 MSFT limit day limitPrice=330.25'],
    ['buy 10 msft limit 1,330.25', 'buy 10 MSFT limit day limitPrice=1330.25'],
    ['buy 10 msft limit 330 gtc', 'buy 10 MSFT limit gtc limitPrice=330'],
    ['buy 10 msft gtc limit 330', 'buy 10 MSFT limit gtc limitPrice=330'],
    ['buy 10 msft limit 330 good till canceled', 'buy 10 MSFT limit gtc limitPrice=330'],
    ['buy 10 msft limit 330 ioc', 'buy 10 MSFT limit ioc limitPrice=330'],
    ['buy 10 msft limit 330 fok', 'buy 10 MSFT limit fok limitPrice=330'],
    ['buy 10 msft at the open', 'buy 10 MSFT market opg'],
    ['buy 10 msft at the close', 'buy 10 MSFT market cls'],
    ['sell 10 msft on close limit 330', 'sell 10 MSFT limit cls limitPrice=330'],
    ['buy 10 msft limit 330 ext', 'buy 10 MSFT limit day limitPrice=330 extendedHours=true'],
    [
      'buy 10 msft limit 330 extended hours',
      'buy 10 MSFT limit day limitPrice=330 extendedHours=true',
    ],
    // Stops.
    ['sell 5 aapl stop 180 gtc', 'sell 5 AAPL stop gtc stopPrice=180'],
    [
      'sell 5 aapl stop 180 limit 179.50',
      'sell 5 AAPL stop_limit day limitPrice=179.50 stopPrice=180',
    ],
    ['sell 5 aapl @ 179 stop 180', 'sell 5 AAPL stop_limit day limitPrice=179 stopPrice=180'],
    ['sell 5 aapl trail 2', 'sell 5 AAPL trailing_stop day trailPrice=2'],
    ['sell 5 aapl trail 2.5%', 'sell 5 AAPL trailing_stop day trailPercent=2.5'],
    ['sell 5 aapl trailing stop 2 gtc', 'sell 5 AAPL trailing_stop gtc trailPrice=2'],
    // Exits that follow.
    [
      'buy 10 msft limit 330 target 355 stop loss 320',
      'buy 10 MSFT limit day limitPrice=330 orderClass=bracket tp=355 sl=320',
    ],
    ['buy 10 msft tp 355 sl 320', 'buy 10 MSFT market day orderClass=bracket tp=355 sl=320'],
    ['buy 10 msft sl 320', 'buy 10 MSFT market day orderClass=oto sl=320'],
    ['buy 10 msft take profit 355 gtc', 'buy 10 MSFT market gtc orderClass=oto tp=355'],
    // The ticket asks for the size.
    ['buy msft', 'ticket buy MSFT'],
    ['sell brk.b', 'ticket sell BRK.B'],
    // Coins.
    ['buy 0.1 btc/usd limit 60000 gtc', 'buy 0.1 BTC/USD limit gtc limitPrice=60000'],
    ['sell 1 btc/usd stop 5', '! A stop order is not offered for BTC/USD.'],
    ['buy 1 btc/usd tp 5 sl 3', '! BTC/USD takes no target or stop loss.'],
    ['buy 1 btc/usd limit 5', '! A limit order of BTC/USD cannot be day: write gtc or ioc.'],
    // What could be meant in two ways, or not at all.
    ['buy', '! Buy what? Write a symbol, for example: buy 10 msft limit 330'],
    ['sell 10', '! Sell what? Write a symbol, for example: sell 10 msft limit 330'],
    ['buy sell 10 msft', '! Buy or sell? Write one of the two.'],
    ['buy 10 msft aapl', '! Buy which symbol: MSFT or AAPL?'],
    ['buy 500 usd tsla', '! Buy which symbol: USD or TSLA?'],
    ['buy 10 msft for 330', '! Buy which symbol: MSFT or FOR?'],
    ['buy 10 msft 330', '! Which is the size, 10 or 330? Write "limit" or "stop" before a price.'],
    ['buy 10 $500 msft', '! Which is the size, 10 or 500? Write "limit" or "stop" before a price.'],
    ['buy 10k msft', `! "10k": ${WRITE_OUT}`],
    ['buy $10k msft', `! "$10k": ${WRITE_OUT}`],
    ['buy 1.5k msft', `! "1.5k": ${WRITE_OUT}`],
    ['buy 1m msft', '! "1m": write the number out, without m.'],
    ['buy 10 msft limit 1k', `! "1k": ${WRITE_OUT}`],
    ['buy 1,5 msft', '! "1,5": write 1.5 with a point.'],
    ['buy 10 msft limit 330,50', '! "330,50": write 330.50 with a point.'],
    ['buy 10 msft limit 1.330,50', '! "1.330,50": write 1330.50 with a point.'],
    ['buy -10 msft', '! "-10": write it without a minus sign.'],
    ['buy +10 msft', '! "+10": write it without a plus sign.'],
    ['buy 1e3 msft', '! "1e3": write the number out, without an exponent.'],
    ['buy 5% msft', '! "5%": write it without a percent sign.'],
    ['buy 10 msft limit', '! Write the price after "limit".'],
    ['buy 10 limit msft', '! Write the price after "limit".'],
    ['buy 10 msft 330 limit', '! Write the price after "limit".'],
    ['buy 10 msft @', '! Write the price after "limit".'],
    ['sell 10 msft stop', '! Write the price after "stop".'],
    ['buy 10 msft limit 330 limit 331', '! "limit" is there twice. Write it once.'],
    [
      'buy 10 msft market limit 330',
      '! A market order has no price. Leave out "market" or the price.',
    ],
    ['sell 10 msft trail 2 limit 330', '! A trailing stop has neither a limit nor a stop price.'],
    ['sell 10 msft trail 2 tp 350', '! A trailing stop order takes no target or stop loss.'],
    ['buy 10 msft stop 340 tp 355 sl 320', '! A stop order takes no bracket.'],
    ['buy 10 msft day gtc', '! How long: day or gtc? Write one of them.'],
    ['sell 10 msft stop 320 ioc', '! A stop order of MSFT cannot be ioc: write day or gtc.'],
    ['buy 10 msft ext', '! Extended hours take a limit order that is day or gtc.'],
    [
      'buy msft limit 330',
      '! Buy how much MSFT? Write a number of shares, or dollars such as $500.',
    ],
    ['buy 10 msft!', '! Not understood: "msft!".'],
    ['sell all aapl', '! To get out of all of it, write "close" and the symbol.'],
    [
      'buy 1.1234567891 aapl',
      '! The quantity must have at most 12 digits before the point and 9 after it.',
    ],
    [
      'buy 10 aapl limit 1.12345',
      '! The price must have at most 9 digits before the point and 4 after it.',
    ],
    // Out.
    ['close aapl', 'close AAPL'],
    ['aapl close', 'close AAPL'],
    ['half aapl', 'half AAPL'],
    ['reverse aapl', 'reverse AAPL'],
    ['flatten tsla', 'close TSLA'],
    ['close all', 'close ALL'],
    ['sell half aapl', 'half AAPL'],
    ['close my aapl', 'close AAPL'],
    ['close the current panel', undefined],
    ['close', undefined],
    ['close 5 aapl', undefined],
    // Protection.
    ['protect tsla 340 355', 'protect TSLA ["340","355"]'],
    ['protect 340 355 tsla', 'protect TSLA ["340","355"]'],
    ['protect tsla stop 340 target 355', 'protect TSLA {"stop":"340","target":"355"}'],
    ['protect tsla target 355', 'protect TSLA {"target":"355"}'],
    ['protect tsla stop 340', 'protect TSLA {"stop":"340"}'],
    ['protect tsla 340', '! Is 340 the stop or the target? Write "stop 340" or "target 340".'],
    ['protect tsla', '! Protect TSLA at what prices? For example: protect tsla 340 355'],
    ['protect', '! Protect what? For example: protect tsla 340 355'],
    ['protect tsla 340 355 360', '! Write one stop and one target.'],
    ['protect tsla 340 stop 355', '! Write one stop and one target.'],
    ['protect tsla 340,5 355', '! "340,5": write 340.5 with a point.'],
    // Cancels.
    ['cancel all tsla', 'cancel TSLA both'],
    ['cancel tsla', 'cancel TSLA both'],
    ['cancel all buys', 'cancel any buy'],
    ['cancel all sell orders', 'cancel any sell'],
    ['cancel all buys tsla', 'cancel TSLA buy'],
    ['cancel all', undefined],
    ['cancel all orders', undefined],
    ['cancel order: buy 3 msft', undefined],
    ['cancel all buys sells', undefined],
    // Alerts.
    ['alert aapl 195', 'alert AAPL either 195'],
    ['alert 195 aapl', 'alert AAPL either 195'],
    ['alert aapl @ 195.50', 'alert AAPL either 195.50'],
    ['alert aapl above 195', 'alert AAPL above 195'],
    ['alert aapl under 180', 'alert AAPL below 180'],
    ['alert aapl', '! Alert on AAPL at what price? For example: alert aapl 195'],
    ['alert aapl 195 196', '! One alert has one price.'],
    ['alert aapl 195,5', '! "195,5": write 195.5 with a point.'],
    ['alert', undefined],
    // A search.
    ['', undefined],
    ['aapl', undefined],
    ['flatten', undefined],
    ['go to order ticket', undefined],
    ['stop all trading', undefined],
  ])('%s', (typed, meaning) => {
    expect(short(typed)).toBe(meaning);
  });

  const word = fc.constantFrom(
    ...'buy sell msft brk.b btc/usd limit stop @ trail target sl gtc ioc market ext'.split(' '),
    ...'of shares dollars all half close protect cancel alert above for k'.split(' '),
    'at the close',
  );
  const number = fc.oneof(
    fc.stringMatching(/^[1-9]\d{0,4}(\.\d{1,3})?$/),
    fc.stringMatching(/^\$?\d{1,3}[.,]\d{1,3}[k%$]?$/),
  );

  it('never yields a size or a price that was not typed, nor one price for another', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(word, number), { maxLength: 9 }), (words) => {
        const typed = words.join(' ');
        const read = readTradeLine(typed);
        if (!read?.ok) return;
        const numbers = new Set((typed.match(/[\d.,]*\d[\d.,]*/g) ?? []).map(plain));
        for (const value of valuesOf(read.line)) expect(numbers).toContain(plain(value));
        if (read.line.kind === 'order') {
          // Every number is somewhere in the order: nothing that was typed is passed over.
          expect(valuesOf(read.line).map(plain).toSorted()).toEqual(
            (typed.match(/[\d.,]*\d[\d.,]*/g) ?? []).map(plain).toSorted(),
          );
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('is in the ticket what it was in the line', () => {
    const price = fc.stringMatching(/^[1-9]\d{0,3}\.\d\d$/);
    const ending = fc.constantFrom('', ' gtc', ' day', ' ioc', ' ext', ' tp 9000.00 sl 0.50');
    const priced = fc.oneof(
      fc.constant(''),
      price.map((at) => ` limit ${at}`),
      price.map((at) => ` stop ${at}`),
      fc.tuple(price, price).map(([at, stop]) => ` stop ${stop} limit ${at}`),
      price.map((by) => ` trail ${by}%`),
    );
    const line = fc
      .tuple(fc.constantFrom('buy', 'sell'), fc.constantFrom('7 msft', '1 btc/usd'), priced, ending)
      .map((parts) => parts.join(' '));
    const old = reduceTicket(newTicket('AAPL'), {
      kind: 'edit',
      change: { qty: '99', limitPrice: '5', orderClass: 'bracket', stopLoss: '4', type: 'limit' },
    });
    fc.assert(
      fc.property(line, (typed) => {
        const read = readTradeLine(typed);
        if (!read?.ok || read.line.kind !== 'order') return;
        const { draft } = read.line;
        const { fields } = reduceTicket(old, { kind: 'fill', draft });
        expect(buildDraft(fields)).toEqual({ ok: true, draft });
      }),
    );
  });
});

const plain = (number: string): string => {
  const bare = number.replaceAll(',', '').replace(/^\./, '0.').replace(/\.$/, '');
  return bare;
};

function valuesOf(line: NonNullable<ReturnType<typeof readLine>>): string[] {
  switch (line.kind) {
    case 'order': {
      const { qty, notional, limitPrice, stopPrice, trailPrice, trailPercent } = line.draft;
      const { takeProfit, stopLoss } = line.draft;
      const all = [qty, notional, limitPrice, stopPrice, trailPrice, trailPercent];
      return [...all, takeProfit?.limitPrice, stopLoss?.stopPrice].filter(
        (value) => value !== undefined,
      );
    }
    case 'protect':
      return Object.values(line.exits);
    case 'alert':
      return [line.price];
    default:
      return [];
  }
}

function readLine(typed: string) {
  const read = readTradeLine(typed);
  return read?.ok ? read.line : undefined;
}
