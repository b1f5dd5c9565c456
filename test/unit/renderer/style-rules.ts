// What the page's style sheets say, read just far enough to hold them to the rules in styles.test.ts.
export type StyleRule = { layer: string | undefined; selector: string; body: string };
export type StyleSheet = { file: string; rules: StyleRule[]; statements: string[] };

/** Rules with the layer they are in; whatever is no rule (imports, orders of layers, properties) is a statement. */
export function readStyles(file: string, text: string): StyleSheet {
  const sheet: StyleSheet = { file, rules: [], statements: [] };
  walk(text.replaceAll(/\/\*[^]*?\*\//g, ''), undefined, sheet);
  return sheet;
}

function walk(text: string, layer: string | undefined, into: StyleSheet): void {
  let at = 0;
  while (at < text.length) {
    const stop = text.slice(at).search(/[{;]/);
    if (stop === -1) return;
    const prelude = text
      .slice(at, at + stop)
      .trim()
      .replaceAll(/\s+/g, ' ');
    if (text[at + stop] === ';') {
      into.statements.push(prelude);
      at += stop + 1;
      continue;
    }
    const end = closing(text, at + stop);
    const body = text.slice(at + stop + 1, end);
    if (prelude.startsWith('@layer ')) walk(body, prelude.slice('@layer '.length), into);
    else if (/^@(media|supports|container)\b/.test(prelude)) walk(body, layer, into);
    else if (prelude.startsWith('@')) into.statements.push(prelude);
    else
      for (const selector of splitOutside(prelude, /,/))
        into.rules.push({ layer, selector: selector.trim(), body });
    at = end + 1;
  }
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  throw new Error(`a brace is never closed: ${text.slice(open, open + 80)}`);
}

/** Not where it stands inside parentheses or brackets. */
function splitOutside(text: string, at: RegExp): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('(['.includes(letter)) depth++;
    if (')]'.includes(letter)) depth--;
    if (depth === 0 && at.test(letter)) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.filter((part) => part.trim() !== '');
}

/** The element that a rule is about: the last part of its selector. What it is not, or has inside, is left out. */
export function subjectOf(selector: string): { classes: string[]; scope: string } {
  const parts = splitOutside(selector, /[\s>+~]/);
  const plain = (parts.at(-1) ?? '').replaceAll(/:(not|has|is|where)\(([^()]|\([^()]*\))*\)/g, '');
  return { classes: classesIn(plain), scope: parts.slice(0, -1).join(' ') };
}

export const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);

/** The classes that a source gives its elements; what is put together at run time is not among them. */
export function classesUsed(source: string): string[] {
  const said = [...source.matchAll(/className(?:="([^"]*)"|=\{|: | = )/g)].flatMap((found) =>
    found[1] === undefined
      ? stringsIn(expressionAt(source, found.index + found[0].length))
      : [found[1]],
  );
  return said.flatMap((text) => text.split(/\s+/)).filter((name) => /^[a-z][\w-]*$/.test(name));
}

/** Up to the brace that ends an attribute; of a line, as far as it is about this. */
function expressionAt(source: string, from: number): string {
  if (source[from - 1] !== '{') return /^[^\n]*?(?=,\s|\n)/.exec(source.slice(from))?.[0] ?? '';
  return source.slice(from, closing(source, from - 1));
}

function stringsIn(expression: string): string[] {
  const plain = [...expression.matchAll(/([!=]== |\?\? )?'([^']*)'/g)]
    .filter(([, compared]) => compared === undefined)
    .map(([, , text = '']) => text);
  const templates = [...expression.matchAll(/`([^`]*)`/g)].map(([, text = '']) =>
    text.replaceAll(/[^\s{}]*\$\{[^}]*\}[^\s]*/g, ' '),
  );
  return [...plain, ...templates];
}

/** Every word of every string: a class may be handed on before it is given to an element. */
export const wordsIn = (source: string): string[] =>
  [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, a, b, c]) =>
    (a ?? b ?? withWords(c ?? '')).split(/\s+/),
  );

/** Of what a template puts in, only the strings. */
const withWords = (template: string): string =>
  template.replaceAll(/\$\{([^}]*)\}/g, (_, inner: string) => ` ${wordsIn(inner).join(' ')} `);
