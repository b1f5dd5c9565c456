// What a screen reader would say, taken from the browser's own accessibility tree: where the focus comes to, with what
// it is in and what is known of it; what a live region says by itself; and a part of the page read from top to bottom.
import { type CDPSession, expect, type Locator, type Page } from 'playwright/test';

type AxValue = { value?: unknown };
type AxNode = {
  nodeId: string;
  ignored: boolean;
  role?: AxValue;
  name?: AxValue;
  description?: AxValue;
  value?: AxValue;
  properties?: { name: string; value: AxValue }[];
  childIds?: string[];
  backendDOMNodeId?: number;
};

/** As they are said; what is not here has no word of its own. */
const ROLES: Record<string, string> = {
  alert: 'alert',
  button: 'button',
  cell: 'cell',
  checkbox: 'checkbox',
  columnheader: 'column header',
  combobox: 'combo box',
  dialog: 'dialog',
  figure: 'figure',
  form: 'form',
  group: 'group',
  heading: 'heading',
  link: 'link',
  list: 'list',
  listitem: 'list item',
  main: 'main',
  menuitem: 'menu item',
  navigation: 'navigation',
  option: 'option',
  radio: 'radio button',
  radiogroup: 'radio group',
  region: 'region',
  row: 'row',
  tab: 'tab',
  table: 'table',
  tabpanel: 'tab panel',
  textbox: 'edit',
  toolbar: 'toolbar',
};
/** Said when the focus comes into them. */
const PLACES = new Set(
  'dialog figure form group list main navigation radiogroup region table tabpanel toolbar'.split(
    ' ',
  ),
);
/** Read as one line, with all that is in them. */
const LINES = new Set('heading paragraph term definition listitem row status alert'.split(' '));
const PRESSED = new Set(
  'button checkbox combobox link menuitem option radio tab textbox'.split(' '),
);

export type ScreenReader = {
  /** What was said since the last question, in order; a key is pressed first. */
  heard(): string[];
  /** Says where the focus came to, which may take the page a moment. */
  focus(): Promise<void>;
  /** A key that moves the focus. */
  press(key: string): Promise<void>;
  /** A part of the page from top to bottom, a line each. */
  read(place: Locator): Promise<string[]>;
};

/** Before the page is opened: what is said at the start is heard too. */
export async function listen(page: Page): Promise<ScreenReader> {
  const cdp = await page.context().newCDPSession(page);
  const said: string[] = [];
  let within: string[] = [];
  let last: string | undefined;
  await cdp.send('Accessibility.enable');
  await page.exposeFunction('__heard', (line: string) => void said.push(line));
  await page.addInitScript(reportLiveRegions);

  /** False where it was said before. */
  async function sayFocus(): Promise<boolean> {
    const { nodes } = await nodesUp(cdp, 'document.activeElement');
    const [node, ...above] = nodes;
    if (!node || node.backendDOMNodeId === undefined) return false;
    const places = above
      .filter((each) => !each.ignored && PLACES.has(roleOf(each)) && nameOf(each) !== '')
      .map((each) => `${nameOf(each)}, ${ROLES[roleOf(each)]}`)
      .toReversed();
    const words = spoken(node);
    const id = `${node.backendDOMNodeId} ${words}`;
    if (id === last) return false;
    last = id;
    said.push([...places.filter((place) => !within.includes(place)), words].join('; '));
    within = places;
    return true;
  }

  const focus = () => expect.poll(sayFocus, { message: 'the focus comes somewhere' }).toBe(true);

  return {
    heard: () => said.splice(0),
    focus,
    async press(key) {
      await page.keyboard.press(key);
      await focus();
    },
    async read(place) {
      const handle = await place.elementHandle();
      await handle?.evaluate((element) => Object.assign(globalThis, { __read: element }));
      const { nodes: own } = await nodesUp(cdp, '__read');
      const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
      return linesOf(new Map(nodes.map((node) => [node.nodeId, node])), own[0]?.nodeId ?? '');
    },
  };
}

async function nodesUp(cdp: CDPSession, expression: string): Promise<{ nodes: AxNode[] }> {
  const { result } = await cdp.send('Runtime.evaluate', { expression });
  const { objectId = '' } = result;
  return cdp.send('Accessibility.getAXNodeAndAncestors', { objectId });
}

