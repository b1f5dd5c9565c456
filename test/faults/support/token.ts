// A token of the OAuth flow for the broker's first account, as an application would have been given it.
import type { Paper } from '#test/faults/support/paper.ts';

const REDIRECT = 'http://localhost/back';

export async function issueToken({ hosts, key, control }: Paper): Promise<string> {
  const client = await control<{ client_id: string; client_secret: string }>(
    'POST',
    '/oauth/clients',
    { name: 'Test', redirect_uri: [REDIRECT] },
  );
  const headers = { 'APCA-API-KEY-ID': key.keyId, 'APCA-API-SECRET-KEY': key.secretKey };
  const account = await fetch(`${hosts.rest}/v2/account`, { headers });
  const { id } = (await account.json()) as { id: string };
  const issued = await fetch(`${hosts.rest}/v1/oauth/token`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_id: client.client_id,
      client_secret: client.client_secret,
      redirect_uri: REDIRECT,
      scope: 'account:write trading data',
      account_id: id,
    }),
  });
  if (!issued.ok) throw new Error(`no token: ${issued.status} ${await issued.text()}`);
  return ((await issued.json()) as { access_token: string }).access_token;
}
