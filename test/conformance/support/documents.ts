// Holds recorded answers against the official OpenAPI documents (../shared/specs, not part of the repository). Stricter than
// the documents themselves in one thing: a member that they do not name is a problem too.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { DIFFERENCES, REFUSAL, type Json, type Value } from './differences.ts';
import type { Answer, DocumentName } from './recorder.ts';

export type Problem = {
  operation: string;
  status: number;
  /** Where in the answer, as a JSON pointer with `*` for list positions. */
  at: string;
  problem: string;
};

type Response = { $ref?: string; content?: Record<string, { schema?: Json }> };
type Operation = { responses: Record<string, Response> };
type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses?: Record<string, Response> };
};
type Document = { api: OpenApi; ajv: Ajv2020; validators: Map<string, ValidateFunction> };

const FOLDER = resolve('../shared/specs');
/** Schemas refer to each other by these addresses; nothing is ever fetched. */
const BASE = 'https://documents.invalid/';
const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  decimal: /^-?\d+(\.\d+)?$/,
  ...Object.fromEntries(
    ['int64', 'uint32', 'uint64', 'double', 'ulid', 'uri'].map((name) => [name, true] as const),
  ),
};
/** On every answer (docs/wire.md, "Rate limits" and "Answers and errors"). */
const HEADERS: readonly (readonly [name: string, form: RegExp])[] = [
  ['x-request-id', /^[\w-]{8,}$/],
  ['x-ratelimit-limit', /^\d+$/],
  ['x-ratelimit-remaining', /^\d+$/],
  ['x-ratelimit-reset', /^\d{10}$/],
];
/** What a refusal looks like where an operation describes none (docs/wire.md, "Answers and errors"). */
const REFUSALS: Record<DocumentName, Json> = {
  trading: {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { type: 'number' }, message: { type: 'string' } },
  },
  data: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  broker: { type: 'string' },
};
/** A message is all that refusals of these have. */
const MESSAGE_ONLY = /^GET \/v[23]\/(clock|calendar)/;
const PARTS = ['allOf', 'anyOf', 'oneOf'] as const;

export const specsAreAtHand = (): boolean => existsSync(FOLDER);

