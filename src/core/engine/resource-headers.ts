import { dayMs } from '../kernel/time.ts'
import { apiPrefix, type Operation } from './operation.ts'
import { bodyOf, type CallResponse } from './request.ts'

/** Whether the operation answers with one resource that has a revision, which `If-Match` compares. */
export const hasRevision = ({ output }: Operation): boolean =>
  typeof output === 'object' && 'entries' in output && Object.hasOwn(output.entries as object, 'revision')

/** Adds the headers of its resource to an answer, unless it has them already. */
export const withResourceHeaders = (
  operation: Operation,
  params: unknown,
  response: CallResponse,
): CallResponse => ({
  ...response,
  headers: {
    ...deprecationHeaders(operation),
    ...resourceHeaders(operation, params, response),
    ...response.headers,
  },
})

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the announcement. */
const deprecationHeaders = ({ deprecated }: Operation): Record<string, string> =>
  deprecated === undefined
    ? {}
    : {
        Deprecation: `@${Date.parse(deprecated.since) / 1000}`,
        Sunset: new Date(Date.parse(deprecated.sunset) + dayMs - 1000).toUTCString(),
        Link: `<${apiPrefix}/meta/openapi.json>; rel="deprecation"`,
      }

/**
 * `ETag`, the revision as `If-Match` takes it, and `Location`, the address of what a 201 created or a 202
 * began. Derived from the answer's body, so that a replay has them too.
 */
const resourceHeaders = (
  operation: Operation,
  params: unknown,
  response: CallResponse,
): Record<string, string> => {
  const { status } = response
  const isCreated = operation.location && (status === 201 || status === 202)
  if (!isCreated && !hasRevision(operation)) return {}
  const body = bodyOf(response)
  if (typeof body !== 'object' || body === null) return {}
  const fields: Readonly<Record<string, unknown>> = { ...(params as object), ...body }
  const headers: Record<string, string> = {}
  if (hasRevision(operation)) headers.ETag = `"${fields.revision}"`
  if (isCreated) {
    const path = operation.location!.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(fields[name])),
    )
    headers.Location = `${apiPrefix}${path}`
  }
  return headers
}
