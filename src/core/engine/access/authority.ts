import type { ApiKeyRow } from '../../model/api-keys.ts'
import type { JobRow } from '../../model/jobs.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import type { Caller } from '../caller.ts'
import { FinalFailure } from '../jobs/job.ts'
import type { JobCaller } from '../jobs/kinds.ts'
import type { Services } from '../services.ts'
import { scopesNow } from './authenticate.ts'
import { isOperatorScope, operatorPermissions, permissionsOf, type Scope } from './permissions.ts'

/** A user, or an API key with all its rotations. */
export interface Principal {
  kind: 'user' | 'key'
  /** The id of the user, or of the first key of the line. */
  id: string
}

/** The caller as a principal; undefined for the command line, a seed and jobs. */
export const principalOf = ({ kind, id, lineId }: Caller): Principal | undefined =>
  kind === 'key' || kind === 'user' ? { kind, id: lineId ?? id } : undefined

/** The scopes that a principal holds in an organisation now; none once it is disabled, revoked or removed. */
export const scopesHeld = async (
  services: Pick<Services, 'clock'>,
  rows: Rows,
  organisationId: string,
  { kind, id }: Principal,
): Promise<readonly string[]> =>
  kind === 'key'
    ? scopesOfLine(rows, await rows.apiKeys.find({ organisationId }, { lineId: id }), services.clock.now())
    : scopesOfUser(rows, organisationId, id)

const scopesOfLine = async (rows: Rows, keys: readonly ApiKeyRow[], now: number): Promise<string[]> => {
  const valid = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  )
  return (await Promise.all(valid.map((key) => scopesNow(rows, key)))).flat()
}

const scopesOfUser = async (rows: Rows, organisationId: string, userId: string): Promise<string[]> => {
  const user = await rows.users.get(everyone, userId)
  if (user?.status !== 'ACTIVE') return []
  const [member] = await rows.members.find({ organisationId }, { userId }, { limit: 1 })
  const own = member ? await rows.roles.find({ organisationId }, {}) : []
  return [...permissionsOf(member?.roles ?? [], own), ...operatorPermissions(user.operatorScopes)]
}

/** Scopes that work needs: one of each list. */
type Needs = readonly (readonly Scope[])[]

/**
 * Part of a job's payload: for whom it works, and the scopes that this takes. Nothing for the command line, whose work
 * is not asked for again.
 */
export const onBehalfOf = (caller: Caller, needs: Needs): JobCaller => {
  const principal = principalOf(caller)
  if (!principal) return {}
  const { kind, id } = principal
  return { callerKind: kind, callerId: id, needs: needs.map((some) => some.join('|')).join(' ') }
}

/** The same part of a job that another one carries on. */
export const behalfOf = ({ callerKind, callerId, needs }: JobCaller): JobCaller =>
  needs === undefined ? {} : { callerKind, callerId, needs }

/**
 * Whether the caller for whom a job works still has the scopes that it needs. Also true for jobs without one: those of a
 * version before 0.3.0 are finished as they were accepted.
 */
export const isStillPermitted = async (services: Services, job: JobRow): Promise<boolean> => {
  const held = await heldBy(services, job)
  if (!held) return true
  return String(job.payload.needs)
    .split(' ')
    .every((some) => some.split('|').some((scope) => held.includes(scope)))
}

/** Whether the caller for whom a job works has a scope that only part of its work needs. True for jobs without one. */
export const stillHolds = async (services: Services, job: JobRow, scope: Scope): Promise<boolean> =>
  (await heldBy(services, job))?.includes(scope) ?? true

/** The scopes of the caller for whom a job works; undefined for jobs without one. */
const heldBy = ({ store, clock }: Services, job: JobRow): Promise<readonly string[] | undefined> =>
  store.read(async (rows) => {
    const { callerKind, callerId, needs } = job.payload
    if (needs === undefined || job.organisationId === null) return undefined
    const principal = { kind: callerKind as Principal['kind'], id: String(callerId) }
    return scopesHeld({ clock }, rows, job.organisationId, principal)
  })

/** The code of work that ended because its caller lost the right to it. */
export const permissionWithdrawn = 'permission_withdrawn'

/** Thrown by a job that has no state of its own. */
export class PermissionWithdrawn extends FinalFailure {
  constructor() {
    super(`${permissionWithdrawn}: the caller for whom this job works no longer has the permission it needs`)
    this.name = 'PermissionWithdrawn'
  }
}

/** Revokes a key for good and returns its row; a revoked key stays as it is. */
export const markRevoked = async (
  services: Services,
  rows: WritableRows,
  key: ApiKeyRow,
): Promise<ApiKeyRow> => {
  if (key.revokedAt !== null) return key
  const revokedAt = services.clock.now()
  await rows.apiKeys.update(key, key.id, { revokedAt })
  return { ...key, revokedAt }
}

/** Revokes every key with an operator's scope that this user created. */
export const revokeOperatorKeys = async (
  services: Services,
  rows: WritableRows,
  userId: string,
): Promise<void> => {
  const made = await rows.apiKeys.find(everyone, { createdById: userId })
  for (const key of made.filter(({ scopes }) => scopes.some(isOperatorScope))) {
    await markRevoked(services, rows, key)
  }
}
