import type { Authenticated } from '../access/known.ts'
import { apiPrefix } from '../operation.ts'
import type { CallRequest } from '../request.ts'
import type { Services } from '../services.ts'

/**
 * Logs a call about an organisation; one without an authenticated caller belongs to no organisation's log.
 */
export const noteRequest = (
  { requestLog, clock }: Services,
  { operation, params, requestId }: CallRequest,
  who: Authenticated | undefined,
  { status, startedAt }: { status: number; startedAt: number },
): void => {
  if (!who?.organisation || operation.audience === 'user') return
  requestLog.note({
    organisationId: who.organisation.id,
    mode: who.mode,
    callerType: who.caller.kind === 'key' ? 'API_KEY' : 'USER',
    callerId: who.caller.id,
    method: operation.method,
    path: calledPath(operation.path, params),
    operation: operation.id,
    status,
    durationMs: Math.max(0, clock.now() - startedAt),
    requestId,
    createdAt: startedAt,
  })
}

/** The path of the call without its query, whose filters may hold names and addresses. */
export const calledPath = (path: string, params: Readonly<Record<string, string>>): string =>
  (
    apiPrefix +
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params[name] ?? '').toWellFormed()))
  ).slice(0, 300)
