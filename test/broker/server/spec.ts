// Holds answers against the published OpenAPI documents, where they are at hand (they are not part of the repository).
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Response = { content?: Record<string, { schema: object }> };
type Operation = { operationId?: string; responses: Record<string, Response> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { enum?: string[] }> };
};

const FOLDER = resolve('../shared/specs');

/** Where we differ on purpose: newer issuers and networks than the pinned documents know. */
const OPEN_SETS = ['TokenizationIssuer', 'TokenizationNetwork'];

/** The problems of an answer; an empty list when the document says nothing about it or is not there. */
export function specProblems(
  file: 'trading' | 'broker',
  operationId: string,
  status: number,
  body: unknown,
): string[] {
  const document = load(file);
  if (!document) return [];
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find((candidate) => candidate.operationId === operationId);
  if (!operation) return [`${operationId} is not in ${file}.json`];
  const response = operation.responses[String(status)];
  if (!response) return [`${operationId} documents no ${status}`];
  const schema = response.content?.['application/json']?.schema;
  if (!schema) return [];
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'doc');
  const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/')) as object;
  const validate = ajv.compile(pointed);
  return validate(body) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}

const loaded = new Map<string, Document>();

function load(file: string): Document | undefined {
  const path = resolve(FOLDER, `${file}.json`);
  const known = loaded.get(path);
  if (known || !existsSync(path)) return known;
  const document = JSON.parse(readFileSync(path, 'utf8')) as Document;
  for (const name of OPEN_SETS) delete document.components.schemas[name]?.enum;
  loaded.set(path, document);
  return document;
}
