// What electron-builder tells fpm, read. Only what it passes for a deb is known: an option of another kind of package is
// refused, because a package without what it asks for would look complete.
export type Packing = {
  name: string;
  version: string;
  architecture: string;
  maintainer: string;
  homepage: string;
  /** Its first line is the synopsis. */
  description: string;
  section: string;
  priority: string;
  depends: string[];
  recommends: string[];
  /** Paths: where another package brings something to one of them, postinst is run with `triggered`. */
  triggers: string[];
  compression: 'xz' | 'gz';
  /** Files to run at installation and removal, by the name that dpkg knows them by. */
  scripts: Partial<Record<'preinst' | 'postinst' | 'prerm' | 'postrm', string>>;
  /** What is copied, and where it is to be; a folder that ends in a slash gives only what is in it. */
  files: { from: string; to: string }[];
  output: string;
};

const SCRIPTS = {
  '--before-install': 'preinst',
  '--after-install': 'postinst',
  '--before-remove': 'prerm',
  '--after-remove': 'postrm',
} as const;
const ONCE = new Set([
  '--name',
  '--version',
  '--architecture',
  '--maintainer',
  '--url',
  '--description',
  '--category',
  '--deb-priority',
  '--deb-compression',
  '--package',
  ...Object.keys(SCRIPTS),
]);
const MANY = new Set(['-d', '--depends', '--deb-recommends', '--deb-interest-noawait']);
/** A control file of Debian has no place for them: the license is in the copyright file. */
const UNUSED = new Set(['--vendor', '--license', '--log']);
const SWITCHES = new Set(['--force', '--debug']);

export function readFpmArguments(args: readonly string[]): Packing {
  const once = new Map<string, string>();
  const many: { option: string; value: string }[] = [];
  const files: Packing['files'] = [];
  for (let index = 0; index < args.length; index++) {
    const option = args[index] ?? '';
    if (SWITCHES.has(option)) continue;
    if (!option.startsWith('-')) {
      files.push(readMapping(option));
      continue;
    }
    const value = args[++index];
    if (value === undefined) throw new Error(`${option} has no value.`);
    if (option === '-s' || option === '-t') expectKind(option, value);
    else if (ONCE.has(option)) once.set(option, value);
    else if (MANY.has(option)) many.push({ option, value });
    else if (!UNUSED.has(option)) throw new Error(`${option} is not known.`);
  }
  const take = (option: string): string => {
    const value = once.get(option);
    if (value === undefined || value.trim() === '') throw new Error(`${option} is missing.`);
    return value;
  };
  const all = (...options: string[]): string[] =>
    many.filter(({ option }) => options.includes(option)).map(({ value }) => value);
  return {
    name: matching(take('--name'), /^[a-z0-9][a-z0-9+.-]+$/, 'name'),
    version: matching(take('--version'), /^\d[A-Za-z0-9.+~-]*$/, 'version'),
    architecture: take('--architecture'),
    maintainer: matching(take('--maintainer'), /^[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>$/, 'maintainer'),
    homepage: matching(take('--url'), /^https:\/\/\S+$/, 'url'),
    description: take('--description'),
    section: once.get('--category') ?? 'misc',
    priority: once.get('--deb-priority') ?? 'optional',
    depends: all('-d', '--depends'),
    recommends: all('--deb-recommends'),
    triggers: all('--deb-interest-noawait').map((path) => matching(path, /^\/[^\s#]+$/, 'trigger')),
    compression: readCompression(once.get('--deb-compression') ?? 'xz'),
    scripts: Object.fromEntries(
      Object.entries(SCRIPTS).flatMap(([option, script]) => {
        const path = once.get(option);
        return path === undefined ? [] : [[script, path]];
      }),
    ),
    files,
    output: take('--package'),
  };
}

function expectKind(option: string, value: string): void {
  const known = option === '-s' ? 'dir' : 'deb';
  if (value !== known) throw new Error(`${option} ${value}: only ${known} is known.`);
}

function readCompression(name: string): Packing['compression'] {
  if (name === 'xz' || name === 'gz') return name;
  throw new Error(`--deb-compression ${name} is not known.`);
}

function readMapping(argument: string): Packing['files'][number] {
  const at = argument.lastIndexOf('=/');
  if (at < 1) throw new Error(`${argument}: where it is to be is missing (FROM=/TO).`);
  return { from: argument.slice(0, at), to: argument.slice(at + 1) };
}

/** A line of a control file ends where the value does. */
function matching(value: string, pattern: RegExp, what: string): string {
  if (pattern.test(value)) return value;
  throw new Error(`${value} cannot be the ${what} of a deb.`);
}
