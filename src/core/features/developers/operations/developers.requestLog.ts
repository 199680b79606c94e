import * as v from 'valibot'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { requestLogLimits } from '../../../engine/request-log/request-log.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { integer } from '../../../kernel/wire-fields.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import { requestLogTable } from '../../../model/request-log.ts'

const text = { type: 'text', maxLength: 128, operators: ['eq', 'in'] } as const

const requestSchema = namedObject('RequestLogEntry', 'A request that was answered.', {
  id: described(v.string(), 'The entry, `rlg_…`.'),
  createdAt: described(v.pipe(v.string(), v.isoTimestamp()), 'When it was answered, RFC 3339 in UTC.'),
  caller: described(
    v.object({
      type: described(v.picklist(['API_KEY', 'USER']), 'Whether a key or a person asked.'),
      id: described(v.string(), 'The key `key_…` or the user `usr_…`.'),
    }),
    'Who asked.',
  ),
  method: described(v.string(), 'HTTP method.'),
  path: described(v.string(), 'Path as it was called, without the query.'),
  operation: described(v.string(), 'The operation, e.g. `items.create`.'),
  status: described(integer, 'HTTP status of the answer.'),
  durationMs: described(
    integer,
    'How long the answer took to make, in ms, without its way through the network.',
  ),
  requestId: described(v.string(), 'The request, as in `X-Request-Id`.'),
})

export const listRequests = defineOperation({
  id: 'developers.requestLog',
  method: 'GET',
  path: '/developers/requests',
  summary: 'What keys and people asked of the API lately',
  description: `Of the mode that the session looks at: the last ${requestLogLimits.rows} requests of ${requestLogLimits.days} days, without bodies and queries. Of more than ${requestLogLimits.perSecond} in a second, the rest is left out; failures have as many places of their own.`,
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'read',
  list: defineList(requestLogTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      callerType: {
        type: 'enum',
        values: ['API_KEY', 'USER'],
        operators: ['eq'],
        description: 'Whether a key or a user called.',
      },
      callerId: { ...text, description: 'Id of the key or user that called, `key_…` or `usr_…`.' },
      operation: text,
      method: { type: 'enum', values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], operators: ['eq', 'in'] },
      status: { type: 'integer', operators: ['eq', 'in', 'gte', 'gt', 'lte', 'lt'] },
      durationMs: { type: 'integer', operators: ['gte', 'gt', 'lte', 'lt'] },
      requestId: { type: 'text', maxLength: 128, operators: ['eq'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(requestSchema),
  // Writes the waiting entries first, so that the latest requests are in the list.
  prepare: ({ services }) => services.requestLog.flush(),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.requestLog.list(scope, list), (row) => ({
      id: row.id,
      createdAt: toDateTime(row.createdAt),
      caller: { type: row.callerType, id: row.callerId },
      method: row.method,
      path: row.path,
      operation: row.operation,
      status: row.status,
      durationMs: row.durationMs,
      requestId: row.requestId,
    }))
  },
})
