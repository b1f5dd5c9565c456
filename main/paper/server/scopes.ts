// What an application's token must have been granted before it may do something. Reading the trading side needs nothing.
import type { Scope } from '#main/paper/parts.ts';

const DATA = /^\/(v2\/stocks|v1beta\d\/|v1\/corporate-actions)/;
const ACCOUNT_WRITES = /^\/v2\/(account\/configurations|watchlists)/;

export function requiredScope(method: string, path: string): Scope | undefined {
  if (DATA.test(path)) return 'data';
  if (method === 'GET' || method === 'HEAD') return undefined;
  return ACCOUNT_WRITES.test(path) ? 'account:write' : 'trading';
}
