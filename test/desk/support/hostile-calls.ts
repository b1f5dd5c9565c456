// What a page that is not ours any more would say: every call of the contract with input that means harm and fits. A call
// that is new to the contract does not compile until it is here.
import type { CallName, Input } from '#contract/calls.ts';
import type { Confirmation } from '#contract/trading.ts';
import { MintForm } from '#contract/tokenization.ts';
import { SystemChoices } from '#contract/ui.ts';
import { DEFAULT_ALERTS } from '#main/desk/alerts/alert-store.ts';
import { decimal } from '#main/domain/decimal.ts';
import type { AccountDesk } from '#test/faults/support/account-desk.ts';
import { OPEN_GUARDS } from '#test/faults/support/desk.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';

export type HostileCalls = {
  [K in CallName]: (accountId: string) => Input<K> | Promise<Input<K>>;
};
type World = {
  desk: AccountDesk;
  clientId: string;
  redirectUri: string;
  /** An application at the practice broker. */
  practice: { accountId: string; clientId: string };
  /** What an account has left undone: an exit of unknown fate, a way out that waits. */
  left: (accountId: string) => { intentId: string; closingId: string } | undefined;
  /** The mint of each account that waits for a second person. */
  proposed: (accountId: string) => string;
};

const FAR_AWAY = 'thief.example';
const NOBODY = '00000000-0000-4000-8000-00000000dead';
export const THIEF = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
export const HOSTILE_FORM = MintForm.parse({
  underlyingSymbol: 'AAPL',
  qty: '1',
  issuer: 'xstocks',
  network: 'solana',
  walletAddress: THIEF,
  label: '',
});
const CSV = `symbol,qty,issuer,network,wallet_address\nAAPL,1,xstocks,solana,${THIEF}\n`;
const PASSPHRASE = 'a passphrase of the page';
const foreignHosts = {
  rest: `https://${FAR_AWAY}`,
  data: `https://${FAR_AWAY}`,
  tradeStream: `wss://${FAR_AWAY}/stream`,
  dataStream: `wss://${FAR_AWAY}/v2/iex`,
};
const KEY = { keyId: 'what-the-page-knows', secretKey: 'and-wants-to-send' };
const KEEP = { keepIn: 'this-run', isUnverifiedAllowed: true } as const;
const CONFIRMED: Confirmation[] = ['stream-down', 'exit-while-stopped'];

