import type { TourTarget } from '#renderer/screens/desk/tour/tour-steps.ts';

const ORDERS = '[data-panel="orders"]';

/** What a step points at, if it is on the page now. No panel knows of the tour. */
export function findTarget(target: TourTarget, quantity: Element | null): Element | undefined {
  return look(target, quantity) ?? undefined;
}

function look(target: TourTarget, quantity: Element | null): Element | null {
  switch (target.kind) {
    case 'quantity':
      // With its name, through which a ring around the field alone would run.
      return quantity?.closest('.field') ?? quantity;
    case 'review':
      return document.querySelector('form[aria-label="Order ticket"] button[type="submit"]');
    case 'confirm':
      return document.querySelector('dialog[open] button[type="submit"]');
    case 'lines':
      return document.querySelector('dialog[open] .evidence-lines');
    case 'close':
      return document.querySelector('dialog[open] > .dialog-actions button');
    case 'palette':
      return document.querySelector('.palette-button');
    case 'row':
      return rowOf(target.keys) ?? document.querySelector(ORDERS);
    case 'evidence':
      return evidenceOf(target.keys) ?? document.querySelector(ORDERS);
    default:
      return target satisfies never;
  }
}

function rowOf(keys: readonly string[]): Element | null {
  const rows = keys.map((key) =>
    document.querySelector(`${ORDERS} tr[data-key="${CSS.escape(key)}"]`),
  );
  return rows.find((one) => one !== null) ?? null;
}

/** The button that opens it where the row has room for it. */
function evidenceOf(keys: readonly string[]): Element | null {
  const row = rowOf(keys);
  return row?.querySelector('button[aria-label^="Evidence"]') ?? row;
}
