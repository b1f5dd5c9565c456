/**
 * The first use of Intl in a process reads its tables: 16 to 28 ms, more than any drawing of a price. The page needs them
 * with its first number, and has nothing to do while its files come.
 */
export function warmUp(): void {
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York' }).format();
}
