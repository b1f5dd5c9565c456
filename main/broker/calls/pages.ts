// Reading page after page until the broker says that there is no more. A token that comes twice would go round for
// ever, so it ends the reading with a failure; what was read until then is not passed off as everything.
import { fail, ok, type Result } from '#contract/failure.ts';

export type Progress = { pages: number; items: number };
export type OnProgress = (progress: Progress) => void;

export type Page<T> = { items: readonly T[]; next: string | undefined };

const MOST_PAGES = 2_000;

export async function readPages<T>(
  what: string,
  readPage: (token: string | undefined) => Promise<Result<Page<T>>>,
  onProgress?: OnProgress,
): Promise<Result<T[]>> {
  const items: T[] = [];
  const seen = new Set<string>();
  let token: string | undefined;
  for (let pages = 1; pages <= MOST_PAGES; pages++) {
    const page = await readPage(token);
    if (!page.ok) return page;
    for (const item of page.value.items) items.push(item);
    onProgress?.({ pages, items: items.length });
    token = page.value.next;
    if (token === undefined) return ok(items);
    if (!token.isWellFormed())
      return broken(`The broker's ${what} name a next page that cannot be asked for.`);
    if (seen.has(token)) return broken(`The broker's ${what} repeat the same page.`);
    seen.add(token);
  }
  return broken(`The broker's ${what} do not end after ${MOST_PAGES} pages.`);
}

const broken = (message: string): Result<never> =>
  fail({ kind: 'unavailable', status: 200, message });
