// Where the broker differs from the pinned OpenAPI documents on purpose, each with its reason. What is not here is a fault.
import type { DocumentName } from './recorder.ts';

export type Json = { [name: string]: Value };
export type Value = Json | Value[] | string | number | boolean | null | undefined;

export type Difference = {
  document: DocumentName;
  /** Which schemas; REFUSAL is the body of refusals, which most operations do not describe. */
  schemas: readonly string[];
  /** Members that the document does not name, or has in another form. */
  members: Record<string, Json>;
  reason: string;
};

export const REFUSAL = 'refusal';

const text: Json = { type: 'string' };
const amount: Json = { type: 'string', format: 'decimal' };
const textOrNull: Json = { type: ['string', 'null'] };

export const DIFFERENCES: readonly Difference[] = [
  {
    document: 'trading',
    schemas: ['Account'],
    members: {
      admin_configurations: { type: 'object' },
      user_configurations: { type: ['object', 'null'] },
      crypto_tier: { type: 'integer' },
      effective_buying_power: amount,
      position_market_value: amount,
    },
    reason: 'In the document’s own sample of an account, but not in its schema.',
  },
  {
    document: 'trading',
    schemas: ['Order', 'OrderLeg'],
    members: { subtag: textOrNull, source: textOrNull },
    reason: 'In every sample of an order in the document, always null, but not in its schema.',
  },
  {
    document: 'trading',
    schemas: ['Order', 'OrderLeg'],
    members: { cancel_requested_at: { type: ['string', 'null'], format: 'date-time' } },
    reason:
      'In the samples of the stream and of the broker document; one record is told everywhere.',
  },
  {
    document: 'trading',
    schemas: ['OrderLeg'],
    members: { expires_at: { type: 'string', format: 'date-time' } },
    reason:
      'A leg is told as the order that it is; only the schema of orders was given this member.',
  },
  {
    document: 'trading',
    schemas: ['OrderLeg'],
    members: { legs: { type: 'null' } },
    reason:
      'A leg’s own legs are always null (docs/wire.md, "Placing, finding and listing orders"); the document says object.',
  },
  {
    document: 'trading',
    schemas: ['NonTradeActivities'],
    members: { date: { type: 'string', format: 'date' } },
    reason:
      'The document’s sample is a date without time ("2019-08-01"); its schema says date-time.',
  },
  {
    document: 'trading',
    schemas: ['NonTradeActivities'],
    members: { description: text },
    reason: 'The same activity has it in the broker document.',
  },
  {
    document: 'trading',
    schemas: ['TokenizationMintResponse'],
    members: { client_request_id: text },
    reason:
      'The label is passed on the mint and echoed back (docs/wire.md, "Tokenization"); this schema lacks it.',
  },
  {
    document: 'trading',
    schemas: ['TokenizationMintResponse', 'TokenizationRequest'],
    members: { issuer: text, network: text },
    reason:
      'Open sets: binance, coinbase, ondo and four networks came after the pinned document (docs/wire.md, "Tokenization").',
  },
  {
    document: 'trading',
    schemas: [REFUSAL],
    members: {
      symbol: text,
      available: amount,
      existing_qty: amount,
      held_for_orders: amount,
      related_orders: { type: 'array', items: { type: 'string', format: 'uuid' } },
      buying_power: amount,
      cost_basis: amount,
      existing_order_id: { type: 'string', format: 'uuid' },
      reject_reason: text,
      base_price: amount,
    },
    reason:
      'Refusals tell the figures behind them beside code and message (docs/wire.md, "Answers and errors").',
  },
  {
    document: 'data',
    schemas: ['stock_latest_trades_resp_single'],
    members: { trade: { anyOf: [{ $ref: 'stock_trade' }, { type: 'null' }] } },
    reason:
      'The latest price is possibly absent (docs/wire.md, "Latest values, assets and activities"); the SDK reads a null trade as that.',
  },
  {
    document: 'data',
    schemas: [REFUSAL],
    members: { code: { type: 'number' } },
    reason:
      'The document describes no body; the service’s refusals have a code on most paths (docs/wire.md, "Answers and errors").',
  },
];
