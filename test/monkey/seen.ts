// What a window says, read from its document by roles and names: nothing of the page's own code is asked.
import type { Page } from 'playwright';

export type SeenRow = { key: string; cells: Record<string, string>; buttons: string[] };
export type SeenTable = {
  name: string;
  /** How many rows there are, drawn or not. */
  rowCount: number;
  /** Those that are drawn. */
  rows: SeenRow[];
  isBusy: boolean;
};
export type SeenButton = { name: string; text: string; isDisabled: boolean; isPressed: boolean };

export type Seen = {
  screen: string;
  tables: SeenTable[];
  /** Terms and their values, by the name of the region that they are in. */
  figures: Record<string, Record<string, string>>;
  /** Of every `status` with a name. */
  statuses: Record<string, string>;
  /** Names of the regions in sight. */
  regions: string[];
  buttons: SeenButton[];
  /** What is typed into the fields in sight, by their names. */
  fields: Record<string, string>;
  text: string;
  title: string;
  /** How many notices are in sight. */
  notices: number;
  /** Of each chart in sight that is drawn: its newest price, and the handles of its orders. */
  charts: SeenChart[];
};
export type SeenChart = { symbol: string; price: string; handles: SeenHandle[] };
export type SeenHandle = { name: string; price: string; isMoving: boolean };

export const readSeen = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    /** As it is read out: what is hidden from that is left out. */
    const wordsOf = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element)) return '';
      if (node.getAttribute('aria-hidden') === 'true' || node.hasAttribute('hidden')) return '';
      return ` ${[...node.childNodes].map(wordsOf).join('')} `;
    };
    const words = (node: Node): string => wordsOf(node).replace(/\s+/g, ' ').trim();
    const labeled = (element: Element): string => {
      const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
      const named = ids.flatMap((id) => document.getElementById(id) ?? []).map(words);
      return element.getAttribute('aria-label') ?? named.join(' ');
    };
    const nameOf = (element: Element): string => {
      const given = labeled(element);
      if (given !== '') return given;
      const labels = 'labels' in element ? (element.labels as NodeListOf<Element> | null) : null;
      return labels?.[0] ? words(labels[0]) : words(element);
    };
    const all = <T extends Element = Element>(selector: string, within: ParentNode = document) =>
      [...within.querySelectorAll<T>(selector)].filter(isSeen);

    const tables = all<HTMLTableElement>('table[aria-label]').map((table) => {
      const heads = [...table.querySelectorAll('thead th')].map(words);
      return {
        name: labeled(table),
        // Without its head and its totals.
        rowCount:
          Number(table.getAttribute('aria-rowcount') ?? 1) -
          1 -
          table.querySelectorAll('tfoot tr').length,
        isBusy: table.getAttribute('aria-busy') === 'true',
        rows: [...table.querySelectorAll('tbody tr:not([aria-hidden])')].map((row) => ({
          key: row.getAttribute('data-key') ?? '',
          cells: Object.fromEntries(
            [...row.children].map((cell, nth) => [heads[nth] ?? `${nth}`, words(cell)]),
          ),
          buttons: [...row.querySelectorAll('button')].map(nameOf),
        })),
      };
    });
    const regions = all('section[aria-label], section[aria-labelledby]');
    return {
      screen: words(document.querySelector('nav [aria-current="page"]') ?? document.body).slice(
        0,
        40,
      ),
      tables,
      figures: Object.fromEntries(
        regions.map((region) => [
          labeled(region),
          Object.fromEntries(
            [...region.querySelectorAll('dt')].map((term) => [
              words(term),
              term.nextElementSibling ? words(term.nextElementSibling) : '',
            ]),
          ),
        ]),
      ),
      statuses: Object.fromEntries(
        all('[role="status"][aria-label]').map((status) => [labeled(status), words(status)]),
      ),
      regions: regions.map(labeled),
      buttons: all<HTMLButtonElement>('button').map((button) => ({
        name: nameOf(button),
        text: words(button),
        isDisabled: button.disabled,
        isPressed: button.getAttribute('aria-pressed') === 'true',
      })),
      fields: Object.fromEntries(
        all<HTMLInputElement>('input:not([type="radio"], [type="checkbox"])').map((input) => [
          nameOf(input),
          input.value,
        ]),
      ),
      text: words(document.body),
      title: document.title,
      notices: all('[role="log"][aria-label="Notices"] [role="group"]').length,
      charts: all('figure[aria-label^="Price chart, "][aria-busy="false"]').map((figure) => {
        const symbol = labeled(figure).slice('Price chart, '.length);
        const head = all('header').find((one) => {
          const name = one.querySelector('h2');
          return name !== null && words(name) === symbol;
        });
        const price = head?.querySelector('p');
        return {
          symbol,
          price: price ? words(price) : '',
          handles: [...figure.querySelectorAll('[role="slider"]')].map((handle) => ({
            name: labeled(handle),
            price: handle.getAttribute('aria-valuenow') ?? '',
            isMoving: /Enter/.test(handle.getAttribute('aria-valuetext') ?? ''),
          })),
        };
      }),
    };
  });

