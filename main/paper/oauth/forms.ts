// What applications send to the broker: form-encoded, as it is documented, and refused by the names of RFC 6749.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#main/paper/refusal.ts';
import { isRecord } from '#main/tools/json.ts';

/** Which of the two it is, a stranger need not know. */
export const NOT_ITS_OWN = 'client_id is not known, or client_secret is not its own';

type Field = (name: string) => string;

const FORM = 'application/x-www-form-urlencoded';

/** A request whose body is a form; the answer is the body of a 200. */
export function registerForm(
  app: FastifyInstance,
  path: string,
  answer: (field: Field) => object,
): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, parsed) =>
      parsed(null, text),
    );
    scope.post(path, (request, reply) => {
      // RFC 6749, 5.1: an answer with a token in it is kept nowhere.
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
      return answer(formIn(request));
    });
    done();
  });
}

function formIn({ headers, body }: FastifyRequest): Field {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== FORM) throw refuseForm(400, 'invalid_request', `the body must be ${FORM}`);
  const fields = new URLSearchParams(typeof body === 'string' ? body : '');
  const twice = [...new Set(fields.keys())].filter((name) => fields.getAll(name).length > 1);
  if (twice.length > 0) throw refuseForm(400, 'invalid_request', `twice: ${twice.join(', ')}`);
  const field: Field = (name) => fields.get(name) ?? '';
  if (headers.authorization !== undefined && field('client_id') === '')
    throw refuseForm(401, 'invalid_client', NOT_BY_HEADER);
  return field;
}

const NOT_BY_HEADER =
  'client_id and client_secret belong in the form: the Authorization header is not read here';

/** The members that are text; every other one reads as if it were empty. */
export const readFields =
  (input: unknown): Field =>
  (name) => {
    const value = isRecord(input) ? input[name] : undefined;
    return typeof value === 'string' ? value : '';
  };

/** The members of RFC 6749, 5.2 beside the service's own shape. */
export const refuseForm = (status: number, error: string, message: string) =>
  new Refusal(status, status === 401 ? 40110000 : 40010000, message, {
    error,
    error_description: message,
  });
