// The second line of defence: secrets should never reach the log, and if one does, it is not written out.
const SECRET_NAMES = /secret|password|passphrase|token|authorization|api-?key|key-?id/i;
const KEY_LIKE = /\b(PK|AK|CK|EB)[A-Z0-9]{14,}\b|\bBearer\s+\S+/g;

export const REDACTED = '[redacted]';

export function redactText(text: string): string {
  return text.replace(KEY_LIKE, REDACTED).replace(/([?&]token=)[^&\s"]+/g, `$1${REDACTED}`);
}

/** A copy that is safe to write down: members with telling names lose their value, texts lose what looks like a key. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 6) return '…';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_NAMES.test(name) ? REDACTED : redact(member, depth + 1),
    ]),
  );
}
