// The stream of activities over real sockets: where it begins, what is heard of it, how it ends, and what is hidden.
import { expect, it } from 'vitest';
import type { Client } from '#main/broker/client.ts';
import type { ActivitiesFrom } from '#main/broker/calls/activity-events.ts';
import { setUp, type Handler } from '#test/unit/broker/local-broker.ts';
import { until } from '#test/support/until.ts';

const fee = (eventId: string) =>
  JSON.stringify({
    event_id: eventId,
    at: '2026-01-05T15:00:00Z',
    activity_type: 'FEE',
    details: { symbol: 'SECRETSECRET' },
  });

function listen(client: Client, from: ActivitiesFrom = { sinceId: 'A&B' }) {
  const heard: string[] = [];
  const stop = client.openActivities(from, {
    onAnswer: ({ status }) => heard.push(`answer ${status}`),
    onEvent: (event) =>
      heard.push(event?.kind === 'entry' ? `${event.eventId} ${event.symbol}` : '?'),
    onComment: (text) => heard.push(`: ${text}`),
    onEnd: (reason) => heard.push(`end ${reason}`),
  });
  return { heard, stop };
}
const streaming =
  (chunks: string[]): Handler =>
  (_request, _socket, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const chunk of chunks) response.write(chunk);
    return undefined;
  };

it('asks from where it was told to, with the key, and hears events and comments without secrets', async () => {
  const text = `: KEYKEY is slow\n\ndata: ${fee('01')}\n\ndata: broken\n\ndata: ${fee('02')}\n\n`;
  const { client, broker } = await setUp(streaming([text.slice(0, 50), text.slice(50)]));
  const { heard, stop } = listen(client);
  await until(() => heard.length >= 5, 'all of it');
  expect(heard).toEqual(['answer 200', ': [hidden] is slow', '01 [hidden]', '?', '02 [hidden]']);
  expect(broker.seen[0]).toMatchObject({
    path: '/v2beta1/events/activities?since_id=A%26B',
    headers: { accept: 'text/event-stream', 'apca-api-key-id': 'KEYKEY' },
  });
  stop();
  expect(heard).toHaveLength(5);
});

it.each([404, 403, 501])('says that it was answered with %i, and ends', async (status) => {
  const { client } = await setUp({ status, text: 'no' });
  const { heard } = listen(client, { since: '2026-01-05T15:00:00Z' });
  await until(() => heard.length >= 2, 'the end');
  expect(heard).toEqual([`answer ${status}`, `end answered ${status}`]);
});

it('says once that it was cut, and that a line did not end', async () => {
  const cut = await setUp((_request, socket, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(`data: ${fee('01')}\n\n`);
    setTimeout(() => socket.destroy(), 20);
    return undefined;
  });
  const first = listen(cut.client);
  await until(() => first.heard.length >= 3, 'the end');
  expect(first.heard).toEqual(['answer 200', '01 [hidden]', expect.stringMatching(/^end /)]);
  const endless = await setUp(streaming(['x'.repeat(200_000)]));
  const second = listen(endless.client);
  await until(() => second.heard.length >= 2, 'the end');
  expect(second.heard).toEqual(['answer 200', expect.stringMatching(/^end .*does not end/)]);
});

it('says that nobody answers', async () => {
  const { client } = await setUp(() => undefined, { timeoutMs: 30 });
  const { heard } = listen(client);
  await until(() => heard.length > 0, 'the end');
  expect(heard).toEqual(['end no answer within 0.03 s']);
});
