// One wallet in whatever spelling its network allows: the case of an EVM address is a checksum, and an address of TON is
// written in three ways. Never sent: only to tell whether two are the same.
import { base64, base64urlnopad } from '@scure/base';
import { bytesToHex } from '@noble/hashes/utils.js';
import { EVM_NETWORKS } from '#contract/mint-names.ts';

/** The same for the same wallet on the same network. */
export function walletKey(network: string, address: string): string {
  const name = network.trim().toLowerCase();
  return `${name} ${addressKey(name, address.trim())}`;
}

function addressKey(network: string, address: string): string {
  if (EVM_NETWORKS.includes(network)) return address.toLowerCase();
  return network === 'ton' ? tonKey(address) : address;
}

const TON_LENGTH = 48;

/** Workchain and account: the tag and the checksum of the other spelling say nothing of who owns it. */
function tonKey(address: string): string {
  if (address.includes(':')) return address.toLowerCase();
  if (address.length !== TON_LENGTH) return address;
  try {
    const bytes = (/[+/]/.test(address) ? base64 : base64urlnopad).decode(address);
    const workchain = bytes[1] ?? 0;
    return `${workchain > 127 ? workchain - 256 : workchain}:${bytesToHex(bytes.subarray(2, 34))}`;
  } catch {
    return address;
  }
}
