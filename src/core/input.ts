import type { Authenticated } from './access/authenticate.ts'
import type { CallRequest } from './call.ts'
import { type ParameterError, validationFailed } from './errors.ts'
import { type BoundListQuery, parseListQuery } from './list/grammar.ts'
import type { Operation, Schema } from './operation.ts'
import type { Services } from './services.ts'
import { tryParse } from './validate.ts'

/**
 * Path, query and body as the declaration's schemas parse them, or one 422 that names everything wrong in
 * any of them.
 */
export const readInput = async (services: Services, request: CallRequest, who: Authenticated) => {
  const { operation } = request
  const errors: ParameterError[] = []
  const take = <T>(
    schema: Schema<T> | undefined,
    value: unknown,
    location: 'body' | 'query' | 'path',
  ): T | undefined => {
    if (!schema) return undefined
    const parsed = tryParse(schema, value, location)
    errors.push(...parsed.errors)
    return parsed.output
  }
  const params = take(operation.params, request.params, 'path')
  let list: BoundListQuery | undefined
  let query: unknown
  if (operation.list) {
    const parsed = parseListQuery(operation.list, request.query, {
      crypto: services.crypto,
      operation: operation.id,
      organisationId: who.organisation.id,
      mode: who.mode,
      fixed: request.params,
    })
    errors.push(...parsed.errors)
    list = parsed.query
  } else {
    query = take(operation.query, plainQuery(operation, request.query, errors), 'query')
  }
  const body = operation.body ? take(operation.body, await request.body(), 'body') : undefined
  if (errors.length > 0) throw validationFailed(errors)
  return { params, query, list, body, ifMatch: request.headers.ifMatch }
}

/** Query parameters as an object; a repeated or unknown one is an error under its own name. */
const plainQuery = (
  operation: Operation,
  pairs: CallRequest['query'],
  errors: ParameterError[],
): Record<string, string> => {
  const values = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (!operation.query) {
      errors.push({
        parameter: name,
        location: 'query',
        code: 'unknown',
        message: `There is no parameter ${name}.`,
      })
    } else if (values.has(name)) {
      errors.push({
        parameter: name,
        location: 'query',
        code: 'repeated',
        message: `${name} is given more than once.`,
      })
    }
    values.set(name, value)
  }
  return Object.fromEntries(values)
}
