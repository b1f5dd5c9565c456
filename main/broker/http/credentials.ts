// How an account proves itself on REST, and how its secrets stay out of every sentence.
import type { Credentials, KeyPair } from '#main/ports.ts';
import type { Hide } from '#main/wire/foreign-text.ts';

export type Proof = {
  headers: Readonly<Record<string, string>>;
  hide: Hide;
};

const HIDDEN = '[hidden]';
const SHORTEST_SECRET = 4; // shorter ones occur in ordinary words and only in tests

export function proofOf(credentials: Credentials): Proof {
  if ('token' in credentials)
    return {
      headers: { authorization: `Bearer ${credentials.token}` },
      hide: hider([credentials.token]),
    };
  return {
    headers: {
      'APCA-API-KEY-ID': credentials.keyId,
      'APCA-API-SECRET-KEY': credentials.secretKey,
    },
    hide: hider([credentials.secretKey, credentials.keyId]),
  };
}

/** A proof that changes with its key. What was valid before stays hidden: an answer to it may still be under way. */
export function createReplaceableProof(
  credentials: Credentials,
): Proof & { replace(next: Credentials): void } {
  let current = credentials;
  let proof = proofOf(credentials);
  let hideOlder: Hide = (text) => text;
  return {
    get headers() {
      return proof.headers;
    },
    hide: (text) => proof.hide(hideOlder(text)),
    replace(next) {
      if (next === current) return;
      current = next;
      const { hide } = proof;
      const older = hideOlder;
      hideOlder = (text) => hide(older(text));
      proof = proofOf(next);
    },
  };
}

/** A broker partner's key pair, as HTTP Basic. */
export function basicProofOf({ keyId, secretKey }: KeyPair): Proof {
  const pair = Buffer.from(`${keyId}:${secretKey}`).toString('base64');
  return { headers: { authorization: `Basic ${pair}` }, hide: hider([pair, secretKey, keyId]) };
}

/** Hides what else must not be quoted, such as the secret of an OAuth client. */
export const hideAlso = (proof: Proof, secret: string): Proof => {
  const hide = hider([secret]);
  return { ...proof, hide: (text) => hide(proof.hide(text)) };
};

function hider(secrets: readonly string[]): Hide {
  const long = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellingsOf);
  return (text) => long.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text);
}

/** As it is, as an address has it, and in base64. */
function spellingsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([secret, encodeURIComponent(secret.toWellFormed()), base64])];
}
