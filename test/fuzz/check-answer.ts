import { type DocumentedOperation, documentedOperations, mismatch } from './document.ts'
import type { Answered, Sent } from './http-client.ts'

const methodsOf = new Map<string, Set<string>>()
for (const { path, method } of documentedOperations) {
  const shape = path.replace(/\{\w+\}/g, '{}')
  methodsOf.set(shape, (methodsOf.get(shape) ?? new Set()).add(method))
}

/** Describes what is wrong with an answer; undefined if nothing is. */
export const checkAnswer = (
  operation: DocumentedOperation,
  sent: Sent,
  { status, headers, body }: Answered,
): string | undefined => {
  if (status >= 500) return `a ${status}`
  if (headers['x-request-id'] === undefined) return 'no X-Request-Id'
  if (status >= 400) {
    const type = String(headers['content-type'])
    if (!type.startsWith('application/problem+json')) return `a ${status} of type ${type}`
  }
  // Any problem may be answered to another method, or to a path that does not lead to the operation.
  const elsewhere =
    sent.method !== operation.method || status === 405 || (status === 404 && sent.path.includes('%'))
  const documented =
    operation.responses.get(String(status)) ??
    operation.responses.get(`${Math.floor(status / 100)}XX`) ??
    (elsewhere ? operation.responses.get('default') : undefined)
  if (!documented) return `status ${status}, which is not documented`
  if (sent.method !== operation.method) return undefined
  return contentOf(documented, status, headers, body)
}

const contentOf = (
  documented: Map<string, unknown>,
  status: number,
  headers: Answered['headers'],
  body: Buffer,
): string | undefined => {
  if (documented.size === 0) return body.length === 0 || status === 304 ? undefined : `a body with ${status}`
  const type = String(headers['content-type'] ?? '').split(';')[0]!
  const schema = documented.get(type) ?? documented.get('*/*')
  if (schema === undefined && !documented.has(type)) return `type ${type}, which is not documented`
  if (!type.includes('json') || type.includes('ndjson')) return undefined
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return 'a body that is not JSON'
  }
  const wrong = mismatch(schema ?? {}, value)
  return wrong && `a body that is not as documented: ${wrong}`
}
