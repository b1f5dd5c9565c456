// An answer that does not end: server-sent events over one connection of its own, to the account's host and to no other.
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import { connectionReason } from '#main/broker/http/connection-reason.ts';
import { checkedOrigin, singleHeaders } from '#main/broker/http/http.ts';
import { createPinnedAgent, type Dial } from '#main/broker/http/pinned-agent.ts';
import type { Delay } from '#main/ports.ts';
import type { Answer } from '#main/wire/answer.ts';

/** Each may come late; whoever opened it decides whether it still cares. */
type EventStreamEvents = {
  /** The head of the answer. Text follows only where its status is 200. */
  onAnswer(answer: Answer): void;
  onText(text: string): void;
  /** Once, and nothing after it. */
  onEnd(reason: string): void;
};

type EventStreamRequest = {
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Until the head of the answer. */
  timeoutMs: number;
};

/** A computer that is gone does not say so: the system asks it this often. */
const KEEP_ALIVE_MS = 30_000;

export function createEventHost(deps: { origin: string; delay: Delay; dial?: Dial | undefined }) {
  const base = checkedOrigin(deps.origin);
  const agent = createPinnedAgent(base, { keepAlive: false, dial: deps.dial });
  const begin = base.protocol === 'https:' ? httpsRequest : httpRequest;

  return {
    /** Answers a function that ends it without a word. */
    open(request: EventStreamRequest, events: EventStreamEvents): () => void {
      let isOver = false;
      function end(reason: string | undefined): void {
        if (isOver) return;
        isOver = true;
        stopTimer();
        outgoing.destroy();
        if (reason !== undefined) events.onEnd(reason);
      }
      const outgoing = begin(new URL(request.path, base.origin), {
        agent,
        method: 'GET',
        headers: { accept: 'text/event-stream', 'user-agent': 'ballast', ...request.headers },
      });
      const stopTimer = deps.delay(request.timeoutMs, () =>
        end(`no answer within ${request.timeoutMs / 1000} s`),
      );
      outgoing.on('error', (error: NodeJS.ErrnoException) => end(connectionReason(error)));
      outgoing.once('close', () => end('the connection closed'));
      outgoing.once('socket', (socket) => socket.setKeepAlive?.(true, KEEP_ALIVE_MS));
      outgoing.once('response', (response: IncomingMessage) => {
        if (isOver) return;
        stopTimer();
        const { statusCode: status = 0 } = response;
        events.onAnswer({ status, headers: singleHeaders(response.headers), body: '' });
        if (status !== 200) return end(`answered ${status}`);
        const decoder = new StringDecoder('utf8');
        response.on('data', (chunk: Buffer) => !isOver && events.onText(decoder.write(chunk)));
        response.on('error', (error) => end(connectionReason(error)));
        response.once('end', () => end('the broker ended it'));
      });
      outgoing.end();
      return () => end(undefined);
    },
    close: () => agent.destroy(),
  };
}
