// Whether the auditor can be trusted: the proxy breaks something on purpose, and the auditor must notice just that.
import { bodyOf, type Found, type Message } from '#test/second-proof/framing.ts';
import type { Sabotage } from '#test/second-proof/proxy.ts';
import type { Settling } from '#test/second-proof/settle.ts';
import type { Stage } from '#test/second-proof/stage.ts';

type Deps = {
  stage: Stage;
  settling: Settling;
  outside: () => Promise<string>;
  actFor(ms: number): Promise<void>;
  say(text: string): void;
};

const isOrder = ({ head }: Message): boolean => head.startLine.startsWith('POST /v2/orders ');

/** An order reaches the broker twice, the second time under another id. */
const twin: Sabotage = async (request, forward) => {
  if (isOrder(request)) {
    const body = bodyOf(request);
    const id = /"client_order_id":"([^"]+)"/.exec(body)?.[1] ?? '';
    await forward(Buffer.from(request.bytes.toString().replace(id, `${id.slice(0, -4)}ffff`)));
  }
  return forward();
};

/** An order is answered as taken and reaches nobody. */
const swallowed: Sabotage = async (request, forward) => {
  if (!isOrder(request)) return forward();
  const body = JSON.parse(bodyOf(request)) as Record<string, unknown>;
  const order = {
    ...body,
    id: crypto.randomUUID(),
    status: 'new',
    filled_qty: '0',
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    asset_class: 'us_equity',
  };
  return answered(JSON.stringify(order));
};

/** Every account that is read has a hundred dollars more. */
const richer: Sabotage = async (request, forward) => {
  const found = await forward();
  if (!found || !/^GET \/v2\/account[ ?]/.test(request.head.startLine)) return found;
  const text = bodyOf(found.message);
  return answered(
    text.replace(/"cash":"(-?\d+)/, (_all, dollars: string) => `"cash":"${Number(dollars) + 100}`),
  );
};

/** Every position that is read has one share more. */
const larger: Sabotage = async (request, forward) => {
  const found = await forward();
  if (!found || !/^GET \/v2\/positions[ ?]/.test(request.head.startLine)) return found;
  return answered(
    bodyOf(found.message).replaceAll(
      /"qty":"(\d+)/g,
      (_all, qty: string) => `"qty":"${Number(qty) + 1}`,
    ),
  );
};

/** An order of which one share more is asked than somebody confirmed. */
const altered: Sabotage = async (request, forward) =>
  isOrder(request)
    ? forward(
        Buffer.from(
          request.bytes
            .toString()
            .replace(/"qty":"(\d)/, (_all, digit: string) => `"qty":"${(Number(digit) + 1) % 10}`),
        ),
      )
    : forward();

/** An order that was taken is answered as refused. */
const denied: Sabotage = async (request, forward) => {
  const found = await forward();
  return isOrder(request)
    ? answered('{"code":40310000,"message":"insufficient buying power"}', '403 Forbidden')
    : found;
};

/** Open orders are listed as filled. */
const aged: Sabotage = async (request, forward) => {
  const found = await forward();
  if (!found || !/^GET \/v2\/orders[ ?]/.test(request.head.startLine)) return found;
  return answered(bodyOf(found.message).replaceAll('"status":"new"', '"status":"filled"'));
};

/** A cancel is answered as taken and reaches nobody. */
const uncanceled: Sabotage = async (request, forward) =>
  request.head.startLine.startsWith('DELETE /v2/orders')
    ? answered('', '204 No Content')
    : forward();

const answered = (body: string, status = '200 OK'): Found => {
  const bytes = Buffer.from(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nx-request-id: ${crypto.randomUUID()}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const bodyAt = bytes.indexOf('\r\n\r\n') + 4;
  return {
    kind: 'message',
    message: { head: { startLine: '', headers: new Map(), status: 200 }, bytes, bodyAt },
  };
};

type Case = [string, Sabotage, RegExp];

const HEALING: Case[] = [
  ['cash that is not the ledger’s', richer, /cash (told as|is)/],
  ['positions that are not the ledger’s', larger, /position \w+ told as/],
  ['an order that is placed and told as refused', denied, /told as refused, and its order is/],
  ['a cancel that is answered and reaches nobody', uncanceled, /cancel of/],
  ['an order that is doubled under another id', twin, /nobody confirmed this order/],
];

/** What a desk is told once and believes for good: nothing can be compared after them. */
const LASTING: Case[] = [
  ['an order of another size than confirmed', altered, /its terms are others than confirmed/],
  ['open orders that are listed as filled', aged, /told as filled; it was/],
  ['an order that is answered and not placed', swallowed, /told as accepted/],
];

/** Longer than the streams are listened to. */
const MUTE_MS = 30_000;

export async function selfTest({ stage, settling, outside, actFor, say }: Deps): Promise<string[]> {
  const missed: string[] = [];
  const known = new Set<string>();
  const judge = (name: string, found: string[], complaint: RegExp): void => {
    // What was complained of before is no answer to what is broken now.
    const noticed = found.find((text) => complaint.test(text) && !known.has(text));
    for (const text of found) known.add(text);
    say(
      `${name}: ${noticed === undefined ? `MISSED, of ${found.length} complaints: ${found.slice(0, 3).join(' | ')}` : `noticed: ${noticed.slice(0, 200)}`}`,
    );
    if (noticed === undefined) missed.push(`the auditor did not notice: ${name}`);
  };
  const tryOut = async ([name, sabotage, complaint]: Case): Promise<void> => {
    stage.proxy.sabotage(sabotage);
    await actFor(4_000);
    const { violations } = await settling.quiet(5_000);
    stage.proxy.sabotage(undefined);
    judge(name, violations, complaint);
  };
  await actFor(4_000);
  const clean = [...(await settling.quiet()).violations, ...(await settling.probe(outside))];
  say(`nothing is broken: ${clean.length} complaints`);
  missed.push(...clean.map((text) => `nothing was broken, and the auditor says: ${text}`));
  stage.proxy.muteAll(MUTE_MS);
  judge(
    'streams that tell nothing any more',
    await settling.probe(outside),
    /the streams are told as live/,
  );
  for (const each of HEALING) {
    await tryOut(each);
    for (const text of (await settling.quiet()).violations) known.add(text);
  }
  for (const each of LASTING) await tryOut(each);
  return missed;
}
