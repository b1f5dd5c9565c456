// Applications of one's own at the practice broker. Their secrets go from the broker to main's own window and to where
// main keeps them for the consent page; no page has one.
import { z } from 'zod';
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { RegistrationDraft, Registrations } from '#contract/registrations.ts';
import { plainClientId } from '#main/domain/applications/authorization-link.ts';
import { exchangeText } from '#main/domain/applications/exchange-words.ts';
import { readReturnAddress } from '#main/domain/applications/return-address.ts';
import type { OAuthCredentials } from '#main/desk/applications/oauth-credentials.ts';
import type { BrokerAccount } from '#main/desk/applications/readiness.ts';
import { createControl, type PracticeConnection } from '#main/desk/practice/control.ts';
import { DEMO_CLIENT_ID } from '#main/desk/practice/demo-app.ts';
import type { Questions } from '#main/desk/questions.ts';

export type RegistrationService = {
  list(): Promise<Result<Registrations>>;
  add(account: BrokerAccount, draft: RegistrationDraft): Promise<Result<Registrations>>;
  renewSecret(account: BrokerAccount, clientId: string): Promise<Result<Registrations>>;
  setDisabled(clientId: string, isDisabled: boolean): Promise<Result<Registrations>>;
  remove(account: BrokerAccount, clientId: string): Promise<Result<Registrations>>;
};

type Deps = PracticeConnection & {
  credentials: Pick<OAuthCredentials, 'saveClientSecret' | 'removeClientSecret'>;
  questions: Pick<Questions, 'registerApp' | 'newSecret' | 'showSecret'>;
  neverLog(secret: string): void;
};

const Client = z.object({
  client_id: z.string(),
  name: z.string(),
  redirect_uri: z.array(z.string()),
  scopes: z.array(z.string()).optional(),
  status: z.string(),
});
type Client = z.infer<typeof Client>;
const Secret = z.object({ client_secret: z.string() });
const Exchange = z.object({ at: z.string(), client_id: z.string(), outcome: z.string() });

export function createRegistrations(deps: Deps): RegistrationService {
  const { questions, credentials } = deps;
  const control = createControl(deps);

  const clients = (): Promise<Result<Client[]>> =>
    control('GET', '/oauth/clients', z.array(Client));

  async function list(note?: string): Promise<Result<Registrations>> {
    const at = deps.connection();
    if (!at.ok) return at;
    const known = await clients();
    if (!known.ok) return known;
    const exchanged = await control('GET', '/oauth/exchanges', z.array(Exchange));
    if (!exchanged.ok) return exchanged;
    const nameOf = (id: string) =>
      known.value.find(({ client_id: one }) => one === id)?.name ?? 'A removed application';
    return ok({
      brokerAddress: at.value.hosts.rest,
      apps: known.value
        .filter(({ client_id: clientId }) => clientId !== DEMO_CLIENT_ID)
        .map(({ client_id: clientId, name, scopes, ...rest }) => ({
          clientId,
          name,
          redirectUris: rest.redirect_uri,
          ...(scopes && { scopes }),
          isDisabled: rest.status !== 'ACTIVE',
        })),
      exchanges: exchanged.value.map(({ at: when, client_id: clientId, outcome }) => ({
        at: Date.parse(when),
        clientId,
        appName: nameOf(clientId),
        wasRefused: outcome !== 'exchanged',
        text: exchangeText(outcome),
      })),
      ...(note !== undefined && { note }),
    });
  }

  /** One's own; what the demo has is not for a person to change. */
  async function find(clientId: string): Promise<Result<Client>> {
    const known = await clients();
    if (!known.ok) return known;
    const id = plainClientId(clientId);
    const client = known.value.find((one) => one.client_id === id);
    if (!client) return notAllowed('The practice broker has no application with this client id.');
    if (id === DEMO_CLIENT_ID)
      return notAllowed(
        'The demo application is part of the practice broker and cannot be changed.',
      );
    return ok(client);
  }

  /** Kept for the consent page first, so that what is shown is also what works there. */
  async function handOver(account: BrokerAccount, { client_id: id, name }: Client, secret: string) {
    deps.neverLog(secret);
    const saved = await credentials.saveClientSecret(account, id, secret);
    const unseen = await questions.showSecret(name, id, secret);
    const notes = [
      !saved.ok &&
        'Ballast could not store the secret, so the application cannot be allowed yet. Enter it under Client secrets.',
      unseen !== undefined && `The secret was not shown: ${unseen} Create a new one to see it.`,
    ].filter((note) => note !== false);
    return list(notes.length > 0 ? notes.join(' ') : undefined);
  }

  return {
    list: () => list(),
    async add(account, draft) {
      const redirectUris = [...new Set(draft.redirectUris.filter((uri) => uri !== ''))];
      if (redirectUris.length === 0)
        return invalid('Enter at least one redirect address', 'redirectUris');
      for (const uri of redirectUris) {
        const read = readReturnAddress(uri);
        if (!read.ok) return invalid(`${uri}: ${read.why}`, 'redirectUris');
      }
      const refusal = await questions.registerApp(draft.name, redirectUris);
      if (refusal) return refusal;
      const { name, scopes } = draft;
      const body = { name, redirect_uri: redirectUris, scopes };
      const made = await control('POST', '/oauth/clients', Client.extend(Secret.shape), body);
      if (!made.ok) return made;
      return handOver(account, made.value, made.value.client_secret);
    },
    async renewSecret(account, clientId) {
      const client = await find(clientId);
      if (!client.ok) return client;
      const refusal = await questions.newSecret(client.value.name);
      if (refusal) return refusal;
      const path = `/oauth/clients/${client.value.client_id}/secret`;
      const made = await control('POST', path, Secret);
      if (!made.ok) return made;
      return handOver(account, client.value, made.value.client_secret);
    },
    async setDisabled(clientId, isDisabled) {
      const client = await find(clientId);
      if (!client.ok) return client;
      const path = `/oauth/clients/${client.value.client_id}/status`;
      const status = isDisabled ? 'DISABLED' : 'ACTIVE';
      const set = await control('PUT', path, Client, { status });
      return set.ok ? list() : set;
    },
    async remove(account, clientId) {
      const client = await find(clientId);
      if (!client.ok) return client;
      const id = client.value.client_id;
      const removed = await control('DELETE', `/oauth/clients/${id}`, z.null());
      if (!removed.ok) return removed;
      const forgotten = await credentials.removeClientSecret(account, id);
      return list(forgotten.ok ? undefined : 'It was removed, but its stored secret was not.');
    },
  };
}
