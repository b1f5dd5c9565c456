// Why an order ended as nobody here asked for, in a sentence. Only what the broker's record bears out.
import { GONE, type OrderLeg } from '#contract/orders.ts';

const GONE_WORDS =
  'The broker no longer has this order, and none of its lists shows it. If it appears again, it is shown here.';

/** What a time in force says of an order that was canceled or expired without anybody's doing. */
const TIME_NOTES: Readonly<Record<string, string>> = {
  day: 'Day order: it ended with the trading day.',
  opg: 'At the open: what did not fill in the opening auction ended.',
  cls: 'At the close: what did not fill in the closing auction ended.',
  ioc: 'Immediate or cancel: what did not fill at once ended.',
  fok: 'Fill or kill: it could not be filled as a whole at once.',
};

export function noteOf({ status, timeInForce, unread }: OrderLeg): string | undefined {
  if (status === GONE) return GONE_WORDS;
  if (unread) return unreadWords(unread);
  if (status === 'rejected') return 'The broker rejected it and gave no reason.';
  if (status === 'expired')
    return TIME_NOTES[timeInForce] ?? 'It was open for as long as it could be.';
  // Who canceled any other order, the record does not say.
  const isBriefly = timeInForce === 'ioc' || timeInForce === 'fok';
  return status === 'canceled' && isBriefly ? TIME_NOTES[timeInForce] : undefined;
}

const unreadWords = (unread: readonly string[]): string =>
  `Part of the broker's record of it could not be read: ${unread.map(wordsOfMember).join(', ')}. You can cancel it here; check the rest at the broker.`;

/** 'filledQty' as 'filled qty' */
const wordsOfMember = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
