// The journal's tables. A migration is never edited once released: add the next one.

export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE owner (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    account_id TEXT NOT NULL
  ) STRICT;

  CREATE TABLE intents (
    intent_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    body TEXT NOT NULL,
    symbol TEXT NOT NULL,
    title TEXT NOT NULL,
    confirmed_at INTEGER NOT NULL,
    order_id TEXT,
    cancel_when_found INTEGER NOT NULL,
    is_conflict INTEGER NOT NULL,
    unanswered INTEGER NOT NULL,
    reason TEXT,
    changed_at INTEGER NOT NULL,
    CHECK (unanswered >= 0),
    CHECK (unanswered = 0 OR state NOT IN ('recorded', 'refused', 'not-sent')),
    CHECK (unanswered > 0 OR state NOT IN ('sent', 'unknown', 'set-aside'))
  ) STRICT;
  CREATE INDEX intents_newest ON intents (confirmed_at, intent_id);
  CREATE INDEX intents_order ON intents (order_id) WHERE order_id IS NOT NULL;
  CREATE INDEX intents_open ON intents (state)
    WHERE state IN ('recorded', 'sent', 'unknown', 'set-aside');
  CREATE INDEX intents_cancel ON intents (cancel_when_found) WHERE cancel_when_found = 1;

  CREATE TABLE evidence (
    seq INTEGER PRIMARY KEY,
    intent_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    status INTEGER,
    request_id TEXT,
    is_repeat INTEGER NOT NULL,
    times INTEGER NOT NULL,
    last_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX evidence_intent ON evidence (intent_id, seq);

  CREATE TABLE orders (
    order_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    client_order_id TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    updated_at TEXT,
    record TEXT NOT NULL,
    received_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX orders_newest ON orders (is_open, received_at);
  CREATE INDEX orders_client ON orders (client_order_id);

  CREATE TABLE executions (
    order_id TEXT NOT NULL,
    cum_qty TEXT NOT NULL,
    execution_id TEXT UNIQUE,
    record TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    PRIMARY KEY (order_id, cum_qty)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX executions_newest ON executions (received_at);

  CREATE TABLE snapshots (
    name TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    received_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tokenizations (
    request_id TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    received_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX tokenizations_newest ON tokenizations (received_at);

  CREATE TABLE gaps (
    stream TEXT NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    filled_at INTEGER,
    PRIMARY KEY (stream, from_ms)
  ) STRICT, WITHOUT ROWID`,

  // What was granted to applications here.
  `CREATE TABLE grants (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    account_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    app_name TEXT NOT NULL,
    scope TEXT NOT NULL,
    kind TEXT NOT NULL
  ) STRICT;
  CREATE INDEX grants_newest ON grants (at)`,
  `CREATE TABLE batches (
    batch_id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX batches_newest ON batches (created_at);

  CREATE TABLE addresses (
    place INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    network TEXT NOT NULL,
    address TEXT NOT NULL
  ) STRICT`,

  // What happened around the orders: streams lost and found, the desk stopped, locked, armed.
  `CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_newest ON events (at, seq);
  CREATE INDEX evidence_newest ON evidence (at, seq)`,

  // What an intent aims at and what came of it were one column, which changed its meaning when a change was accepted.
  `ALTER TABLE intents RENAME COLUMN order_id TO result_id;
  ALTER TABLE intents ADD COLUMN target_id TEXT;
  UPDATE intents SET target_id = (
      SELECT json_extract(record, '$.replaces') FROM orders WHERE order_id = intents.result_id AND json_valid(record)
    ) WHERE kind = 'replace' AND state = 'accepted';
  UPDATE intents SET target_id = result_id, result_id = NULL WHERE kind = 'replace' AND state <> 'accepted';
  CREATE INDEX intents_target ON intents (target_id) WHERE target_id IS NOT NULL`,

  // An order that was confirmed as an exit never becomes the opening of the other side.
  'ALTER TABLE intents ADD COLUMN is_exit INTEGER NOT NULL DEFAULT 0',

  // Ways out of positions, as they were confirmed.
  `CREATE TABLE closings (
    closing_id TEXT PRIMARY KEY,
    confirmed_at INTEGER NOT NULL,
    is_open INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX closings_open ON closings (confirmed_at) WHERE is_open = 1`,

  // What became of a decision is told by entries of their own, which name it.
  'ALTER TABLE grants ADD COLUMN grant_id TEXT',

  // Fills by the day on which they happened, as the broker wrote it.
  `CREATE INDEX executions_day ON executions
     (substr(iif(json_valid(record), json_extract(record, '$.at'), ''), 1, 10))`,

  // Mints are few among many orders, and every order that is judged asks for those that were accepted just now.
  `CREATE INDEX intents_mints ON intents (confirmed_at, intent_id) WHERE kind = 'mint'`,

  // What each entry of the address book was when it was saved (address-digest.ts).
  `CREATE TABLE address_digests (
    place INTEGER PRIMARY KEY,
    digest TEXT NOT NULL
  ) STRICT`,
];

/** The first version that saves an address book with its digests. */
export const WITH_DIGESTS = 1 + MIGRATIONS.findIndex((sql) => sql.includes('address_digests'));

/** Whether what came since this version only makes indexes: no row changes, so the file may be checked afterwards. */
export const isOnlyIndexedSince = (version: number): boolean =>
  version > 0 && MIGRATIONS.slice(version).every((sql) => /^CREATE INDEX [^;]+$/.test(sql));
