// The software bill of materials (CycloneDX) of what is shipped, into out/sbom.json: what npm lists for production, and
// Electron, which is shipped although npm knows it as a tool.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Component = { name: string; version: string } & Record<string, unknown>;
type Bill = { metadata: { component: Component }; components: Component[] };
type Locked = { packages: Record<string, { version: string; integrity: string; license: string }> };

const PROJECT = new URL('..', import.meta.url);
const asked = spawnSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], {
  cwd: fileURLToPath(PROJECT),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (asked.status !== 0) {
  process.stderr.write(asked.stderr);
  process.exit(asked.status ?? 1);
}
const bill = JSON.parse(asked.stdout) as Bill;
const lock = JSON.parse(readFileSync(new URL('package-lock.json', PROJECT), 'utf8')) as Locked;
const { version, integrity, license } = lock.packages['node_modules/electron'] ?? missing();
// What a package put beside itself is in no lockfile, and not shipped either.
bill.components = bill.components.filter(({ properties }) => !isExtraneous(properties));
// npm names the project after its folder.
Object.assign(bill.metadata.component, { name: 'ballast', type: 'application' });
bill.components.push({
  'bom-ref': `electron@${version}`,
  type: 'framework',
  name: 'electron',
  version,
  scope: 'required',
  purl: `pkg:npm/electron@${version}`,
  hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
  licenses: [{ license: { id: license } }],
});
mkdirSync(new URL('out', PROJECT), { recursive: true });
writeFileSync(new URL('out/sbom.json', PROJECT), `${JSON.stringify(bill, null, 2)}\n`);
process.stdout.write(`out/sbom.json: ${bill.components.length} components\n`);

function isExtraneous(properties: unknown): boolean {
  return JSON.stringify(properties ?? []).includes('"cdx:npm:package:extraneous"');
}

function missing(): never {
  throw new Error('package-lock.json has no Electron');
}
