// A door in front of a broker that knows when the last byte of an order came, and whether one began after a mark.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { HostSet } from '#contract/accounts.ts';
import type { Hosts } from '#main/ports.ts';
import { movedHosts } from '#test/support/moved-hosts.ts';

export type DoorReport = {
  /** Requests that place or change an order. */
  requests: number;
  /** Those of them that began after the mark. */
  late: number;
  /** When the last byte of one came, on `nowMs`. */
  lastByteAt: number;
};

export type OrderDoor = {
  hosts: HostSet;
  /** Whatever begins after this call counts as late. Answers when the door has seen everything before it. */
  mark(): Promise<void>;
  report(): Promise<DoorReport>;
  reset(): Promise<void>;
  stop(): void;
};

const CHILD = fileURLToPath(new URL('order-door-child.ts', import.meta.url));

/** The clock of the door. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

export async function openOrderDoor(behind: Hosts): Promise<OrderDoor> {
  const child = fork(CHILD, [new URL(behind.rest).port], { execArgv: [] });
  const heard = async <T>(kind: string): Promise<T> => {
    for (;;) {
      const [message] = (await once(child, 'message')) as [T & { kind: string }];
      if (message.kind === kind) return message;
    }
  };
  const { ports } = await heard<{ ports: [number, number] }>('ready');
  const [port, markPort] = ports;
  const marker = connect(markPort, '127.0.0.1').setNoDelay(true);
  await once(marker, 'connect');
  return {
    hosts: movedHosts(behind, port),
    async mark() {
      const marked = heard('marked');
      marker.write('.');
      await marked;
    },
    async report() {
      const answer = heard<{ report: DoorReport }>('report');
      child.send('report');
      return (await answer).report;
    },
    async reset() {
      const answer = heard('reset');
      child.send('reset');
      await answer;
    },
    stop() {
      marker.destroy();
      child.disconnect();
    },
  };
}