/** What the bell leads to, and how many of it are new afterwards. */
export const readMenu = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="menu"] [role="menuitem"]')].map((item) =>
      [...item.children].map((part) => part.textContent.trim()).join(' | '),
    ),
  );

export type Control = { role: string; name: string; x: number; y: number };

/** What a pointer can reach now: in sight, enabled, and covered by nothing. */
export const reachable = (page: Page): Promise<Control[]> =>
  page.evaluate(() => {
    const roleOf = (element: Element): string => {
      const given = element.getAttribute('role');
      if (given !== null) return given;
      if (element instanceof HTMLInputElement)
        return ['radio', 'checkbox', 'file'].includes(element.type) ? element.type : 'textbox';
      return { A: 'link', TEXTAREA: 'textbox', TR: 'row' }[element.tagName] ?? 'button';
    };
    const textOf = (element: Element): string => {
      const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
      const labels = 'labels' in element ? (element.labels as NodeListOf<Element> | null) : null;
      return (
        element.getAttribute('aria-label') ??
        [...ids.flatMap((id) => document.getElementById(id) ?? []), ...(labels ?? []), element]
          .map((each) => each.textContent.trim())
          .find((text) => text !== '') ??
        element.getAttribute('placeholder') ??
        ''
      );
    };
    const isHit = (element: Element, top: Element | null): boolean => {
      if (!top) return false;
      const labels = 'labels' in element ? [...(element.labels as NodeListOf<Element>)] : [];
      return element.contains(top) || labels.some((label) => label.contains(top));
    };
    return [
      ...document.querySelectorAll(
        'button, a[href], input, textarea, summary, tr[tabindex], [role="tab"], [role="option"], [role^="menuitem"], [role="combobox"], [role="switch"]',
      ),
    ].flatMap((element) => {
      const isOff =
        element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true';
      if (isOff || !element.checkVisibility({ visibilityProperty: true })) return [];
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (!isHit(element, document.elementFromPoint(x, y))) return [];
      return [{ role: roleOf(element), name: textOf(element).slice(0, 80), x, y }];
    });
  });

/** The dialogs, menus and lists that are open, and whether anything has the focus. */
export type Open = { open: string[]; hasFocus: boolean };

export const readOpen = (page: Page): Promise<Open> =>
  page.evaluate(() => ({
    open: [...document.querySelectorAll('dialog[open], [role="menu"], [role="listbox"]')].flatMap(
      (element) =>
        element.checkVisibility() && element.getClientRects().length > 0
          ? [
              `${element.getAttribute('role') ?? 'dialog'} ${element.querySelector('h2')?.textContent ?? ''}`.trim(),
            ]
          : [],
    ),
    hasFocus: document.activeElement !== null && document.activeElement !== document.body,
  }));
