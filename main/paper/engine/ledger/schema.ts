// The ledger's tables. Quantities and money are exact decimals as text; prices are whole numbers of 1/10000 dollar.
// A migration is never edited once released: add the next one.

export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    number TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    initial_cash TEXT NOT NULL,
    cash TEXT NOT NULL,
    configurations TEXT NOT NULL
  ) STRICT;

  CREATE TABLE positions (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    symbol TEXT NOT NULL,
    qty TEXT NOT NULL,
    cost TEXT NOT NULL,
    PRIMARY KEY (account_id, symbol)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE orders (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    client_order_id TEXT NOT NULL,
    parent_id TEXT,
    group_id TEXT,
    role TEXT NOT NULL,
    asset_id TEXT NOT NULL,
    symbol TEXT NOT NULL,
    side TEXT NOT NULL,
    type TEXT NOT NULL,
    time_in_force TEXT NOT NULL,
    order_class TEXT NOT NULL,
    position_intent TEXT NOT NULL,
    extended_hours INTEGER NOT NULL,
    qty TEXT,
    notional TEXT,
    limit_price INTEGER,
    stop_price INTEGER,
    collar_price INTEGER,
    trail_price INTEGER,
    trail_percent INTEGER,
    hwm INTEGER,
    status TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    is_triggered INTEGER NOT NULL,
    filled_qty TEXT NOT NULL,
    filled_value TEXT NOT NULL,
    reserve_price INTEGER NOT NULL,
    active_ms INTEGER NOT NULL,
    route_ms INTEGER,
    expires_ms INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    submitted_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    filled_at TEXT,
    expired_at TEXT,
    cancel_requested_at TEXT,
    canceled_at TEXT,
    failed_at TEXT,
    replaced_at TEXT,
    replaced_by TEXT,
    replaces TEXT,
    UNIQUE (account_id, client_order_id)
  ) STRICT;
  CREATE INDEX orders_open ON orders (account_id, seq) WHERE is_open = 1;
  CREATE INDEX orders_account ON orders (account_id, seq);
  CREATE INDEX orders_parent ON orders (parent_id) WHERE parent_id IS NOT NULL;

  CREATE TABLE activities (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    type TEXT NOT NULL,
    time_ms INTEGER NOT NULL,
    time TEXT NOT NULL,
    symbol TEXT NOT NULL,
    qty TEXT NOT NULL,
    execution_id TEXT UNIQUE,
    order_id TEXT,
    side TEXT,
    price INTEGER,
    position_qty TEXT NOT NULL,
    cum_qty TEXT,
    leaves_qty TEXT,
    order_status TEXT,
    net_amount TEXT,
    description TEXT
  ) STRICT;
  CREATE INDEX activities_account ON activities (account_id, seq);
  CREATE INDEX activities_order ON activities (order_id) WHERE order_id IS NOT NULL;

  CREATE TABLE closes (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    date TEXT NOT NULL,
    time_ms INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    cash TEXT NOT NULL,
    equity TEXT NOT NULL,
    maintenance_margin TEXT NOT NULL,
    holdings TEXT NOT NULL,
    PRIMARY KEY (account_id, date)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE watchlists (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    symbols TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (account_id, name)
  ) STRICT;

  CREATE TABLE progress (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    matched_ms INTEGER NOT NULL,
    stamp TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `ALTER TABLE activities ADD COLUMN previous_id TEXT;
  CREATE INDEX activities_previous ON activities (previous_id) WHERE previous_id IS NOT NULL`,
];
