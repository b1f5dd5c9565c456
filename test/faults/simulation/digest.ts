// A fingerprint of a whole run: every part that traveled, when and in which order, and every row of every journal. Two
// runs with the same fingerprint did the same.
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

export type Digest = {
  addArrival(atMs: number, connection: number, from: 'desk' | 'broker', bytes: Buffer): void;
  addJournal(path: string): void;
  counts(): { parts: number; rows: number };
  value(): string;
};

const UPGRADE = /^GET \S+ HTTP\/1\.1\r\n[^]*upgrade: websocket/i;
const SWITCHED = 'HTTP/1.1 101';

export function createDigest(): Digest {
  const hash = createHash('sha256');
  const streams = new Set<number>();
  const counts = { parts: 0, rows: 0 };
  return {
    counts: () => ({ ...counts }),
    addArrival(atMs, connection, from, bytes) {
      counts.parts++;
      const head = bytes.toString('latin1', 0, 400);
      if (from === 'desk' && UPGRADE.test(head)) streams.add(connection);
      hash.update(`${atMs} ${connection} ${from} ${bytes.length}\n`);
      // WebSocket wants its handshake and its masks to be truly random: of those only the length repeats.
      const isRandom = streams.has(connection) && (from === 'desk' || head.startsWith(SWITCHED));
      if (!isRandom) hash.update(bytes);
    },
    addJournal(path) {
      const db = new DatabaseSync(path, { readOnly: true });
      const tables = db.prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
      );
      for (const { name } of tables.all()) {
        hash.update(`${String(name)}\n`);
        for (const row of db.prepare(`SELECT * FROM "${String(name)}"`).iterate()) {
          counts.rows++;
          hash.update(`${JSON.stringify(row)}\n`);
        }
      }
      db.close();
    },
    value: () => hash.digest('hex'),
  };
}
