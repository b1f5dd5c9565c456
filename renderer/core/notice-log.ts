// What a window said in its notices, for whoever comes after they have gone. What is so no longer is not kept.
import { createListeners } from '#renderer/core/listeners.ts';

export type Notice = { id: string; account: string | undefined; text: string; at: number };

export type NoticeLog = {
  /** Newest first; the same array until something changes. */
  all(): readonly Notice[];
  add(notice: Omit<Notice, 'at'>): void;
  /** It is so no longer. */
  remove(id: string): void;
  on(run: () => void): () => void;
};

const MOST_KEPT = 50;

export function createNoticeLog(now: () => number): NoticeLog {
  const listeners = createListeners();
  let list: readonly Notice[] = [];

  function set(next: readonly Notice[]): void {
    list = next;
    listeners.notify();
  }
  const others = (id: string): Notice[] => list.filter((notice) => notice.id !== id);

  return {
    all: () => list,
    add: (notice) => set([{ ...notice, at: now() }, ...others(notice.id)].slice(0, MOST_KEPT)),
    remove(id) {
      if (list.some((notice) => notice.id === id)) set(others(id));
    },
    on: listeners.add,
  };
}
