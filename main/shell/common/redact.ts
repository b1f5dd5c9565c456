// The second line of defense: secrets should never reach the log, and if one does, it is not written out. What looks
// like a secret is replaced by its looks; what is known to be one, because the desk handled it, in all its forms.
const SECRET_NAMES = /secret|password|passphrase|token|authorization|api-?key|key-?id/i;
const KEY_LIKE = /\b(PK|AK|CK|EB)[A-Z0-9]{14,}\b|\bBearer\s+\S+/g;

const REDACTED = '[redacted]';

export type Redactor = {
  /** From now on this text is replaced wherever it appears, also inside base64 and hexadecimal text. */
  register(secret: string): void;
  text(text: string): string;
  value(value: unknown): unknown;
};

/**
 * What is replaced wherever it stands: it is long, of one piece, and no word. Whoever may hand in a secret could name
 * a word of the log, a host or a time of day instead, and so hide what it does.
 */
const SHORTEST_SECRET = 16;
/** Every line is searched for each: more than a desk has, and not so many that its log becomes slow. */
const MOST_SECRETS = 300;
const MIXED = [/[a-z]/, /[A-Z]/, /[0-9]/];
export const isKeyShaped = (text: string): boolean =>
  text.length >= SHORTEST_SECRET &&
  !/\s|:\/\//.test(text) &&
  MIXED.filter((kind) => kind.test(text)).length >= 2;

/** Which order, account or line it is about: made by main or the broker, and told even if a secret is spelled so. */
const ID_NAME = /(^|[a-z])(id|Id|ref)$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createRedactor(): Redactor {
  // The longest first: a secret inside another's form must not break that form up.
  let forms: string[] = [];
  let registered = 0;

  function text(raw: string): string {
    let clean = raw;
    for (const form of forms) clean = clean.replaceAll(form, REDACTED);
    return redactText(clean);
  }

  return {
    register(secret) {
      const known = new Set(forms);
      for (const each of textsIn(secret)) {
        if (!isKeyShaped(each) || forms.includes(each) || registered >= MOST_SECRETS) continue;
        registered++;
        for (const form of formsOf(each)) known.add(form);
      }
      forms = [...known].sort((a, b) => b.length - a.length);
    },
    text,
    value: (value) => redact(value, 0, text),
  };
}

export function redactText(text: string): string {
  return text
    .replace(KEY_LIKE, REDACTED)
    .replace(/([?&](?:token|ticket)=)[^&\s"]+/g, `$1${REDACTED}`);
}

/** A copy that is safe to write down: members with telling names lose their value, texts lose what looks like a key. */
export function redact(value: unknown, depth = 0, clean = redactText): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 6) return '…';
  // As numbers, the bytes of a secret would pass every search for it.
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1, clean));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      clean(name),
      SECRET_NAMES.test(name)
        ? REDACTED
        : ID_NAME.test(name) && typeof member === 'string' && UUID.test(member)
          ? member
          : redact(member, depth + 1, clean),
    ]),
  );
}

/** What is kept may be a document of several secrets: each of its texts is one, and so is the whole. */
function textsIn(secret: string): string[] {
  const texts = [secret];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  try {
    collect(JSON.parse(secret));
  } catch {
    // Not a document: the text itself is the secret.
  }
  return texts;
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((offset) => base64Inside(bytes, offset));
  const base64url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  // As the log's own JSON and an address would spell it.
  const spelled = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
  return [secret, hex, hex.toUpperCase(), ...base64, ...base64url, ...spelled];
}

/** The characters that these bytes alone decide when `offset` other bytes stand before them in the same base64 text. */
function base64Inside(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}
