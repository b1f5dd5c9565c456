// What a person is told of mints and redeems that this desk did not send. A mint takes shares out of the account, so it is
// said what to do when nobody of theirs sent it.
import { shortAddress } from '#contract/tokenization.ts';
import { countWords, type ForeignNews } from '#main/account/mints/foreign-requests.ts';
import type { AlertedAccount, AlertEvent } from '#main/desk/alerts/alert-events.ts';
import { qtyText } from '#main/domain/words.ts';

type News<K extends ForeignNews['kind']> = Extract<ForeignNews, { kind: K }>;

export const unsureAlert = (tokenizationRequestId: string): string =>
  `unsure:${tokenizationRequestId}`;
const sureAlert = (tokenizationRequestId: string): string => `elsewhere:${tokenizationRequestId}`;

/** Whatever was said of one that turned out to be this desk's. */
export const foreignAlerts = (tokenizationRequestId: string): string[] => [
  unsureAlert(tokenizationRequestId),
  sureAlert(tokenizationRequestId),
];

export function foreignAlert(
  { request, isSure, applications }: News<'foreign-request'>,
  { accountId, name }: AlertedAccount,
): AlertEvent {
  const { tokenizationRequestId, underlyingSymbol: symbol, issuer, network, status } = request;
  const size = `${qtyText(request.qty)} ${symbol}`;
  const where = `${issuer} on ${network}, ${status}.`;
  const target = { accountId, tokenizationRequestId, symbol };
  if (request.type === 'redeem')
    return {
      alertId: sureAlert(tokenizationRequestId),
      kind: 'redeem',
      title: `Redeem arrived: ${size}`,
      text: `${where} ${arrivalText(status)} ${name}.`,
      target,
    };
  const wallet =
    request.walletAddress === undefined ? '' : `To ${shortAddress(request.walletAddress)}, `;
  return isSure
    ? {
        alertId: sureAlert(tokenizationRequestId),
        kind: 'elsewhere',
        title: `Mint from elsewhere: ${size}`,
        text: `${wallet}${where} This desk did not send it.${allowedText(applications)} If nobody on your side sent it, replace the account’s key and revoke application access. ${name}.`,
        target,
      }
    : {
        alertId: unsureAlert(tokenizationRequestId),
        kind: 'elsewhere',
        title: `Mint possibly from elsewhere: ${size}`,
        text: `${wallet}${where} It may be a mint from this desk whose answer was lost: check the requests. ${name}.`,
        target,
      };
}

/** One for all that was there when the account was first read. */
export const foundAlert = (
  { mints, redeems }: News<'requests-found'>,
  { accountId, name }: AlertedAccount,
): AlertEvent => ({
  alertId: `requests-found:${accountId}`,
  kind: 'mint',
  title: `Already at the broker: ${countWords(mints, redeems)}`,
  text: `They were already there when this account was first read, and this desk sent none of them. New ones will each raise an alert. ${name}.`,
  target: { accountId },
});

function arrivalText(status: string): string {
  if (status === 'completed') return 'The shares are in the account.';
  return status === 'rejected'
    ? 'No shares arrived.'
    : 'The shares arrive when the issuer completes it.';
}

const allowedText = (applications: readonly string[]): string =>
  applications.length === 0
    ? ''
    : ` Applications with access granted here: ${applications.join(', ')}.`;
