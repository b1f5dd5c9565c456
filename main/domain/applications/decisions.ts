// What became of each decision, put together from the entries of the journal.
import type { Grant, GrantEntry } from '#contract/oauth.ts';
import { plainClientId } from '#main/domain/applications/authorization-link.ts';

/** Of entries that are newest first; so are the decisions. */
export function decisionsOf(entries: readonly GrantEntry[]): Grant[] {
  const handed = new Map<string, 'opened' | 'copied' | 'used'>();
  const revoked = new Map<string, number>();
  const revokedAlone = new Map<string, number>();
  return entries.flatMap(({ kind, ...entry }) => {
    const app = plainClientId(entry.clientId);
    if (kind === 'revoked') {
      // What was decided before an older revocation ended with that one.
      if (entry.grantId === undefined) revoked.set(app, entry.at);
      else revokedAlone.set(entry.grantId, entry.at);
      return [];
    }
    if (kind === 'opened' || kind === 'copied' || kind === 'used') {
      const { grantId } = entry;
      // Opened says more than copied, and that the broker knew of it more than both, whichever came first.
      const known = handed.get(grantId ?? '');
      if (grantId !== undefined && known !== 'used' && (known !== 'opened' || kind === 'used'))
        handed.set(grantId, kind);
      return [];
    }
    const revokedAt =
      kind === 'denied' ? undefined : (revokedAlone.get(entry.grantId ?? '') ?? revoked.get(app));
    const handedOver =
      kind === 'code' && entry.grantId !== undefined
        ? (handed.get(entry.grantId) ?? 'no')
        : undefined;
    return [
      {
        ...entry,
        kind,
        ...(handedOver !== undefined && { handedOver }),
        ...(revokedAt !== undefined && { revokedAt }),
      },
    ];
  });
}
