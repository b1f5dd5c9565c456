// What is known about a mint, in sentences.
import { isLeftWaiting } from '#contract/intents.ts';
import type { MintRow, TokenizationRequest } from '#contract/tokenization.ts';
import { formatAge, formatExchangeTime, formatQuantity } from '#renderer/ui/format.ts';

type Standing = { kind: 'good' | 'unsure' | 'bad'; text: string };

export function standingOf({ intent, request }: MintRow): Standing {
  const { state, title, reason } = intent;
  if (intent.isConflict)
    return {
      kind: 'unsure',
      text: `The broker has a different request under this mint’s key. ${reason ?? 'See the evidence.'}`,
    };
  switch (state) {
    case 'accepted':
      return request ? requestStanding(request, title) : { kind: 'good', text: hasIt(title) };
    case 'refused':
      return { kind: 'bad', text: `Nothing was minted. ${reason ?? 'The broker refused it.'}` };
    case 'not-sent':
      return { kind: 'bad', text: `Nothing was sent. ${reason ?? ''}`.trim() };
    case 'recorded':
      return { kind: 'unsure', text: 'Recorded; it will be sent when its turn comes.' };
    case 'sent':
      return { kind: 'unsure', text: 'Sent; waiting for the broker’s answer.' };
    case 'unknown':
      if (isLeftWaiting(intent))
        return {
          kind: 'unsure',
          text: `Not sent. ${reason ?? ''} Ballast is still asking the broker about it; Send again sends it under the same key.`,
        };
      return {
        kind: 'unsure',
        text: `Unconfirmed. ${reason ?? 'The broker did not answer.'} This mint may have been accepted, and Ballast is looking it up. Do not mint it again.`,
      };
    case 'set-aside':
      return {
        kind: 'unsure',
        text: 'You set it aside. Ballast is still looking for it and will tell you if it appears.',
      };
    default:
      return state satisfies never;
  }
}

function requestStanding(
  { status, qty, underlyingSymbol }: TokenizationRequest,
  title: string,
): Standing {
  if (status === 'completed') return { kind: 'good', text: `Completed: ${title}.` };
  if (status === 'rejected')
    return {
      kind: 'bad',
      text: `Rejected by the issuer: ${formatQuantity(qty)} ${underlyingSymbol} are back in the account.`,
    };
  return { kind: 'good', text: hasIt(title) };
}

const hasIt = (title: string): string =>
  `Accepted by the broker: ${title}. Waiting for the issuer’s answer.`;

/** 'Sent 2 times so far. It goes again by itself at 10:02:11, in 3 s, under the same key, until 10:17:02.' */
export function retryWords(
  { attempts, nextAt, until }: NonNullable<MintRow['retry']>,
  now: number,
): string {
  const times = attempts === 1 ? 'once' : `${attempts} times`;
  const wait = nextAt > now ? `, in ${formatAge(nextAt - now + 999)}` : '';
  return `Sent ${times} so far. Ballast sends it again at ${formatExchangeTime(nextAt)}${wait}, under the same key so it cannot be minted twice, until ${formatExchangeTime(until)}.`;
}

/** Nobody knows its fate. What waits for its turn or for the answer is on its way and in no doubt. */
export const isInDoubt = ({ intent }: MintRow): boolean =>
  (intent.state === 'unknown' && !isLeftWaiting(intent)) || intent.state === 'set-aside';
