// What is wrong with the entries of an address book. Asked when a person saves it, and again of entries that come from
// a damaged journal.
import type { Issue } from '#contract/failure.ts';
import { isSameName, isSeen, UNSEEN_IN_NAME } from '#contract/names.ts';
import type { WalletAddress } from '#contract/tokenization.ts';
import { checkAddress } from '#main/domain/mints/wallet-address.ts';

/** Of each entry, in their order. Of two with one name the second is wrong. */
export function addressIssues(addresses: readonly WalletAddress[]): Issue[][] {
  return addresses.map(({ name, network, address }, at) => {
    const { problem } = checkAddress(network, address);
    const isTwice = addresses.findIndex((other) => isSameName(other.name, name)) !== at;
    const path = `addresses.${at}.name`;
    return [
      ...(problem === undefined
        ? []
        : [{ path: `addresses.${at}.address`, message: `${name}: ${problem}` }]),
      ...(isTwice ? [{ path, message: `${name} is listed twice.` }] : []),
      ...(isSeen(name) ? [] : [{ path, message: `The name ${UNSEEN_IN_NAME}.` }]),
    ];
  });
}
