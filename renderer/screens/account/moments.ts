const DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  month: 'short',
  day: 'numeric',
  year: '2-digit',
});
const MOMENT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Exchange time: a day, or a moment of it. */
export const momentFormat = (isWithinDay: boolean): ((at: number) => string) =>
  isWithinDay ? (at) => MOMENT.format(at) : (at) => DAY.format(at);
