// The settings document and its history. A version that this build knows is brought up to date; what cannot be read is
// left out member by member, so that one damaged list does not cost the rest.
import { z } from 'zod';
import { Alert, AlertSettings, PriceAlert } from '#contract/alerts.ts';
import { AccountProfile, HostSet, KeyHome, LockState } from '#contract/accounts.ts';
import { DEFAULT_EVIDENCE_YEARS, EvidenceYears } from '#contract/archives.ts';
import { FeedChoice } from '#contract/market-state.ts';
import { NamedWatchlist } from '#contract/market.ts';
import { AccountId, Environment } from '#contract/records.ts';
import { said } from '#contract/said.ts';
import { DEFAULT_GUARDS, GuardSettings } from '#contract/trading.ts';
import { LeftPlace, uiAreas } from '#contract/ui.ts';
import { hostIssues } from '#main/domain/account-hosts.ts';

const VERSION = 2;

/** Where a copy of a key may be; the keychain has it under the name that the account had then. */
const KeyPlace = z.strictObject({
  home: KeyHome.exclude(['none']),
  label: AccountProfile.shape.label.optional(),
});
export type KeyPlace = z.infer<typeof KeyPlace>;

/** An account as it is kept. Its credentials are elsewhere (desk/keys); nothing here opens anything. */
export const StoredProfile = z
  .strictObject({
    accountId: AccountId,
    label: AccountProfile.shape.label,
    environment: Environment,
    hosts: HostSet.optional(),
    proof: z.enum(['key', 'token']),
    keyHome: KeyHome,
    /** The name of its entry in the keychain; absent for one that was made before entries had names. */
    keyEntry: AccountProfile.shape.label.optional(),
    /** Where a move that was cut short may have left another copy. */
    keyCopies: z.array(KeyPlace).max(10).optional(),
    /** Its last key was for one run; says something only while there is none. */
    wasForOneRun: z.boolean().optional(),
    isVerified: z.boolean(),
    accountNumber: z.string().max(64).optional(),
    /** Of market data; one that nobody knows any more is none. */
    feed: said(FeedChoice),
  })
  .superRefine(({ environment, hosts }, context) => {
    if (environment === 'embedded') {
      if (hosts) context.addIssue('the practice account has no hosts of its own');
      return;
    }
    if (!hosts) return context.addIssue('an account outside needs its hosts');
    for (const { path, message } of hostIssues(environment, hosts))
      context.addIssue(`${path}: ${message}`);
  });
export type StoredProfile = z.infer<typeof StoredProfile>;

const Hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

/** The lock's passphrase as a hash (scrypt), with the cost that it was made with. */
export const LockSecret = z.strictObject({
  salt: Hex(16),
  hash: Hex(32),
  cost: z.number().int().min(1_024).max(1_048_576),
});
export type LockSecret = z.infer<typeof LockSecret>;

export const LockMemory = z.strictObject({
  secret: LockSecret.optional(),
  afterMinutes: LockState.shape.lockAfterMinutes,
  /** Ending a locked desk does not unlock it. */
  isLocked: z.boolean(),
  /** Wrong passphrases since the last right one, and when the last was given: a restart is no new set of chances. */
  mistakes: z
    .strictObject({ count: z.number().int().positive().max(1_000_000), at: z.number() })
    .optional(),
});
export type LockMemory = z.infer<typeof LockMemory>;

/** What the screens remember. A damaged area costs itself alone. */
const UiSettings = z.object({
  appearance: uiAreas.appearance.optional().catch(undefined),
  layouts: uiAreas.layouts.optional().catch(undefined),
  views: uiAreas.views.optional().catch(undefined),
  chart: uiAreas.chart.optional().catch(undefined),
  presets: uiAreas.presets.optional().catch(undefined),
  drawings: uiAreas.drawings.optional().catch(undefined),
  system: uiAreas.system.optional().catch(undefined),
  keys: uiAreas.keys.optional().catch(undefined),
  tables: uiAreas.tables.optional().catch(undefined),
});

const ADDED = {
  'no-exit': 'notify',
  elsewhere: 'notify',
  redeem: 'notify',
  unwatched: 'notify',
};

