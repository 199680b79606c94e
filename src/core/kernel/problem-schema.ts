import * as v from 'valibot'
import { type ErrorCode, errorCatalogue } from './errors.ts'
import { paramsSchema } from './sentence-schema.ts'
import { described, namedObject } from './wire-schema.ts'

/** One offending part of a request. */
export const parameterErrorSchema = namedObject('ParameterError', 'One offending part of a request.', {
  parameter: described(
    v.string(),
    'The parameter as the caller wrote it, body fields dotted: `filter[status][in]`, `items[3].recipient.country`.',
  ),
  location: described(v.picklist(['body', 'query', 'path', 'header']), 'Where in the request it stands.'),
  code: described(
    v.string(),
    'What is wrong with it, for programs: `required`, `unknown`, `out_of_range`, …',
  ),
  message: described(v.string(), 'What is wrong with it, as a sentence for people.'),
  params: paramsSchema,
})

/** RFC 9457 with fields of our own; every error is one. */
export const problemSchema = namedObject('Problem', 'What went wrong (RFC 9457, problem details).', {
  type: described(v.string(), 'Path of a page on this server that explains the code: `/problems/not_found`.'),
  title: described(v.string(), 'The code in words, the same for every problem of that code.'),
  status: described(v.pipe(v.number(), v.integer()), 'The HTTP status of the answer.'),
  detail: described(v.string(), 'What went wrong this time, as a sentence for people.'),
  params: described(
    paramsSchema,
    'The values in `detail` by name, as those of an error are in its `message`; `case` says which sentence of the code it is. Absent where the sentence has no values.',
  ),
  code: described(
    v.picklist(Object.keys(errorCatalogue) as ErrorCode[]),
    'What went wrong, for programs; `meta.errors` lists every code. New codes are added over time.',
  ),
  requestId: described(v.string(), 'The call in the server’s log: the same as the header `X-Request-Id`.'),
  errors: described(
    v.optional(v.array(parameterErrorSchema)),
    'Every offending part of the request; present with the code `validation_failed`.',
  ),
})
