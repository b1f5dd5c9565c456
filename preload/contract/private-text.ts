// While amounts are hidden, sentences that hold some are shown without their numbers: in the page, in the system's
// notifications and in the tray.

/** The same for every number, so that its width tells nothing. */
export const HIDDEN = '•••••';

/**
 * Percentages, times of day, dates, how long and how often, the status of an answer, and digits that are part of a name or
 * an id stay.
 */
const NUMBER =
  /(?<![\w:.,/-]|\b(?:answered |HTTP |refused \())[-+]?\$?\d+(?:,\d+)*(?:\.\d+)?(?![\w%]|[.,:/]\d|-\w|\s(?:%|(?:ms|s|min|h|minutes?|days?|times)\b))/g;

export const hideNumbers = (text: string): string => text.replace(NUMBER, HIDDEN);