export function createHostileCalls(world: World): HostileCalls {
  const { desk, clientId, redirectUri, practice, left, proposed } = world;
  const of = (accountId: string) => ({ accountId });
  const onSymbol = (accountId: string) => ({ accountId, symbol: 'AAPL' });
  const onTicket = async (accountId: string) => ({
    accountId,
    intentId: await desk.openTicket(accountId),
  });
  const onNobody = (accountId: string) => ({ accountId, intentId: NOBODY });
  const ask = { clientId, responseType: 'code', redirectUri, scope: 'trading', state: 'x' };
  const onAsk = async (accountId: string) => {
    const { askId } = await desk.must('oauth.prepare', { accountId, ask });
    return { accountId, askId };
  };
  /** Applications are registered at the practice broker alone, which is paper as well. */
  const onClient = async (accountId: string) => {
    const all = await desk.must('accounts.list', {});
    const isPaper = all.find((one) => one.accountId === accountId)?.environment === 'paper';
    return { ...practice, ...(!isPaper && { accountId }) };
  };
  const nothing = () => ({});
  const list = { listId: 'first' };
  return {
    'desk.info': nothing,
    'desk.openFolder': nothing,
    'archives.list': nothing,
    'archives.keep': () => ({ years: 7 }),
    'archives.months': (accountId) => ({ accountId }),
    'data.backUp': nothing,
    'data.restore': nothing,
    'data.cancel': nothing,
    'data.resetSettings': nothing,
    'data.resetPractice': nothing,
    'updates.look': nothing,
    'updates.fetch': nothing,
    'updates.cancel': nothing,
    'updates.showFolder': nothing,
    'guards.get': nothing,
    'guards.set': async () => ({
      guards: OPEN_GUARDS,
      from: (await desk.must('guards.get', {})).version,
    }),
    'trading.stop': nothing,
    'trading.resume': nothing,
    'lock.now': nothing,
    'lock.unlock': () => ({ passphrase: PASSPHRASE }),
    'lock.configure': () => ({ next: PASSPHRASE, lockAfterMinutes: 1 }),
    'lock.touch': nothing,
    'accounts.list': nothing,
    'accounts.open': of,
    'accounts.check': () => ({ environment: 'live', hosts: foreignHosts, credentials: KEY }),
    'accounts.stopCheck': nothing,
    'accounts.connect': () => ({
      label: 'Mine',
      environment: 'live',
      hosts: foreignHosts,
      credentials: KEY,
      ...KEEP,
    }),
    'accounts.rotate': (accountId) => ({ accountId, credentials: KEY, ...KEEP }),
    'accounts.rename': (accountId) => ({ accountId, label: `Harmless ${accountId.slice(0, 6)}` }),
    'accounts.setFeed': (accountId) => ({ accountId, feed: 'iex' }),
    'accounts.reorder': (accountId) => ({ accountIds: [accountId] }),
    'accounts.losses': of,
    'accounts.record': of,
    'accounts.remove': (accountId) => ({ accountId, isLossAccepted: true }),
    'accounts.arm': of,
    'accounts.disarm': () => ({ accountId: NOBODY }),
    'keys.status': nothing,
    'keys.remove': of,
    'keys.move': (accountId) => ({ accountId, keepIn: 'sealed-file' }),
    'keys.unseal': () => ({ passphrase: PASSPHRASE }),
    'keys.changePassphrase': () => ({ current: PASSPHRASE, next: PASSPHRASE }),
    'keys.stopWaiting': nothing,
    'tickets.open': of,
    'orders.preview': async (accountId) => ({
      ...(await onTicket(accountId)),
      draft: marketDraft('AAPL', '1'),
    }),
    'orders.submit': async (accountId) => ({
      ...(await onTicket(accountId)),
      draft: marketDraft('AAPL', '1', 'sell'),
      confirmations: CONFIRMED,
    }),
    'orders.previewChange': async (accountId) => ({
      ...(await onTicket(accountId)),
      orderId: 'none',
      change: { qty: decimal('2') },
    }),
    'orders.replace': async (accountId) => ({
      ...(await onTicket(accountId)),
      orderId: 'none',
      change: { qty: decimal('2') },
      confirmations: CONFIRMED,
    }),
    'orders.cancel': (accountId) => ({ accountId, orderId: 'none' }),
    'orders.cancelUnknown': onNobody,
    'orders.cancelAll': (accountId) => ({ accountId, orderIds: [], intentIds: [] }),
    'orders.cancelEverything': of,
    'orders.lookAgain': onNobody,
    'orders.previewAgain': onNobody,
    'orders.sendAgain': (accountId) => ({
      accountId,
      intentId: left(accountId)?.intentId ?? NOBODY,
      confirmations: CONFIRMED,
    }),
    'orders.setAside': (accountId) => ({ ...onNobody(accountId), cancelWhenFound: true }),
    'orders.evidence': onNobody,
    'positions.closing': onSymbol,
    'closings.plan': (accountId) => ({ accountId, kind: 'flatten' }),
    'closings.begin': async (accountId) => ({
      accountId,
      closingId: (await desk.must('closings.plan', { accountId, kind: 'flatten' })).closingId,
      how: 'market',
    }),
    'closings.goOn': (accountId) => ({
      accountId,
      closingId: left(accountId)?.closingId ?? NOBODY,
    }),
    'closings.stop': (accountId) => ({ accountId, closingId: NOBODY }),
    'bars.history': (accountId) => ({ ...onSymbol(accountId), timeframe: '1Min', limit: 1 }),
    'assets.search': (accountId) => ({ accountId, text: 'A' }),
    'portfolio.history': (accountId) => ({ accountId, period: '1D' }),
    'activities.list': (accountId) => ({ accountId, types: [] }),
    'watchlists.get': of,
    'watchlists.create': (accountId) => ({ accountId, name: 'Mine' }),
    'watchlists.rename': (accountId) => ({ accountId, ...list, name: 'Yours' }),
    'watchlists.remove': (accountId) => ({ accountId, ...list }),
    'watchlists.add': (accountId) => ({ ...onSymbol(accountId), ...list }),
    'watchlists.arrange': (accountId) => ({ accountId, ...list, symbols: [], seen: [] }),
    'tokenization.terms': of,
    'mints.available': onSymbol,
    'mints.preview': async (accountId) => ({ ...(await onTicket(accountId)), form: HOSTILE_FORM }),
    'mints.submit': async (accountId) => ({ ...(await onTicket(accountId)), form: HOSTILE_FORM }),
    'mints.lookAgain': onNobody,
    'mints.sendAgain': onNobody,
    'mints.setAside': onNobody,
    'tokenization.requests': (accountId) => ({ accountId, filters: {} }),
    'tokenization.byId': (accountId) => ({ accountId, tokenizationRequestId: NOBODY }),
    'tokenization.byLabel': (accountId) => ({ accountId, label: 'x' }),
    'batches.read': (accountId) => ({ accountId, csv: CSV }),
    'batches.dryRun': (accountId) => ({ accountId, name: 'Mine', csv: CSV }),
    'batches.start': async (accountId) => ({
      accountId,
      batchId: (await desk.must('batches.dryRun', { accountId, name: 'Mine', csv: CSV })).batchId,
    }),
    'mints.propose': (accountId) => ({ accountId, form: HOSTILE_FORM }),
    'batches.propose': async (accountId) => ({
      accountId,
      batchId: (await desk.must('batches.dryRun', { accountId, name: 'thief', csv: CSV })).batchId,
    }),
    'proposals.approve': (accountId) => ({ accountId, proposalId: proposed(accountId) }),
    'proposals.refuse': (accountId) => ({ accountId, proposalId: proposed(accountId) }),
    'proposals.withdraw': async (accountId) => {
      const form = { ...HOSTILE_FORM, qty: decimal('6') };
      const { proposalId } = await desk.must('mints.propose', { accountId, form });
      return { accountId, proposalId };
    },
    'secondPerson.get': nothing,
    'secondPerson.set': nothing,
    'batches.pause': (accountId) => ({ accountId, batchId: NOBODY }),
    'batches.discard': (accountId) => ({ accountId, batchId: NOBODY }),
    'batches.list': of,
    'mints.dayEnd': of,
    'mints.outstanding': of,
    'addresses.get': of,
    'addresses.approve': (accountId) => ({ accountId, network: 'solana', address: THIEF }),
    'addresses.withdraw': (accountId) => ({ accountId, network: 'solana', address: THIEF }),
    // Written into the book, it is still an address that nothing went to.
    'addresses.set': (accountId) => ({
      accountId,
      addresses: [{ name: 'Cold wallet', network: 'solana', address: THIEF }],
    }),
    'oauth.readLink': () => ({ link: 'ballast://oauth/authorize' }),
    'oauth.prepare': (accountId) => ({ accountId, ask }),
    'oauth.allow': onAsk,
    'oauth.deny': onAsk,
    'oauth.openAnswer': async (accountId) => {
      const asked = await onAsk(accountId);
      await desk.must('oauth.deny', asked);
      return asked;
    },
    'oauth.copyAnswer': async (accountId) => {
      const asked = await onAsk(accountId);
      await desk.must('oauth.deny', asked);
      return asked;
    },
    'oauth.readiness': of,
    'oauth.configure': (accountId) => ({ accountId, brokerHost: `https://${FAR_AWAY}` }),
    'oauth.saveClientSecret': (accountId) => ({
      accountId,
      clientId: 'c'.repeat(32),
      clientSecret: 'x',
    }),
    'oauth.removeClientSecret': (accountId) => ({ accountId, clientId: 'c'.repeat(32) }),
    'oauth.issueToken': (accountId) => ({
      accountId,
      clientId,
      redirectUri,
      scope: 'trading',
      isShown: true,
    }),
    'oauth.grants': of,
    'oauth.access': of,
    'oauth.revoke': (accountId) => ({ accountId, clientId }),
    'clients.list': of,
    'clients.add': async (accountId) => ({
      accountId: (await onClient(accountId)).accountId,
      draft: { name: 'Demo application', redirectUris: [`https://${FAR_AWAY}/`], scopes: [] },
    }),
    'clients.renewSecret': onClient,
    'clients.setDisabled': async (accountId) => ({
      ...(await onClient(accountId)),
      isDisabled: true,
    }),
    'clients.remove': onClient,
    'alerts.settings': nothing,
    'alerts.configure': () => ({ settings: { ...DEFAULT_ALERTS, isDoNotDisturb: true } }),
    'alerts.see': () => ({ alertIds: ['fill:1'] }),
    'market.sessions': (accountId) => ({
      accountId,
      fromMs: 1_780_000_000_000,
      toMs: 1_780_086_400_000,
    }),
    'priceAlerts.list': of,
    'priceAlerts.add': (accountId) => ({
      ...onSymbol(accountId),
      rule: { kind: 'above', price: decimal('999') },
    }),
    'priceAlerts.remove': (accountId) => ({ accountId, priceAlertId: NOBODY }),
    'ui.get': nothing,
    'ui.set': async () => ({
      area: 'system',
      value: SystemChoices.parse({}),
      from: (await desk.must('ui.get', {})).system.version,
      to: crypto.randomUUID(),
    }),
    'places.first': nothing,
    'places.leave': (accountId) => ({ accountId, screen: 'desk' }),
    'files.save': () => ({ suggestedName: 'orders.csv', text: 'x' }),
    'windows.openChart': (accountId) => ({
      ...onSymbol(accountId),
      timeframe: '1Min',
      style: 'candles',
      hasVolume: true,
      hasHours: true,
      indicators: [],
      isLinked: false,
    }),
    'activity.list': (accountId) => ({ accountId, kinds: [], text: '', limit: 1 }),
    'paper.faults': of,
    'paper.break': (accountId) => ({ accountId, name: 'answer lost', times: 1 }),
    'paper.heal': of,
  };
}