/** Kinds that were added since a document was written are as loud as a fresh desk has them; the person's choices stay. */
const StoredAlertSettings = z.preprocess((raw) => {
  const settings = z.looseObject({ ways: z.looseObject({}) }).safeParse(raw).data;
  return settings ? { ...settings, ways: { ...ADDED, ...settings.ways } } : raw;
}, AlertSettings);

/** What alerts remember. */
export const AlertMemory = z.object({
  settings: StoredAlertSettings.optional(),
  /** Ids of the events that the person was notified of. */
  told: z.array(z.string()).max(5_000).default([]),
  since: z.record(z.uuid(), z.number()).default({}),
  prices: z.array(PriceAlert).max(1_000).default([]),
  /** The last ones, oldest first. */
  recent: z.array(Alert).max(50).default([]),
  /** Of these, the ones that nobody has looked at. */
  unseen: z.array(z.string()).max(50).default([]),
});
export type AlertMemory = z.infer<typeof AlertMemory>;

/** What can be read of a document that cannot be read whole: a damaged line must not cost every price alert. */
export function salvageAlerts(raw: unknown): AlertMemory {
  const members = z.looseObject({}).safeParse(raw).data ?? {};
  const each = <T>(schema: z.ZodType<T>, list: unknown): T[] =>
    Array.isArray(list)
      ? list.flatMap((one: unknown) => {
          const item = schema.safeParse(one);
          return item.success ? [item.data] : [];
        })
      : [];
  const settings = StoredAlertSettings.safeParse(members['settings']).data;
  return {
    ...(settings && { settings }),
    told: each(z.string(), members['told']).slice(-5_000),
    since: AlertMemory.shape.since.safeParse(members['since']).data ?? {},
    prices: each(PriceAlert, members['prices']).slice(0, 1_000),
    recent: each(Alert, members['recent']).slice(-50),
    unseen: each(z.string(), members['unseen']).slice(-50),
  };
}

/** Copies of several packagers may share a data folder, and keys change; more than a few are nobody's. */
export const MOST_REMEMBERED_KEYS = 8;

/**
 * The newest feed of versions that each key signed, the last signer last: an older one is refused, also after a restart.
 * An earlier edition kept one number without its key. It is left out, because it may be another packager's or a thief's.
 */
export const UpdateMemory = z.object({
  signed: z
    .array(
      z.strictObject({
        keyId: Hex(8),
        sequence: z.number().int().positive(),
        sha256: Hex(32),
      }),
    )
    .max(MOST_REMEMBERED_KEYS)
    .default([]),
});
export type UpdateMemory = z.infer<typeof UpdateMemory>;

/** What is not secret about an account's way to its broker. */
export const OAuthSettings = z.object({
  brokerHost: z.string().max(200).optional(),
  brokerAccountId: z.string().max(64).optional(),
  /** The pair itself is among the keys. */
  hasBrokerPair: z.boolean().default(false),
  /** Of these the secrets are among the keys. */
  clientIds: z.array(z.string().max(64)).max(100).default([]),
});
export type OAuthSettings = z.infer<typeof OAuthSettings>;

export const Settings = z.object({
  version: z.literal(VERSION).default(VERSION),
  profiles: z
    .array(StoredProfile)
    .max(100)
    .refine(areDifferent, 'two accounts have the same id')
    .default([]),
  /** The kill switch: trading is stopped until a person allows it again. A second sign beside the permission file. */
  isStopped: z.boolean().default(false),
  /** Where permission to trade is. A document without it is of the first edition, which knew `isStopped` alone. */
  tradingPermission: z.literal('file').default('file'),
  /** A copy of the passphrase, for a desk whose lock file is gone. Earlier editions kept the lock itself here. */
  lock: LockMemory.optional(),
  /** Whoever approves mints above the limit of one person: the passphrase as a hash, and wrong ones as of the lock. */
  secondPerson: LockMemory.pick({ secret: true, mistakes: true }).optional(),
  /** How long evidence stays in the journals; then it moves into archives. */
  evidenceYears: EvidenceYears.default(DEFAULT_EVIDENCE_YEARS),
  guards: GuardSettings.default(() => GuardSettings.parse(DEFAULT_GUARDS)),
  watchlists: z.record(z.uuid(), z.array(NamedWatchlist).max(20)).default({}),
  /** Where each account's broker keeps its applications. */
  oauth: z.record(z.uuid(), OAuthSettings).default({}),
  ui: UiSettings.optional().catch(undefined),
  place: LeftPlace.optional().catch(undefined),
  /** Earlier editions kept the memory of alerts here; it has a file of its own. */
  alerts: AlertMemory.optional(),
});
export type Settings = z.infer<typeof Settings>;

