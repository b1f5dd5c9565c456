// Two accounts of one desk on the paper broker: real client, real journal, real streams. One account's broker is
// declared to refuse reused ids, the other's is not, so that both halves of the resend rule are under test.
import { join } from 'node:path';
import { DEFAULT_GUARDS, type GuardSettings } from '#contract/trading.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import type { Connect } from '#main/journal/types.ts';
import { openWebSocket } from '#main/broker/streams/socket.ts';
import type { KeyPair } from '#main/ports.ts';
import { openAccountUnit, type AccountUnit, type UnitDeps } from '#main/account/account-unit.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import type { Paper } from '#test/faults/support/paper.ts';

export type TestAccount = {
  unit: AccountUnit;
  key: KeyPair;
  brokerAccountId: string;
  mayResend: boolean;
  /** When it was last woken from sleep, which ends every limit; epoch ms. */
  wokenAt: number;
};

/** Short, so that silence is soon called so. Where nothing is meant to be silent a suite asks for `PATIENT_MS`. */
export const ANSWER_MS = 500;
/** A busy machine must not turn an answer that comes into one that is lost. */
export const PATIENT_MS = 10_000;

/** The guards have tests of their own; here every order is to reach the protocol. */
export const OPEN_GUARDS = Object.fromEntries(
  Object.entries(DEFAULT_GUARDS).map(([name, guard]) => [name, { ...guard, isOn: false }]),
) as GuardSettings;

export const newIntentId = (): string => uuidV7(Date.now(), systemRandom.secret(10));

type Options = Partial<
  Pick<UnitDeps, 'clock' | 'isStopped' | 'delay' | 'random' | 'log' | 'openSocket' | 'traitsOf'>
> & {
  paper: Pick<Paper, 'hosts'>;
  dial?: UnitDeps['dial'];
  folder: string;
  name: string;
  accountId: string;
  key: KeyPair;
  brokerAccountId: string;
  mayResend: boolean;
  /** A disk of its own making. */
  connect?: Connect;
  timeoutMs?: number;
  guards?: GuardSettings;
};

export function openTestAccount(options: Options): TestAccount {
  const opened = openAccountUnit({
    accountId: options.accountId,
    environment: 'embedded',
    hosts: options.paper.hosts,
    credentials: options.key,
    refusesReusedIds: options.mayResend,
    folder: join(options.folder, options.name),
    guards: () => options.guards ?? OPEN_GUARDS,
    isStopped: options.isStopped ?? (() => false),
    stops: () => 0,
    heldBack: () => undefined,
    accountDoubt: () => undefined,
    openSocket: options.openSocket ?? openWebSocket,
    dial: options.dial,
    clock: options.clock ?? systemClock,
    delay: options.delay ?? systemDelay,
    random: options.random ?? systemRandom,
    ...(options.traitsOf && { traitsOf: options.traitsOf }),
    log: options.log ?? (() => undefined),
    timeoutMs: options.timeoutMs ?? ANSWER_MS,
    ...(options.connect && { connect: options.connect }),
  });
  if (!opened.ok) throw new Error(`the account did not open: ${JSON.stringify(opened.failure)}`);
  return {
    unit: opened.value,
    key: options.key,
    brokerAccountId: options.brokerAccountId,
    mayResend: options.mayResend,
    wokenAt: 0,
  };
}

/** Waits for something to become true, looking often; a sentence says what did not. */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = 45_000,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const untilArmed = ({ unit }: TestAccount): Promise<void> =>
  until('the account is armed', () => unit.gate.armState().isArmed);
