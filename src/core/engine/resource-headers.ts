import { dayMs } from '../kernel/time.ts'
import { apiPrefix, type Operation } from './operation.ts'
import { bodyOf, type CallResponse } from './request.ts'

/** Whether its answers are one resource with a revision, which is what `If-Match` compares. */
export const hasRevision = ({ output }: Operation): boolean =>
  typeof output === 'object' && 'entries' in output && Object.hasOwn(output.entries as object, 'revision')

/** An answer with the headers that tell of its resource, unless it has others of that name. */
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

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and where the announcement stands. */
const deprecationHeaders = ({ deprecated }: Operation): Record<string, string> =>
  deprecated === undefined
    ? {}
    : {
        Deprecation: `@${Date.parse(deprecated.since) / 1000}`,
        Sunset: new Date(Date.parse(deprecated.sunset) + dayMs - 1000).toUTCString(),
        Link: `<${apiPrefix}/meta/openapi.json>; rel="deprecation"`,
      }

/**
 * `ETag`, the revision as `If-Match` takes it, and `Location`, where what a 201 made or a 202 began can be read. Made from the
 * answer's body, so that a replay has them too.
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
