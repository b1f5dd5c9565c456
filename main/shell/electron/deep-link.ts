// Links that other programs hand over. Only their scheme is judged here; what they ask is read and judged by the desk.
export const LINK_SCHEME = 'ballast';
const LONGEST = 10_000;

/** The link among the arguments of a start, if there is one. */
export function linkIn(argv: readonly string[]): string | undefined {
  const link = argv.find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}://`));
  return link !== undefined && link.length <= LONGEST ? link : undefined;
}
