// Whether the auditor can be trusted: the proxy breaks something on purpose, and the auditor must notice just that.
import { bodyOf, type Found, type Message } from '#test/second-proof/framing.ts';
import type { Persons } from '#test/second-proof/person.ts';
import type { Sabotage } from '#test/second-proof/proxy.ts';
import type { Settling } from '#test/second-proof/settle.ts';
import type { Stage } from '#test/second-proof/stage.ts';

type Deps = {
  stage: Stage;
  settling: Settling;
  persons: Persons[];
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

const answered = (body: string): Found => {
  const bytes = Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-request-id: ${crypto.randomUUID()}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const bodyAt = bytes.indexOf('\r\n\r\n') + 4;
  return {
    kind: 'message',
    message: { head: { startLine: '', headers: new Map(), status: 200 }, bytes, bodyAt },
  };
};

const CASES: [string, Sabotage, RegExp][] = [
  ['cash that is not the ledger’s', richer, /cash (told as|is)/],
  ['positions that are not the ledger’s', larger, /position \w+ told as/],
  ['an order that is doubled under another id', twin, /nobody confirmed this order/],
  ['an order that is answered and not placed', swallowed, /told as accepted/],
];

export async function selfTest({ stage, settling, actFor, say }: Deps): Promise<string[]> {
  const missed: string[] = [];
  await actFor(4_000);
  const clean = await settling.quiet();
  say(`nothing is broken: ${clean.violations.length} complaints`);
  missed.push(
    ...clean.violations.map((text) => `nothing was broken, and the auditor says: ${text}`),
  );
  for (const [name, sabotage, complaint] of CASES) {
    stage.proxy.sabotage(sabotage);
    await actFor(4_000);
    const { violations } = await settling.quiet(5_000);
    stage.proxy.sabotage(undefined);
    const noticed = violations.find((text) => complaint.test(text));
    say(
      `${name}: ${noticed ? `noticed: ${noticed.slice(0, 200)}` : `MISSED, of ${violations.length} complaints: ${violations.slice(0, 3).join(' | ')}`}`,
    );
    if (!noticed) missed.push(`the auditor did not notice: ${name}`);
  }
  return missed;
}
