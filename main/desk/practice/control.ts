// Requests to the control interface of the practice broker. No other broker has one.
import type { z } from 'zod';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Hosts, KeyPair } from '#main/ports.ts';
import { parseJson } from '#main/tools/json.ts';

export type PracticeConnection = {
  /** Where the practice broker is now, and its key. */
  connection: () => Result<{ hosts: Pick<Hosts, 'rest'>; credentials: KeyPair }>;
};

const TIMEOUT_MS = 5_000;

export function createControl({ connection }: PracticeConnection) {
  return async <T>(
    method: string,
    path: string,
    answer: z.ZodType<T>,
    body?: object,
  ): Promise<Result<T>> => {
    const at = connection();
    if (!at.ok) return at;
    const { hosts, credentials } = at.value;
    try {
      const response = await fetch(`${hosts.rest}/_paper${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'APCA-API-KEY-ID': credentials.keyId,
          'APCA-API-SECRET-KEY': credentials.secretKey,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const value = text === '' ? null : parseJson(text);
      const read = answer.safeParse(value);
      if (response.ok && value !== undefined && read.success) return ok(read.data);
      return fail({
        kind: 'unavailable',
        status: response.status,
        message: 'The practice broker did not do this.',
      });
    } catch {
      return fail({ kind: 'offline', message: 'The practice broker cannot be reached.' });
    }
  };
}
