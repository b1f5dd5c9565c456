// What the broker says and this desk cannot read, or does not know, as lines of the activity: once for each kind and
// place in a run, however often it is read, with what stood there.
import type { Journal } from '#main/journal/types.ts';
import type { Oddity, Tell } from '#main/wire/oddities.ts';

/** A broker whose every record is odd fills no journal. */
const MOST_LINES = 100;

export function createOddityLog(journal: Pick<Journal, 'saveEvent'>): Tell {
  const told = new Set<string>();
  return (oddity) => {
    const { kind, what, where, quote } = oddity;
    // Values of an open set are news one by one; of what cannot be read the place is.
    const key = JSON.stringify([kind, what, where, kind === 'unknown' && quote]);
    if (told.has(key) || told.size >= MOST_LINES) return;
    told.add(key);
    const isLast = told.size === MOST_LINES;
    const text = `${wordsOf(oddity)}${isLast ? ' There are more like this that are not listed.' : ''}`;
    journal.saveEvent({ kind: 'desk', detail: `broker-${kind}`, text });
  };
}

function wordsOf({ kind, what, where, quote }: Oddity): string {
  const stands = quote === '' ? 'is missing' : `is ${quote}`;
  const place = where === '' ? '' : ` Its ${where} ${stands}.`;
  switch (kind) {
    case 'left-out':
      return `One of the broker’s records could not be read (${what}) and was skipped; the others were used.${where === '' && quote !== '' ? ` It is ${quote}.` : place}`;
    case 'unread':
      return `One of the broker’s records could not be read completely (${what}).${place} The rest of it was used.`;
    case 'unknown':
      return `The broker used a value that Ballast does not know: the ${where} of ${a(what)} is ${quote}. It is shown as received${where === 'status' && what === 'order' ? ', and the order counts as open' : ''}.`;
    default:
      return kind satisfies never;
  }
}

const a = (what: string): string => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;
