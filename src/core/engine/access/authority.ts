import type { ApiKeyRow } from '../../model/api-keys.ts'
import type { JobRow } from '../../model/jobs.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import type { Caller } from '../caller.ts'
import { FinalFailure } from '../jobs/job.ts'
import { callerOf, type JobCaller } from '../jobs/kinds.ts'
import type { Services } from '../services.ts'
import { scopesNow } from './authenticate.ts'
import { isOperatorScope, operatorPermissions, permissionsOf, type Scope } from './permissions.ts'

/** A user, or an API key with all its rotations. */
export interface Principal {
  kind: 'user' | 'key'
  /** Id of the user, or of the first key of the rotation line. */
  id: string
}

/** Returns the caller's principal; undefined for the command line, seeds, jobs and connectors. */
export const principalOf = ({ kind, id, lineId }: Caller): Principal | undefined =>
  kind === 'key' || kind === 'user' ? { kind, id: lineId ?? id } : undefined

/** Returns a principal's current scopes; empty once it is disabled, revoked or removed. */
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

/** Lists of scopes; the caller needs at least one scope of each list. */
type Needs = readonly (readonly Scope[])[]

/** Returns job arguments that name the caller; none for the command line, whose authority isn't rechecked. */
export const onBehalfOf = (caller: Caller, needs: Needs): JobCaller => {
  const principal = principalOf(caller)
  if (!principal) return {}
  const { kind, id } = principal
  return { callerKind: kind, callerId: id, needs: needs.map((some) => some.join('|')).join(' ') }
}

/** Returns the arguments that name the caller, for a follow-up job. */
export const behalfOf = ({ callerKind, callerId, needs }: JobCaller): JobCaller =>
  needs === undefined ? {} : { callerKind, callerId, needs }

/** Checks all scopes that a job needs. True for jobs without a caller, such as those from before 0.3.0. */
export const isStillPermitted = async (services: Services, job: JobRow): Promise<boolean> => {
  const { needs } = callerOf(job)
  const held = await heldBy(services, job)
  if (!held || needs === undefined) return true
  return needs.split(' ').every((some) => some.split('|').some((scope) => held.includes(scope)))
}

/** Checks a scope that only part of the work needs. True for jobs without a caller. */
export const stillHolds = async (services: Services, job: JobRow, scope: Scope): Promise<boolean> =>
  (await heldBy(services, job))?.includes(scope) ?? true

/** Returns the current scopes of a job's caller; undefined for jobs without a caller. */
const heldBy = ({ store, clock }: Services, job: JobRow): Promise<readonly string[] | undefined> =>
  store.read(async (rows) => {
    const { callerKind: kind, callerId: id, needs } = callerOf(job)
    if (needs === undefined || job.organisationId === null) return undefined
    return kind && id ? scopesHeld({ clock }, rows, job.organisationId, { kind, id }) : []
  })

export const permissionWithdrawn = 'permission_withdrawn'

/** Thrown by jobs that have no state of their own to record the failure in. */
export class PermissionWithdrawn extends FinalFailure {
  constructor() {
    super(`${permissionWithdrawn}: the caller for whom this job works no longer has the permission it needs`)
    this.name = 'PermissionWithdrawn'
  }
}

/** Revokes a key, unless it is revoked, and returns its row. */
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

/** Revokes every key with an operator scope that this user created. */
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
