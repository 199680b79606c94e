import { problem } from '../../kernel/errors.ts'
import type { ApiKeyRow } from '../../model/api-keys.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { type Authenticated, hashOfKey, type KnownKey, noClient } from '../caller.ts'
import type { Operation } from '../operation.ts'
import type { CacheKind } from '../read-cache.ts'
import type { CallRequest } from '../request.ts'
import { callProblems } from '../sentences.ts'
import type { Services } from '../services.ts'
import { isOperatorScope, scopesOf } from './permissions.ts'
import { authenticateSession } from './session.ts'

/**
 * The id that a call's cursors and idempotency records belong to: its organisation's, or else the user's own.
 */
export const subjectOf = (
  { audience }: Pick<Operation, 'audience'>,
  { organisation, caller }: Pick<Authenticated, 'organisation' | 'caller'>,
): string => (audience === 'user' || !organisation ? caller.id : organisation.id)

/**
 * Authenticates by the API key, or else by the portal session that the cookie names
 * (docs/api-rules.md#authentication). Throws 401.
 */
export const authenticate = async (services: Services, request: CallRequest): Promise<Authenticated> => {
  const { headers, operation, client = noClient } = request
  if (headers.authorization === undefined && client.sessionToken !== undefined) {
    const passive = operation.passive || request.header?.('x-passive') === 'true'
    return authenticateSession(services, client.sessionToken, { ...headers, passive })
  }
  return authenticateKey(services, request)
}

/**
 * Organisations by the hashes of keys that were used. A key never changes its organisation, so that both are read at
 * once where nothing may be cached; what was read decides.
 */
const likelyOrganisations = (services: Services): Map<string, string> => {
  const known = likely.get(services) ?? new Map<string, string>()
  likely.set(services, known)
  return known
}
const likely = new WeakMap<Services, Map<string, string>>()
const mostLikely = 10_000

/** Known keys by their hash. */
const knownKeys: CacheKind<KnownKey | undefined> = {
  tables: ['apiKeys', 'organisations', 'users'],
  apart: true,
}

/** Reads `Authorization: Bearer <API_KEY>`; the key is looked up by its hash. */
const authenticateKey = async (services: Services, request: CallRequest): Promise<Authenticated> => {
  const { authorization = '' } = request.headers
  const key = /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1]
  if (!key) {
    throw invalidKey(/^Basic\b/i.test(authorization) ? 'api_key_invalid.basic' : 'api_key_invalid.missing')
  }
  const hash = hashOfKey(services, key)
  const found = await services.caches.of(knownKeys)(hash, () =>
    services.store.read(async (rows) => {
      const likely = likelyOrganisations(services)
      const id = likely.get(hash)
      const [[row], expected] = await Promise.all([
        rows.apiKeys.find(everyone, { hash }, { limit: 1 }),
        id === undefined ? undefined : rows.organisations.get(everyone, id),
      ])
      if (!row) return undefined
      const isExpected = expected?.id === row.organisationId
      const organisation = isExpected ? expected : await rows.organisations.get(everyone, row.organisationId)
      if (likely.size >= mostLikely) likely.clear()
      likely.set(hash, row.organisationId)
      // A program that has not asked before on this server may soon look at what it sends.
      if (id === undefined) services.renderer.warm()
      return organisation && { row, organisation, scopes: await scopesNow(rows, row) }
    }),
  )
  if (!found) throw invalidKey('api_key_invalid.unknown')
  refuseEnded(services, request, found.row)
  const { id, lineId, name } = found.row
  return {
    caller: { kind: 'key', id, lineId, name, scopes: found.scopes },
    organisation: found.organisation,
    mode: found.row.mode,
  }
}

/**
 * Refuses a key that was revoked or has expired, and logs the use, because the key may have been stolen.
 */
const refuseEnded = (services: Services, { client = noClient, ...request }: CallRequest, row: ApiKeyRow) => {
  const isExpired = row.expiresAt !== null && row.expiresAt <= services.clock.now()
  if (row.revokedAt === null && !isExpired) return
  services.security.note({
    event: 'revoked_key_used',
    subject: row.id,
    organisationId: row.organisationId,
    address: client.address,
    operation: request.operation.id,
    requestId: request.requestId,
  })
  if (row.revokedAt !== null) {
    throw problem(callProblems.say('api_key_revoked.revoked'), { headers: challenge })
  }
  throw problem(callProblems.say('api_key_revoked.expired'), {
    headers: challenge,
  })
}

const challenge = { 'WWW-Authenticate': 'Bearer' }

const invalidKey = (key: `api_key_invalid.${'missing' | 'basic' | 'unknown'}`) =>
  problem(callProblems.say(key), { headers: challenge })

/**
 * What a key may do at this moment. An operator's scope lasts while the user who created the key is active
 * and holds that scope; on a key without a creator it lasts only if the key expires. Organisation scopes stay
 * in any case.
 */
export const scopesNow = async (rows: Rows, key: ApiKeyRow): Promise<string[]> => {
  const scopes = scopesOf(key)
  if (!scopes.some(isOperatorScope)) return scopes
  const maker = key.createdById === null ? undefined : await rows.users.get(everyone, key.createdById)
  const held = maker?.status === 'ACTIVE' ? maker.operatorScopes : []
  const isBounded = key.createdById === null && key.expiresAt !== null
  return scopes.filter((scope) => !isOperatorScope(scope) || isBounded || held.includes(scope))
}
