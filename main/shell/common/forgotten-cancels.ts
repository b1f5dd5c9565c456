/** What a person should know who ends Ballast while cancels wait that no later run goes on with. */
export function forgottenCancels(count: number): string | undefined {
  if (count === 0) return undefined;
  const wait = count === 1 ? 'A cancel waits' : `${count} cancels wait`;
  return `${wait} for the broker, of a leg or of an order that was not placed here. Once Ballast ends it is forgotten, and the order stays open until you cancel it again.`;
}
