// While amounts are hidden, sentences that hold some are shown without their numbers: in the page, in the system's
// notifications and in the tray.

/** The same for every number, so that its width tells nothing. */
export const HIDDEN = '•••••';

/** Percentages, times of day, dates, and digits that are part of a name or an id stay. */
const NUMBER = /(?<![\w:.,/-])[-+]?\$?\d[\d,]*(?:\.\d+)?(?![\w:%/-]|[.,]\d|\s%)/g;

export const hideNumbers = (text: string): string => text.replace(NUMBER, HIDDEN);