const textOf = (value: AxValue | undefined): string =>
  typeof value?.value === 'string' ? value.value.replace(/\s+/g, ' ').trim() : '';
const roleOf = (node: AxNode): string => textOf(node.role);
const nameOf = (node: AxNode): string => textOf(node.name);

/** Name, role, state, value, description: the order in which they are said. */
function spoken(node: AxNode): string {
  const role = roleOf(node);
  const property = (name: string) => node.properties?.find((one) => one.name === name)?.value.value;
  const has = (name: string) => [true, 'true'].includes(property(name) as boolean | string);
  const isToggle = property('pressed') !== undefined;
  const states = [
    role === 'heading' && `level ${String(property('level'))}`,
    ['radio', 'checkbox'].includes(role) && (has('checked') ? 'checked' : 'not checked'),
    property('expanded') !== undefined && (has('expanded') ? 'expanded' : 'collapsed'),
    has('selected') && 'selected',
    isToggle && (has('pressed') ? 'pressed' : 'not pressed'),
    has('disabled') && 'unavailable',
    has('invalid') && 'invalid entry',
  ];
  const isField = role === 'textbox' || role === 'combobox';
  const value = textOf(node.value);
  const parts = [
    nameOf(node),
    isToggle ? 'toggle button' : ROLES[role],
    ...states,
    isField && (value === '' ? 'blank' : value !== nameOf(node) && value),
    textOf(node.description),
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}

function linesOf(nodes: ReadonlyMap<string, AxNode>, rootId: string): string[] {
  const lines: string[] = [];
  let term = '';
  /** Everything in it, with what can be pressed named as such. */
  const inside = (id: string): string => {
    const node = nodes.get(id);
    if (!node) return '';
    const role = roleOf(node);
    if (!node.ignored && role === 'StaticText') return nameOf(node);
    if (!node.ignored && PRESSED.has(role)) return spoken(node);
    return (node.childIds ?? [])
      .map(inside)
      .filter(Boolean)
      .join(' ')
      .replace(/ ([.,])/g, '$1');
  };
  const visit = (id: string): void => {
    const node = nodes.get(id);
    if (!node) return;
    const role = roleOf(node);
    if (!node.ignored && (PRESSED.has(role) || role === 'heading')) {
      lines.push(spoken(node));
      return;
    }
    if (!node.ignored && role === 'term') {
      term = inside(id);
      return;
    }
    if (!node.ignored && role === 'definition') {
      lines.push(`${term}: ${inside(id)}`);
      return;
    }
    if (!node.ignored && (LINES.has(role) || role === 'StaticText')) {
      const text = role === 'StaticText' ? nameOf(node) : inside(id);
      if (text !== '') lines.push(text);
      return;
    }
    if (!node.ignored && role === 'list' && nameOf(node) !== '')
      lines.push(`${nameOf(node)}, list`);
    for (const child of node.childIds ?? []) visit(child);
  };
  visit(rootId);
  // The name of a field is said with the field.
  return lines.filter((line, nth) => !lines[nth + 1]?.startsWith(`${line}, `));
}

/** In the page: what a live region says when it comes to be, or changes. */
function reportLiveRegions(): void {
  const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]';
  const hear = (globalThis as unknown as { __heard(line: string): void }).__heard;
  const before = new WeakMap<Element, string>();
  const words = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return '';
    if (node.matches('[aria-hidden="true"], [hidden], button')) return '';
    return [...node.childNodes].map(words).join(' ');
  };
  const plain = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/ ([.,])/g, '$1')
      .trim();
  const consider = (region: Element, isNew: boolean): void => {
    if (!region.checkVisibility()) return;
    const text = plain(words(region));
    if (before.get(region) === text) return;
    before.set(region, text);
    // A region that is there from the start is read when it is come to; only an alert speaks as it comes.
    if (text === '' || (isNew && region.getAttribute('role') !== 'alert')) return;
    hear(text);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(LIVE);
      // Of a log only what is added is said.
      if (region?.getAttribute('role') === 'log') {
        for (const node of addedNodes) {
          const text = plain(words(node));
          if (text !== '' && region.checkVisibility()) hear(text);
        }
        continue;
      }
      if (region) consider(region, false);
      if (type === 'childList')
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const inner of [node, ...node.querySelectorAll('*')])
              if (inner.matches(LIVE) && inner !== region) consider(inner, true);
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}
