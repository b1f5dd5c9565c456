/** What a person should know who ends Ballast while cancels wait that no later run goes on with. */
export function forgottenCancels(count: number): string | undefined {
  if (count === 0) return undefined;
  const wait =
    count === 1
      ? 'A cancel is waiting for the broker and is not recorded: the journal could not be written, or it is'
      : `${count} cancels are waiting for the broker and are not recorded: the journal could not be written, or they are`;
  return `${wait} for a leg or for an order that was not placed here. If Ballast closes, the cancel is forgotten, and the order stays open until you cancel it again.`;
}
