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

/** Returns the owner of a call's cursors and idempotency records: the organisation, or else the user. */
export const subjectOf = (
  { audience }: Pick<Operation, 'audience'>,
  { organisation, caller }: Pick<Authenticated, 'organisation' | 'caller'>,
): string => (audience === 'user' || !organisation ? caller.id : organisation.id)

/** Uses the API key, or else the portal session (docs/api-rules.md#authentication). Throws 401. */
export const authenticate = async (services: Services, request: CallRequest): Promise<Authenticated> => {
  const { headers, operation, client = noClient } = request
  if (headers.authorization === undefined && client.sessionToken !== undefined) {
    const passive = operation.passive || request.header?.('x-passive') === 'true'
    return authenticateSession(services, client.sessionToken, { ...headers, passive })
  }
  return authenticateKey(services, request)
}

/**
 * Returns organisation ids by key hash, to read a key and its organisation in parallel if nothing is cached.
 * A key never changes its organisation; the rows read decide.
 */
const likelyOrganisations = (services: Services): Map<string, string> => {
  const known = likely.get(services) ?? new Map<string, string>()
  likely.set(services, known)
  return known
}
const likely = new WeakMap<Services, Map<string, string>>()
const mostLikely = 10_000

/** Cache of API keys, by key hash. */
const knownKeys: CacheKind<KnownKey | undefined> = {
  tables: ['apiKeys', 'organisations', 'users'],
  apart: true,
}

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
      // A program that is new to this server may soon request previews.
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

/** Throws 401 for a revoked or expired key, and logs its use, because it may be stolen. */
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
    throw problem(callProblems.sentence('api_key_revoked.revoked'), { headers: challenge })
  }
  throw problem(callProblems.sentence('api_key_revoked.expired'), {
    headers: challenge,
  })
}

const challenge = { 'WWW-Authenticate': 'Bearer' }

const invalidKey = (key: `api_key_invalid.${'missing' | 'basic' | 'unknown'}`) =>
  problem(callProblems.sentence(key), { headers: challenge })

/**
 * Returns the scopes that a key has at present. Operator scopes require that its creator is active and holds
 * them, or, without a creator, that the key expires. Organisation scopes always count.
 */
export const scopesNow = async (rows: Rows, key: ApiKeyRow): Promise<string[]> => {
  const scopes = scopesOf(key)
  if (!scopes.some(isOperatorScope)) return scopes
  const maker = key.createdById === null ? undefined : await rows.users.get(everyone, key.createdById)
  const held = maker?.status === 'ACTIVE' ? maker.operatorScopes : []
  const isBounded = key.createdById === null && key.expiresAt !== null
  return scopes.filter((scope) => !isOperatorScope(scope) || isBounded || held.includes(scope))
}
