import * as v from 'valibot'
import { type ErrorCode, errorCatalogue } from './errors.ts'
import { paramsSchema } from './sentence-schema.ts'
import { described, namedObject } from './wire-schema.ts'

export const parameterErrorSchema = namedObject('ParameterError', 'One offending part of a request.', {
  parameter: described(
    v.string(),
    'The parameter as the caller wrote it, body fields dotted: `filter[status][in]`, `items[3].recipient.country`.',
  ),
  location: described(
    v.picklist(['body', 'query', 'path', 'header']),
    'The part of the request that contains it.',
  ),
  code: described(v.string(), 'Machine-readable code: `required`, `unknown`, `out_of_range`, …'),
  message: described(v.string(), 'What is wrong, as a sentence.'),
  params: paramsSchema,
})

/** RFC 9457 with additional fields, for all errors. */
export const problemSchema = namedObject('Problem', 'An error (RFC 9457, problem details).', {
  type: described(v.string(), 'Path of a page on this server that explains the code: `/problems/not_found`.'),
  title: described(v.string(), 'The meaning of the code, the same for all its problems.'),
  status: described(v.pipe(v.number(), v.integer()), 'The HTTP status.'),
  detail: described(v.string(), 'What went wrong this time, as a sentence.'),
  params: described(
    paramsSchema,
    'The values in `detail` by name, like the `params` of an error. `case` distinguishes sentences of one code. Absent if the sentence has no values.',
  ),
  code: described(
    v.picklist(Object.keys(errorCatalogue) as ErrorCode[]),
    'Machine-readable code. `meta.errors` lists all codes; new ones are added over time.',
  ),
  requestId: described(
    v.string(),
    'Id of the call in the server’s log, the same as the header `X-Request-Id`.',
  ),
  errors: described(
    v.optional(v.array(parameterErrorSchema)),
    'Every offending part of the request. Present with the code `validation_failed`.',
  ),
})