/** What is wrong with these answers beyond the known differences, each thing once. */
export function judge(answers: readonly Answer[]): Problem[] {
  const found = answers.flatMap(problemsOf);
  return [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function problemsOf(answer: Answer): Problem[] {
  const { method, status, headers, body } = answer;
  const document = documentOf(answer.document);
  const found = findOperation(document.api, method, answer.path);
  const operation = found?.name ?? `${method} ${answer.path}`;
  const problem = (at: string, text: string): Problem => ({ operation, status, at, problem: text });
  if (!found) return [problem('', 'is no operation of the document')];
  const problems = HEADERS.filter(([name, form]) => !form.test(headers.get(name) ?? '')).map(
    ([name]) => problem(name, 'is no well formed header of this answer'),
  );
  const validate = validatorFor(document, found, status);
  if (validate === 'unlisted') return [...problems, problem('', 'is no status of the operation')];
  if (validate === 'no content') {
    return body === '' ? problems : [...problems, problem('', 'has a body where there is none')];
  }
  if (validate(parse(body))) return problems;
  const errors = validate.errors ?? [];
  return [...problems, ...errors.map((error) => problem(placeOf(error), textOf(error)))];
}

type Found = { name: string; operation: Operation };

function findOperation(api: OpenApi, method: string, path: string): Found | undefined {
  const templates = Object.keys(api.paths)
    .filter((template) => patternOf(template).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  for (const template of templates) {
    const operation = api.paths[template]?.[method.toLowerCase()];
    if (operation?.responses) return { name: `${method} ${template}`, operation };
  }
  return undefined;
}

const patternOf = (template: string) =>
  new RegExp(`^${template.replaceAll(/[.:]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);

function validatorFor(
  { api, ajv, validators }: Document,
  { name, operation }: Found,
  status: number,
): ValidateFunction | 'unlisted' | 'no content' {
  const listed = operation.responses[String(status)];
  const shared = listed?.$ref?.split('/').at(-1);
  const response = shared === undefined ? listed : api.components.responses?.[shared];
  const isRefusal = status >= 400;
  if (!response && !isRefusal) return 'unlisted';
  const schema = response?.content?.['application/json']?.schema;
  if (!schema && !isRefusal) return 'no content';
  const key = `${name} ${status}`;
  const known = validators.get(key);
  if (known) return known;
  const refusal = MESSAGE_ONLY.test(name) ? REFUSALS.data : { $ref: REFUSAL };
  const validate = ajv.compile(closed(schema ?? refusal));
  validators.set(key, validate);
  return validate;
}

const documents = new Map<DocumentName, Document>();

function documentOf(name: DocumentName): Document {
  const known = documents.get(name);
  if (known) return known;
  const api = JSON.parse(readFileSync(resolve(FOLDER, `${name}.json`), 'utf8')) as OpenApi;
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  const schemas = { ...api.components.schemas, [REFUSAL]: REFUSALS[name] };
  for (const [schemaName, schema] of Object.entries(schemas)) {
    const corrected = correct(name, schemaName, schema);
    ajv.addSchema(closed(corrected), `${BASE}closed/${schemaName}`);
    ajv.addSchema(open(corrected), `${BASE}open/${schemaName}`);
  }
  const document: Document = { api, ajv, validators: new Map() };
  documents.set(name, document);
  return document;
}

function correct(document: DocumentName, name: string, schema: Json): Json {
  const members = DIFFERENCES.filter(
    (known) => known.document === document && known.schemas.includes(name),
  ).map((known) => known.members);
  if (members.length === 0) return schema;
  const named = isSchema(schema['properties']) ? schema['properties'] : {};
  return { ...schema, properties: Object.assign({}, named, ...members) as Json };
}

/** A schema that names all its members: others are refused. */
function closed(schema: Json): Json {
  if (typeof schema['$ref'] === 'string') return refer('closed', schema['$ref']);
  const type = schema['type'];
  const isRecord = 'properties' in schema || PARTS.some((part) => part in schema);
  const isOpen = 'additionalProperties' in schema || (type !== 'object' && type !== undefined);
  return isRecord && !isOpen ? { ...open(schema), unevaluatedProperties: false } : open(schema);
}

/** The same as a part of another schema, which may name more members; what its members hold is closed all the same. */
function open(schema: Json): Json {
  if (typeof schema['$ref'] === 'string') return refer('open', schema['$ref']);
  const result: Json = { ...schema };
  // OpenAPI 3.0 says nullable where JSON Schema has a type of its own
  if (schema['nullable'] === true) result['type'] = [schema['type'], 'null'];
  for (const part of PARTS) {
    const parts = schema[part];
    if (Array.isArray(parts)) result[part] = parts.filter(isSchema).map(open);
  }
  for (const name of ['items', 'additionalProperties']) {
    const inner = schema[name];
    if (isSchema(inner)) result[name] = closed(inner);
  }
  if (isSchema(schema['properties'])) {
    const members = Object.entries(schema['properties']);
    result['properties'] = Object.fromEntries(
      members.map(([name, inner]) => [name, isSchema(inner) ? closed(inner) : inner]),
    );
  }
  return result;
}

const refer = (kind: 'open' | 'closed', reference: string): Json => ({
  $ref: `${BASE}${kind}/${reference.split('/').at(-1) ?? ''}`,
});

const isSchema = (value: Value): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const placeOf = ({ instancePath }: ErrorObject): string =>
  instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*');

function textOf({ keyword, params, message = '' }: ErrorObject): string {
  return keyword === 'unevaluatedProperties'
    ? `must not have ${(params as { unevaluatedProperty: string }).unevaluatedProperty}`
    : message;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
