// Whether text can be a wallet address of a network. A token that is minted to a mistyped address is gone, so whatever
// a network's addresses carry to tell a typo (checksum, length, prefix) is checked before anything is sent.
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64, base64urlnopad, createBase58check } from '@scure/base';
import { EVM_NETWORKS, NETWORKS } from '#contract/mint-names.ts';
import { lookAlike } from '#main/domain/mints/look-alike.ts';

/** `problem` forbids it, `warning` is for the person to judge; neither when all is well. */
type AddressCheck = { problem?: string; warning?: string };

const CHECKS = new Map<string, (address: string) => AddressCheck>([
  ...EVM_NETWORKS.map((network) => [network, checkEvm] as const),
  ['solana', checkSolana],
  ['tron', checkTron],
  ['ton', checkTon],
]);

export function checkAddress(network: string, address: string): AddressCheck {
  const check = CHECKS.get(network.toLowerCase());
  if (check) return check(address);
  if (!/^[\x21-\x7e]+$/.test(address))
    return {
      problem: 'An address contains only plain letters, digits and punctuation, and no spaces.',
    };
  const unknown = `Ballast does not know the address format of ${network}. Check this one character by character.`;
  const meant = lookAlike(network, NETWORKS);
  if (meant === undefined) return { warning: unknown };
  const { problem, warning } = CHECKS.get(meant)?.(address) ?? {};
  const slip = `Ballast does not know the network ${network}. Did you mean ${meant}?`;
  return { warning: `${slip} ${problem ?? warning ?? unknown}` };
}

function checkEvm(address: string): AddressCheck {
  const digits = /^0x([\da-f]{40})$/i.exec(address)?.[1];
  if (digits === undefined)
    return { problem: 'An address of this network is 0x and 40 hexadecimal digits.' };
  if (/^0+$/.test(digits)) return { problem: 'This is the zero address. Nobody owns it.' };
  if (mostOften(digits.toLowerCase()) >= BURN_DIGITS) return { warning: BURNT };
  // EIP-55: the case of the letters is the checksum. All in one case means that there may be none.
  if (digits === checksummed(digits)) return {};
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase())
    return { warning: 'This address has no checksum. Check it character by character.' };
  return { problem: 'The checksum of this address is wrong: a letter or digit was mistyped.' };
}

const BURNT =
  'This looks like a burn address: nobody is known to hold its key, and tokens sent there are lost.';
/** 0x…dEaD, 0xEeee…, the precompiled contracts: no key that was drawn by chance has one digit so often. */
const BURN_DIGITS = 28;

const mostOften = (text: string): number =>
  Math.max(...[...Map.groupBy(text, (letter) => letter).values()].map(({ length }) => length));

function checksummed(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return lower.replaceAll(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? letter.toUpperCase() : letter,
  );
}

const SOLANA_BYTES = 32;
const SOLANA_INCINERATOR = '1nc1nerator11111111111111111111111111111111';

function checkSolana(address: string): AddressCheck {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
    ? decoded(() => base58.decode(address))
    : undefined;
  if (bytes?.length !== SOLANA_BYTES)
    return {
      problem:
        'A Solana address is 32 bytes in base58: 32 to 44 letters and digits, no 0, O, I or l.',
    };
  if (bytes.every((byte) => byte === 0))
    return { problem: 'This is the Solana system program. Nobody owns it.' };
  return address === SOLANA_INCINERATOR ? { warning: BURNT } : {};
}

const base58check = createBase58check(sha256);
const TRON_PREFIX = 0x41;
const TRON_BYTES = 21;

function checkTron(address: string): AddressCheck {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address))
    return { problem: 'A Tron address is T and 33 more letters and digits, no 0, O, I or l.' };
  const bytes = decoded(() => base58check.decode(address));
  if (bytes?.length !== TRON_BYTES || bytes[0] !== TRON_PREFIX)
    return { problem: 'The checksum of this address is wrong: a letter or digit was mistyped.' };
  if (bytes.slice(1).every((byte) => byte === 0))
    return { problem: 'This is the zero address. Nobody owns it.' };
  return mostOften(bytesToHex(bytes.slice(1))) >= BURN_DIGITS ? { warning: BURNT } : {};
}

const TON_FORM =
  'A TON address is 48 letters, digits, - and _, or a workchain, a colon and 64 hexadecimal digits.';
/** Bounceable or not; one more bit says that it is for the test network alone. */
const TON_TAGS = new Set([0x11, 0x51]);
const TON_TEST_BIT = 0x80;
const TON_WORKCHAINS = new Set([0, -1]);

function checkTon(address: string): AddressCheck {
  // One way to write each workchain: what is sent is what was typed, and 00 or -0 is nobody's way to write 0.
  const raw = /^(0|-?[1-9]\d{0,2}):([\da-f]{64})$/i.exec(address);
  if (raw) return checkTonParts(Number(raw[1]), /^0+$/.test(raw[2] ?? ''));
  const isUrlSafe = /^[\w-]{48}$/.test(address);
  if (!isUrlSafe && !/^[A-Za-z\d+/]{48}$/.test(address)) return { problem: TON_FORM };
  const bytes = decoded(() => (isUrlSafe ? base64urlnopad : base64).decode(address));
  if (!bytes) return { problem: TON_FORM };
  const [tag = 0, workchain = 0] = bytes;
  if (crc16(bytes.subarray(0, 34)) !== (((bytes[34] ?? 0) << 8) | (bytes[35] ?? 0)))
    return { problem: 'The checksum of this address is wrong: a letter or digit was mistyped.' };
  if (!TON_TAGS.has(tag & ~TON_TEST_BIT)) return { problem: TON_FORM };
  if ((tag & TON_TEST_BIT) !== 0)
    return { problem: 'This address works only on the TON test network.' };
  const isNobodys = bytes.subarray(2, 34).every((byte) => byte === 0);
  return checkTonParts(workchain > 127 ? workchain - 256 : workchain, isNobodys);
}

function checkTonParts(workchain: number, isNobodys: boolean): AddressCheck {
  if (!TON_WORKCHAINS.has(workchain))
    return { problem: 'The workchain of a TON address is 0 or -1.' };
  return isNobodys ? { problem: 'This is the zero address. Nobody owns it.' } : {};
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}

function decoded(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