const EMBEDDED_LABEL = 'Practice account';

export const embeddedProfile = (accountId: string): StoredProfile => ({
  accountId,
  label: EMBEDDED_LABEL,
  environment: 'embedded',
  proof: 'key',
  keyHome: 'this-run',
  isVerified: true,
});

/** How a document of each older version becomes one of the next. */
const MIGRATIONS: Record<number, (old: Members) => Members> = {
  1: ({ embeddedAccountId, ...rest }) => ({
    ...rest,
    version: 2,
    ...(typeof embeddedAccountId === 'string' && {
      profiles: [embeddedProfile(embeddedAccountId)],
    }),
  }),
};

type Members = Record<string, unknown>;

type ReadSettings =
  | {
      kind: 'read';
      settings: Settings;
      /** Of the first edition, and not stopped. */ isOldAllowed: boolean;
    }
  /** Some of it could not be read; `lost` names those members. */
  | { kind: 'damaged'; settings: Settings; lost: string[] }
  /** A newer Ballast wrote it; it is not to be touched. */
  | { kind: 'newer'; settings: Settings };

export function readSettings(raw: unknown): ReadSettings {
  const fresh = Settings.parse({});
  if (raw === undefined || raw === null)
    return { kind: 'read', settings: fresh, isOldAllowed: false };
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    // Whoever stopped trading wanted it stopped, wherever the document says so and whatever else it says.
    const isStopped = JSON.stringify(raw).includes('"isStopped":true');
    return { kind: 'damaged', settings: { ...fresh, isStopped }, lost: ['everything'] };
  }
  const { version = 1 } = raw as { version?: unknown };
  const isStopped = (raw as { isStopped?: unknown }).isStopped === true;
  if (typeof version === 'number' && version > VERSION) {
    const lock = LockMemory.safeParse((raw as { lock?: unknown }).lock).data;
    return { kind: 'newer', settings: { ...fresh, isStopped, ...(lock && { lock }) } };
  }
  let members: Members = { ...raw, version };
  while (typeof members['version'] === 'number' && MIGRATIONS[members['version']])
    members = MIGRATIONS[members['version']]?.(members) ?? members;
  const whole = Settings.safeParse(members);
  if (whole.success) {
    const isOldAllowed =
      !Object.hasOwn(members, 'tradingPermission') && members['isStopped'] === false;
    return { kind: 'read', settings: whole.data, isOldAllowed };
  }
  return salvage(members, fresh);
}

/** Every member that can be read on its own, and every profile. */
function salvage(members: Members, fresh: Settings): ReadSettings {
  const kept: Members = {};
  const lost: string[] = [];
  for (const [name, schema] of Object.entries(Settings.shape)) {
    if (!Object.hasOwn(members, name) || name === 'version') continue;
    const member = schema.safeParse(members[name]);
    if (member.success) kept[name] = member.data;
    else lost.push(name);
  }
  if (lost.includes('profiles') && Array.isArray(members['profiles'])) {
    const profiles = members['profiles'].flatMap((one: unknown) => {
      const profile = StoredProfile.safeParse(one);
      return profile.success ? [profile.data] : [];
    });
    // Of two with one id the first: losing every account for one that is there twice would be the worse mistake.
    const known = new Set<string>();
    kept['profiles'] = profiles
      .filter(({ accountId }) => !known.has(accountId) && known.add(accountId))
      .slice(0, 100);
  }
  return { kind: 'damaged', settings: { ...fresh, ...kept }, lost };
}

function areDifferent(profiles: readonly { accountId: string }[]): boolean {
  return new Set(profiles.map(({ accountId }) => accountId)).size === profiles.length;
}
