// While amounts are hidden, sentences that hold some are shown without their numbers: in the page, in the system's
// notifications and in the tray.

/** The same for every number, so that its width tells nothing. */
export const HIDDEN = '•••••';

/**
 * Percentages, times of day, dates, how long and how often, the status of an answer, and digits that are part of a name or
 * an id stay. So do the prices of an alert at a price, which are the market's and nobody's, and how many rows of a batch.
 */
const NUMBER =
  /(?<![\w:.,/-]|\b(?:answered |HTTP |refused \()|\b(?:is at |at or (?:above|below) |(?:paused at|running,) (?:\d+ of )?)|% from )[-+]?\$?\d+(?:,\d+)*(?:\.\d+)?(?![\w%]|[.,:/]\d|-\w|\s(?:%|(?:ms|s|min|h|minutes?|days?|times|rows?|completed|minted|rejected|pending|refused|unconfirmed|not sent|sending|waiting|ready|repeating a mint|blocked|for a second person|wrong)\b))/g;

export const hideNumbers = (text: string): string => text.replace(NUMBER, HIDDEN);
