// Every way in which the proxy spoils what passes it. A kind is counted when it happened, not when it was drawn.
import type { Prng } from '#test/second-proof/prng.ts';

export const HTTP_FAULTS = [
  'cut-before',
  'reset-before',
  'cut-mid-request',
  'cut-after',
  'reset-after',
  'cut-mid-answer',
  'reset-mid-answer',
  'half-close-client',
  'half-close-broker',
  'drip-request',
  'drip-answer',
  'stale-repeated',
  'stale-earlier',
  'stale-unseen',
  'interim',
  'redirect-before',
  'redirect-after',
  'retry-after',
  'gateway-after',
  'silence-before',
  'silence-after',
] as const;
export type HttpFault = (typeof HTTP_FAULTS)[number];

export const PIPE_FAULTS = [
  'pipe-cut',
  'pipe-reset',
  'pipe-silence',
  'pipe-half-close',
  'pipe-drip',
  'pipe-cut-mid-frame',
  'pipe-duplicate',
  'pipe-stale',
  'pipe-mute',
] as const;
export type PipeFault = (typeof PIPE_FAULTS)[number];

export type Surface = 'order' | 'lookup' | 'read' | 'upgrade' | 'events';

/** What a request is to the desk, by its first line alone. */
export function surfaceOf(method: string, path: string, isUpgrade: boolean): Surface {
  if (isUpgrade) return 'upgrade';
  if (path.startsWith('/v2beta1/events')) return 'events';
  if (method !== 'GET') return 'order';
  return /^\/v2\/orders[:/]/.test(path) ? 'lookup' : 'read';
}

/** How often each surface is struck while faults are on, before the run's own factor. */
const SHARE: Record<Surface, number> = {
  order: 0.45,
  lookup: 0.3,
  read: 0.12,
  upgrade: 0.3,
  events: 0.3,
};

const ANSWERED_BY_UPGRADE = new Set<HttpFault>([
  'cut-before',
  'reset-before',
  'cut-mid-request',
  'cut-after',
  'reset-after',
  'cut-mid-answer',
  'drip-request',
  'drip-answer',
  'interim',
  'redirect-before',
  'retry-after',
  'silence-before',
]);

export function drawHttpFault(
  prng: Prng,
  surface: Surface,
  factor: number,
  has: {
    previous: boolean;
    earlier: boolean;
    unseen: boolean;
    only: readonly string[] | undefined;
  },
): HttpFault | undefined {
  if (!prng.chance(SHARE[surface] * factor)) return undefined;
  const isHeadless = surface === 'upgrade' || surface === 'events';
  const kinds = HTTP_FAULTS.filter((kind) => {
    if (has.only && !has.only.includes(kind)) return false;
    if (isHeadless) return ANSWERED_BY_UPGRADE.has(kind);
    if (kind === 'stale-repeated') return has.previous;
    if (kind === 'stale-unseen') return has.unseen;
    return kind !== 'stale-earlier' || has.earlier;
  });
  if (kinds.length === 0) return undefined;
  // A stale answer needs a connection that was kept, which few are: where it can be, it is drawn more often.
  return prng.weighted(kinds.map((kind) => [kind, kind.startsWith('stale') ? 5 : 1] as const));
}

export const drawPipeFault = (prng: Prng, isFramed: boolean): PipeFault =>
  prng.pick(
    isFramed
      ? PIPE_FAULTS
      : (['pipe-cut', 'pipe-reset', 'pipe-silence', 'pipe-half-close', 'pipe-drip'] as const),
  );

/** What a Retry-After must not be, what it may be, and what nobody can wait for. */
export const ODD_RETRY_AFTER = (prng: Prng): string =>
  prng.pick([
    '-5',
    '0',
    '2',
    '',
    'soon',
    '1e3',
    '0x10',
    '3.7',
    '99999999999999999999',
    '86400',
    new Date(Date.now() - 3_600_000).toUTCString(),
    new Date(Date.now() + 2_000).toUTCString(),
    'Thu, 99 Nov 2026 99:99:99 GMT',
    '2, 5',
  ]);
