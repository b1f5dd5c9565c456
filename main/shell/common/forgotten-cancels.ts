/** What a person should know who ends Ballast while cancels wait that no later run goes on with. */
export function forgottenCancels(count: number): string | undefined {
  if (count === 0) return undefined;
  const wait = count === 1 ? 'A cancel is waiting' : `${count} cancels are waiting`;
  return `${wait} for the broker, for a leg or for an order that was not placed here. If Ballast closes, the cancel is forgotten, and the order stays open until you cancel it again.`;
}
