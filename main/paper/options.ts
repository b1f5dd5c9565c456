// The command line of `npm run paper`. A bad argument is answered with a sentence that says which, why and what would do.
import { parseArgs } from 'node:util';
import { PLANS, type PlanName } from '#main/paper/plan.ts';

type CredentialSource = 'arguments' | 'stdin' | 'ipc';

export type BrokerOptions = {
  port: number;
  /** Absent: the seed stored in the data folder, or 1. */
  seed: number | undefined;
  speed: number;
  /** Absent: as stored in the data folder, or always. */
  hours: 'always' | 'real' | undefined;
  /** Absent: everything in memory, gone when the process ends. */
  data: string | undefined;
  keyId: string | undefined;
  secretKey: string | undefined;
  credentials: CredentialSource;
  authorizedParticipant: boolean;
  ratePerMinute: number;
  plan: PlanName;
  startMs: number | undefined;
  tradeFrames: 'binary' | 'text';
  oauthClients: readonly { name: string; redirectUri: string }[];
};

type ParsedOptions =
  | { ok: true; options: BrokerOptions }
  | { ok: false; message: string; asked: boolean };

const USAGE = `npm run paper -- [options]
  --port N             port on 127.0.0.1; 0 picks a free one (default 4010)
  --seed N             which market to simulate (default: the data folder's, or 1)
  --speed X            market seconds per second, 0.01 to 3600 (default 1)
  --hours always|real  always open, or the exchange calendar (default always)
  --data DIR           keep the ledger there; without it nothing is saved
  --key ID --secret S  the account's key pair; generated and printed when left out
  --credentials stdin|ipc  read {"keyId","secretKey"} as one line of stdin or from the parent process
  --ap                 the account is an Authorized Participant
  --rate N             requests per minute and account (default 200)
  --plan free|plus     the plan for market data (default plus)
  --start ISO          virtual time from this moment: same seed and requests, same bytes
  --trade-frames binary|text  frames of the trade-update stream (default binary)
  --oauth-client NAME=REDIRECT_URI  register an application (may be repeated); its id and secret are printed
  --help`;

const SPEC = {
  port: { type: 'string' },
  seed: { type: 'string' },
  speed: { type: 'string' },
  hours: { type: 'string' },
  data: { type: 'string' },
  key: { type: 'string' },
  secret: { type: 'string' },
  credentials: { type: 'string' },
  ap: { type: 'boolean' },
  rate: { type: 'string' },
  plan: { type: 'string' },
  start: { type: 'string' },
  'trade-frames': { type: 'string' },
  'oauth-client': { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const;

class BadArgument extends Error {
  /** Not a mistake: the person asked for this text. */
  readonly asked: boolean = false;
}
class HelpAsked extends BadArgument {
  override readonly asked = true;
}

export function parseOptions(args: readonly string[]): ParsedOptions {
  try {
    return { ok: true, options: read(args) };
  } catch (error) {
    if (error instanceof BadArgument)
      return { ok: false, message: error.message, asked: error.asked };
    // node:util throws TypeErrors whose first sentence names the argument
    if (error instanceof TypeError && 'code' in error) {
      return { ok: false, message: `${error.message.split('. ')[0]}. Try --help.`, asked: false };
    }
    throw error;
  }
}

function read(args: readonly string[]): BrokerOptions {
  const { values } = parseArgs({ args: [...args], options: SPEC, strict: true });
  if (values.help === true) throw new HelpAsked(USAGE);
  const credentials = oneOf('--credentials', values.credentials, ['stdin', 'ipc']);
  if ((values.key === undefined) !== (values.secret === undefined)) {
    throw new BadArgument(
      '--key and --secret belong together: give both, or leave both out to have a pair generated.',
    );
  }
  if (values.key !== undefined && credentials !== undefined) {
    throw new BadArgument(
      'The key pair comes either from --key and --secret or from --credentials, not both.',
    );
  }
  return {
    port: whole('--port', values.port ?? '4010', 0, 65_535),
    seed: values.seed === undefined ? undefined : whole('--seed', values.seed, 0, 4_294_967_295),
    speed: within('--speed', values.speed ?? '1', 0.01, 3600),
    hours: oneOf('--hours', values.hours, ['always', 'real']),
    data: values.data === undefined ? undefined : plain('--data', values.data, 4096),
    keyId: values.key === undefined ? undefined : token('--key', values.key),
    secretKey: values.secret === undefined ? undefined : token('--secret', values.secret),
    credentials: credentials ?? 'arguments',
    authorizedParticipant: values.ap === true,
    ratePerMinute: whole('--rate', values.rate ?? '200', 1, 1_000_000_000),
    plan: oneOf('--plan', values.plan, PLANS) ?? 'plus',
    startMs: values.start === undefined ? undefined : instant('--start', values.start),
    tradeFrames: oneOf('--trade-frames', values['trade-frames'], ['binary', 'text']) ?? 'binary',
    oauthClients: (values['oauth-client'] ?? []).map(application),
  };
}

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new BadArgument(`${name} is ${allowed.join(' or ')}, not '${value}'.`);
  return found;
}

function whole(name: string, value: string, least: number, most: number): number {
  if (!/^\d{1,10}$/.test(value) || Number(value) < least || Number(value) > most) {
    throw new BadArgument(`${name} is a whole number from ${least} to ${most}, not '${value}'.`);
  }
  return Number(value);
}

function within(name: string, value: string, least: number, most: number): number {
  if (!/^\d+(\.\d+)?$/.test(value) || Number(value) < least || Number(value) > most) {
    throw new BadArgument(`${name} is a number from ${least} to ${most}, not '${value}'.`);
  }
  return Number(value);
}

function plain(name: string, value: string, longest: number): string {
  if (value === '' || value.length > longest) {
    throw new BadArgument(`${name} is 1 to ${longest} characters long.`);
  }
  return value;
}

/** Travels in a header, and before a colon in Basic credentials. */
function token(name: string, value: string): string {
  if (!/^[!-9;-~]{1,128}$/.test(value)) {
    throw new BadArgument(`${name} is 1 to 128 printable characters without spaces and colons.`);
  }
  return value;
}

function instant(name: string, value: string): number {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  if (Number.isNaN(ms)) {
    throw new BadArgument(
      `${name} is a time with an offset, like 2026-01-05T14:30:00Z, not '${value}'.`,
    );
  }
  return ms;
}

function application(value: string): { name: string; redirectUri: string } {
  const cut = value.indexOf('=');
  const redirectUri = value.slice(cut + 1);
  if (cut < 1 || !URL.canParse(redirectUri)) {
    throw new BadArgument(
      `--oauth-client is NAME=REDIRECT_URI, like Demo=http://localhost:3000/back, not '${value}'.`,
    );
  }
  return { name: value.slice(0, cut), redirectUri };
}
