// The control calls for what becomes of orders later: a fill is taken back or corrected, a change is rejected after its
// answer, the streams of activities are cut.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Decimal } from '#main/domain/decimal.ts';
import { parseInput } from '#main/paper/control/routes.ts';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import { toMoney, toPrice, toShares } from '#main/paper/engine/units.ts';
import { notFound } from '#main/paper/refusal.ts';
import type { ActivityStream } from '#main/paper/streams/activity-stream.ts';

type Deps = {
  engine: Pick<Engine, 'bust' | 'correct' | 'book' | 'accountIds' | 'lateRejections'>;
  activityStream: ActivityStream;
};
type ById = { Params: { id: string } };

const positive = (decimals: number) =>
  z
    .string()
    .regex(
      new RegExp(`^(?!0+(\\.0+)?$)\\d{1,9}(\\.\\d{1,${decimals}})?$`),
      'is a positive decimal string',
    );
const CorrectInput = z.strictObject({ qty: positive(9).optional(), price: positive(4).optional() });

const LateInput = z.strictObject({
  left: z.number().int().min(0).max(1_000),
  afterMs: z.number().int().min(0).max(3_600_000),
});

const account = { accountId: z.uuid().optional(), description: z.string().max(200).default('') };
const BookInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('FEE'), amount: positive(9), ...account }),
  z.strictObject({ type: z.literal('DIV'), symbol: z.string(), perShare: positive(9), ...account }),
]);

export function registerActivityControl(
  app: FastifyInstance,
  { engine, activityStream }: Deps,
): void {
  app.post<ById>('/_paper/executions/:id/bust', (request) => engine.bust(request.params.id).record);
  app.post<ById>('/_paper/executions/:id/correct', (request) => {
    const { qty, price } = parseInput(CorrectInput, request.body);
    const { record } = engine.correct(request.params.id, {
      qty: qty === undefined ? undefined : toShares(qty as Decimal),
      price: price === undefined ? undefined : toPrice(price as Decimal),
    });
    return record;
  });
  app.post('/_paper/activities', (request) => {
    const input = parseInput(BookInput, request.body);
    const { description, accountId = request.caller.accountId } = input;
    if (!engine.accountIds().includes(accountId)) throw notFound('account not found');
    const { record } = engine.book(
      accountId,
      input.type === 'FEE'
        ? { type: 'FEE', amount: toMoney(input.amount as Decimal), description }
        : {
            type: 'DIV',
            symbol: input.symbol.toUpperCase(),
            perShare: toMoney(input.perShare as Decimal),
            description,
          },
    );
    return record;
  });
  app.get('/_paper/replaces', engine.lateRejections.get);
  app.put('/_paper/replaces', (request) =>
    engine.lateRejections.set(parseInput(LateInput, request.body)),
  );
  app.post('/_paper/activities/cut', () => ({ cut: activityStream.cut() }));
}
