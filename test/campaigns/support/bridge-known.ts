// What a page would know: the accounts that are there, symbols that trade, ids that earlier answers gave it. With these a
// share of the messages reaches the handlers and the broker behind them.
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { DEFAULT_ALERTS } from '#main/desk/alerts/alert-store.ts';
import { decimal } from '#main/domain/decimal.ts';
import { OPEN_GUARDS } from '#test/faults/support/desk.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';
import type { Known } from '#test/faults/support/random-calls.ts';
import type { BridgeDesk } from '#test/campaigns/support/bridge-desk.ts';
import { goodLink } from '#test/unit/domain/applications/hostile-links.ts';

export type Learnt = {
  orderIds: string[];
  batchIds: string[];
  askIds: string[];
  clientIds: string[];
  /** Main gave them out; under others it takes nothing. */
  intentIds: string[];
  /** Of documents that several windows change; only the newest of each is taken. */
  versions: string[];
};

const NOBODY = '00000000-0000-4000-8000-00000000dead';
const DEMO_CLIENT = 'ba11a57000004000800000000000de30';
const WALLET = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const FORM = {
  underlyingSymbol: 'AAPL',
  qty: '1',
  issuer: 'xstocks',
  network: 'solana',
  walletAddress: WALLET,
  label: '',
};
const CSV = `symbol,qty,issuer,network,wallet_address\nAAPL,1,xstocks,solana,${WALLET}\n`;

export function knownTo(desk: BridgeDesk, learned: Learnt): Known {
  const { mainId } = desk;
  const fresh = <T>(list: readonly T[], spare: T): readonly T[] =>
    list.length > 0 ? list : [spare];
  return {
    get accountId() {
      return [mainId, mainId, mainId, mainId, mainId, mainId, desk.spareId, NOBODY];
    },
    get accountIds() {
      return [[mainId, desk.spareId]];
    },
    get intentId() {
      return fresh(learned.intentIds, NOBODY);
    },
    get insteadOf() {
      return [undefined, ...learned.intentIds];
    },
    get orderId() {
      return learned.orderIds;
    },
    get orderIds() {
      return [learned.orderIds.slice(-3), []];
    },
    get batchId() {
      return fresh(learned.batchIds, NOBODY);
    },
    get askId() {
      return fresh(learned.askIds, NOBODY);
    },
    /** The version of a document, or the moment from which a list begins. */
    get from() {
      return [...fresh(learned.versions.slice(-8), NOBODY), 1_790_000_000_000];
    },
    symbol: ['AAPL', 'MSFT', 'SPY', 'NOSUCH'],
    symbols: [['AAPL', 'MSFT'], []],
    draft: [
      restingDraft('AAPL'),
      restingDraft('MSFT', '2'),
      { ...restingDraft('SPY'), qty: undefined },
      { ...restingDraft('AAPL'), takeProfit: { limitPrice: decimal('2') } },
      // Of an application.
      { name: 'Mine', redirectUris: [`${desk.hosts.rest}/oauth/demo`], scopes: ['trading'] },
    ],
    change: [{ qty: decimal('2') }, { limitPrice: decimal('1.01') }, {}],
    confirmations: [[], ['stream-down'], ['exit-while-stopped']],
    guards: [OPEN_GUARDS, DEFAULT_GUARDS],
    settings: [DEFAULT_ALERTS, { ...DEFAULT_ALERTS, isDoNotDisturb: true }],
    listId: ['first', 'default', 'x'],
    hosts: [desk.hosts],
    brokerHost: [undefined],
    credentials: [
      { keyId: 'PKNOBODYKNOWSIT0001', secretKey: 'nothing' },
      desk.spareKey,
      { token: 'no-token' },
    ],
    isLossAccepted: [true, false],
    isUnverifiedAllowed: [false],
    passphrase: ['wrong passphrase'],
    current: [undefined, 'wrong passphrase'],
    next: [undefined, 'open sesame'],
    lockAfterMinutes: [0],
    label: ['Spare', 'Another', 'A label'],
    connectAs: [undefined, 'By token'],
    name: ['My list', 'order stream cut', 'answer lost'],
    csv: [CSV, 'nothing', `${CSV}MSFT,x,,,\n`],
    form: [FORM, { ...FORM, walletAddress: 'nowhere' }, { ...FORM, qty: '0' }],
    addresses: [[{ name: 'Cold', network: 'solana', address: WALLET }], []],
    suggestedName: ['orders.csv', 'x.json'],
    link: [goodLink(), 'ballast://oauth/authorize'],
    clientId: [DEMO_CLIENT, 'c'.repeat(32)],
    redirectUri: [`${desk.hosts.rest}/oauth/demo`, 'https://app.example/back'],
    ask: [
      {
        clientId: DEMO_CLIENT,
        responseType: 'code',
        redirectUri: `${desk.hosts.rest}/oauth/demo`,
        scope: 'trading',
        state: 'x',
      },
      { clientId: 'x', responseType: 'token', redirectUri: 'javascript:alert(1)', scope: '' },
    ],
    before: [undefined],
  };
}
