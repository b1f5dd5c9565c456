// Applications: registered, disabled, given a new secret, removed; and what became of the codes that they sent in.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseInput } from '#main/paper/control/routes.ts';
import { OAuthClientDraft, type OAuthClients } from '#main/paper/oauth/clients.ts';
import type { Exchanges } from '#main/paper/oauth/exchanges.ts';
import { notFound } from '#main/paper/refusal.ts';

type Deps = { clients: OAuthClients; exchanges: Exchanges };
type OfClient = { Params: { id: string } };

const StatusInput = z.strictObject({ status: OAuthClientDraft.shape.status.unwrap() });
const unknown = () => notFound('client not found');

export function registerOAuthControl(app: FastifyInstance, { clients, exchanges }: Deps): void {
  app.get('/_paper/oauth/clients', () => clients.list());
  app.post('/_paper/oauth/clients', (request) => {
    const { client, clientSecret } = clients.register(parseInput(OAuthClientDraft, request.body));
    return { ...client, client_secret: clientSecret };
  });
  app.put<OfClient>('/_paper/oauth/clients/:id/status', (request) => {
    const { status } = parseInput(StatusInput, request.body);
    const client = clients.setStatus(request.params.id, status);
    if (!client) throw unknown();
    return client;
  });
  app.post<OfClient>('/_paper/oauth/clients/:id/secret', (request) => {
    const clientSecret = clients.renewSecret(request.params.id);
    if (clientSecret === undefined) throw unknown();
    return { client_secret: clientSecret };
  });
  app.delete<OfClient>('/_paper/oauth/clients/:id', (request, reply) => {
    if (!clients.remove(request.params.id)) throw unknown();
    return reply.code(204).send();
  });
  app.get('/_paper/oauth/exchanges', () => exchanges.list());
}
