// The list operation's filters. Instants are compared to the microsecond and both ends are exclusive.
import { Refusal } from '#main/paper/parts.ts';
import {
  ISSUERS,
  NETWORKS,
  REQUEST_STATUSES,
  REQUEST_TYPES,
  type TokenizationRequest,
} from '#main/paper/tokenization/request.ts';

export type RequestFilter = {
  matches(request: TokenizationRequest): boolean;
  /** Nothing that was created earlier can match: what the ledger need not even read. */
  createdFromMs: number;
};

type Test = (request: TokenizationRequest) => boolean;

const ENUMS = {
  type: REQUEST_TYPES,
  status: REQUEST_STATUSES,
  issuer: ISSUERS,
  network: NETWORKS,
} as const;

export function parseFilters(query: Record<string, unknown>): RequestFilter {
  const problems: string[] = [];
  const tests: Test[] = [];
  let createdFromMs = 0;
  for (const [name, allowed] of Object.entries(ENUMS)) {
    const value = query[name];
    if (value === undefined) continue;
    if (allowed.some((candidate) => candidate === value)) {
      const key = name as keyof typeof ENUMS;
      tests.push((request) => request[key] === value);
    } else problems.push(`${name} is invalid`);
  }
  const symbol = query['underlying_symbol'];
  if (typeof symbol === 'string' && symbol !== '') {
    tests.push((request) => request.underlyingSymbol === symbol.toUpperCase());
  } else if (symbol !== undefined) problems.push('underlying_symbol is invalid');
  for (const name of ['after', 'before'] as const) {
    if (query[name] === undefined) continue;
    const edge = parseInstantMicros(query[name]);
    if (edge === undefined) problems.push(`failed to parse ${name}`);
    else if (name === 'after') {
      createdFromMs = Math.max(0, Math.floor(edge / 1000));
      tests.push((request) => request.createdMs * 1000 > edge);
    } else tests.push((request) => request.createdMs * 1000 < edge);
  }
  if (problems.length > 0) throw new Refusal(422, 42210001, problems.join(', '));
  return { matches: (request) => tests.every((test) => test(request)), createdFromMs };
}

const INSTANT = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|z|[+-]\d\d:\d\d)$/;

/** RFC 3339 with an offset; a plus sign that arrived unescaped has become a space on its way here. */
export function parseInstantMicros(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const parts = INSTANT.exec(value.replace(' ', '+'));
  if (!parts) return undefined;
  const [, date, time, fraction = '', offset = ''] = parts;
  const seconds = Date.parse(`${date}T${time}${offset.toUpperCase()}`);
  // Date.parse lets 31 February roll over; a date that does not read back is no date
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(seconds) || Number.isNaN(midnight)) return undefined;
  if (!new Date(midnight).toISOString().startsWith(date ?? '?')) return undefined;
  return seconds * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}
