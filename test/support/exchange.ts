import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { apiPrefix, type Operation } from '../../src/core/engine/operation.ts'
import type { CallResponse } from '../../src/core/engine/request.ts'
import type { Exchange } from './recorder.ts'
import type { TestCall } from './shop.ts'

export const pairsOf = (query: NonNullable<TestCall['query']>): [string, string][] =>
  typeof query === 'string'
    ? [...new URLSearchParams(query)]
    : Object.entries(query).map(([name, value]) => [name, String(value)])

/** Returns an in-process call in the form that it would have over HTTP. */
export const exchangeOf = (operation: Operation, call: TestCall, response: CallResponse): Exchange => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(call.params?.[name] ?? ''),
  )
  const query = new URLSearchParams(pairsOf(call.query ?? '')).toString()
  const authorization = call.authorization ?? (call.key ? `Bearer ${call.key}` : undefined)
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const token = call.session?.token ?? call.client?.sessionToken
  const headers = {
    ...call.headers,
    ...(authorization === undefined ? {} : { authorization }),
    ...(token === undefined ? {} : { cookie: `lettershop_session=${token}`, 'x-csrf-protection': '1' }),
    ...(call.organisationId === undefined ? {} : { 'x-organisation-id': call.organisationId }),
    ...(call.mode === undefined ? {} : { 'x-mode': call.mode }),
    ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
    ...(call.ifMatch === undefined ? {} : { 'if-match': call.ifMatch }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const contentType =
    response.stream?.contentType ?? (response.body === undefined ? undefined : 'application/json')
  return {
    method: operation.method,
    target: `${apiPrefix}${path}${query ? `?${query}` : ''}`,
    headers,
    body,
    sentBytes: call.bytes !== undefined,
    status: response.status,
    answerHeaders: { ...(contentType ? { 'Content-Type': contentType } : {}), ...response.headers },
    answer: response.body === undefined ? undefined : JSON.stringify(response.body),
  }
}

/**
 * Throws unless an answer matches the output schema of its operation: no field missing, none undocumented.
 */
export const assertDocumented = ({ id, output }: Operation, body: unknown): void => {
  if (typeof output === 'string') return
  const documented = v.safeParse(output, body)
  if (!documented.success)
    throw new Error(
      `${id} answered what its output schema does not allow: ${JSON.stringify(v.flatten(documented.issues))}`,
    )
  if (!isDeepStrictEqual(documented.output, body)) {
    throw new Error(`${id} answered fields that its output schema does not name: ${JSON.stringify(body)}`)
  }
}
