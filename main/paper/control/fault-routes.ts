// Faults to order.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseInput } from '#main/paper/control/input.ts';
import type { FaultBook } from '#main/paper/faults/fault-book.ts';
import { FaultRule } from '#main/paper/faults/fault.ts';
import type { FrameFaults } from '#main/paper/faults/frame-faults.ts';
import { notFound } from '#main/paper/server/refusals.ts';
import type { StreamHub } from '#main/paper/streams/hub.ts';

type Deps = { book: FaultBook; frameFaults: FrameFaults; hub: StreamHub };

const CutInput = z.strictObject({
  stream: z.enum(['trade', 'data']),
  /** Left out: everybody's. */
  accountId: z.uuid().optional(),
});
const StreamSettingsInput = z.strictObject({
  tradeFrames: z.enum(['binary', 'text']).optional(),
  symbolLimit: z.int().min(0).nullable().optional(),
  feeds: z.array(z.string()).nullable().optional(),
  slowBytes: z.int().min(1024).optional(),
});

export function registerFaultRoutes(app: FastifyInstance, { book, frameFaults, hub }: Deps): void {
  app.get('/_paper/faults', () => book.list());
  app.post('/_paper/faults', (request) => book.add(parseInput(FaultRule, request.body)));
  app.delete('/_paper/faults', (_request, reply) => {
    book.clear();
    frameFaults.unmute();
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/_paper/faults/:id', (request, reply) => {
    if (!book.remove(request.params.id)) throw notFound('fault not found');
    frameFaults.unmute(request.params.id);
    return reply.code(204).send();
  });

  const describe = () => {
    const { tradeFrames, symbolLimit, feeds, slowBytes } = hub.settings();
    return {
      open: hub.counts(),
      tradeFrames,
      symbolLimit: symbolLimit ?? null,
      feeds: feeds ?? null,
      slowBytes,
    };
  };
  app.get('/_paper/streams', describe);
  app.put('/_paper/streams', (request) => {
    const asked = parseInput(StreamSettingsInput, request.body);
    const now = hub.settings();
    hub.change({
      tradeFrames: asked.tradeFrames ?? now.tradeFrames,
      slowBytes: asked.slowBytes ?? now.slowBytes,
      symbolLimit:
        asked.symbolLimit === undefined ? now.symbolLimit : (asked.symbolLimit ?? undefined),
      feeds: asked.feeds === undefined ? now.feeds : (asked.feeds ?? undefined),
    });
    return describe();
  });
  app.post('/_paper/streams/cut', (request) => {
    const { stream, accountId } = parseInput(CutInput, request.body);
    return { cut: hub.cut(stream, accountId) };
  });
}
