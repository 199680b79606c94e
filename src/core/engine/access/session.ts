import { invalid, type Problem, problem } from '../../kernel/errors.ts'
import { dayMs, minuteMs } from '../../kernel/time.ts'
import type { MemberRow, SessionRow, UserRow } from '../../model/people.ts'
import { everyone, type FindOptions, type Rows, StoreUnavailable } from '../../ports/store.ts'
import { type Authenticated, hashOfKey, type KnownSession } from '../caller.ts'
import type { CacheKind } from '../read-cache.ts'
import { callProblems, requestSentences } from '../sentences.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import { operatorPermissions, permissionsOf } from './permissions.ts'

/** The memberships of a person in all organisations. */
export const membershipsOf = (
  rows: Pick<Rows, 'members'>,
  userId: string,
  options?: FindOptions<MemberRow>,
): Promise<MemberRow[]> => rows.members.find(everyone, { userId }, options)

interface Person {
  user: Pick<UserRow, 'operatorScopes' | 'secondFactorAt'>
  /** Their memberships in all organisations. */
  members: readonly Pick<MemberRow, 'isOwner'>[]
}

/**
 * Whether the instance requires a second factor of this person: an operator, or the owner of an organisation.
 */
export const isFactorRequired = ({ config }: Pick<Services, 'config'>, { user, members }: Person): boolean =>
  config.requireSecondFactor && (user.operatorScopes.length > 0 || members.some(({ isOwner }) => isOwner))

/** Whether a required second factor is missing: the session then allows nothing but setting one up. */
export const isFactorMissing = (services: Pick<Services, 'config'>, person: Person): boolean =>
  person.user.secondFactorAt === null && isFactorRequired(services, person)

const factorNotSetUp = (): Problem => problem(callProblems.say('second_factor_not_set_up'))

/** A session ends after this time, however much it is used. */
export const sessionMs = 30 * dayMs
/** A session that has not been used for this long is over. */
export const sessionIdleMs = ({ config }: Pick<Services, 'config'>): number =>
  config.sessionIdleMinutes * minuteMs
/** How precisely the last use is recorded: rarely enough that reads do not become writes. */
const seenEveryMs = (services: Services): number => Math.min(minuteMs, sessionIdleMs(services) / 10)

/** Known sessions by the token's hash and the organisation that the request names. */
const knownSessions: CacheKind<KnownSession | undefined> = {
  tables: ['sessions', 'users', 'members', 'roles', 'organisations'],
  apart: true,
}

export interface SessionSelection {
  /** `X-Organisation-Id`. */
  organisationId?: string | undefined
  /** `X-Mode`. */
  mode?: string | undefined
  /** The call does not count as a use of the session: `Declaration.passive`, or `X-Passive: true`. */
  passive?: boolean | undefined
}

/**
 * Resolves a session token to its user, organisation and mode. Throws 401 where the session is unknown or
 * over.
 */
export const authenticateSession = async (
  services: Services,
  token: string,
  selection: SessionSelection,
): Promise<Authenticated> => {
  const { organisationId } = selection
  const hash = hashOfKey(services, token)
  const known = await services.caches.of(knownSessions)(`${hash}|${organisationId ?? ''}`, () =>
    services.store.read(async (rows) => {
      const where = { tokenHash: hash }
      const [session] = await rows.sessions.find(everyone, where, { limit: 1 })
      return session && knownSession(rows, session, organisationId)
    }),
  )
  const now = services.clock.now()
  if (!known || isOver(services, known.session, now) || known.user.status !== 'ACTIVE') throw sessionOver()
  const { lastSeenAt } = known.session
  if (!selection.passive && now - lastSeenAt >= seenEveryMs(services))
    await touch(services, known.session, now)
  const refusal = modeRefusal(selection.mode) ?? organisationRefusal(known)
  return {
    caller: { kind: 'user', id: known.user.id, name: known.user.email, scopes: known.permissions },
    sessionId: known.session.id,
    organisation: known.organisation,
    isVisitor: isVisitor(known),
    mode: selection.mode === 'test' ? 'test' : 'live',
    ...(refusal === undefined ? {} : { refusal }),
    ...(isFactorMissing(services, known) ? { confined: factorNotSetUp() } : {}),
  }
}

const isVisitor = ({ organisation, members }: KnownSession): boolean =>
  organisation !== undefined && !members.some(({ organisationId }) => organisationId === organisation.id)

/** Sessions by their id, with the organisation that something open belongs to. */
const openSessions: CacheKind<KnownSession | undefined> = { ...knownSessions }

/**
 * What a session may do in an organisation now, for what stays open after its call was admitted; undefined
 * once the session is over, or its user no longer belongs there.
 */
export const permissionsOfSession = async (
  services: Services,
  sessionId: string,
  organisationId: string,
): Promise<readonly string[] | undefined> => {
  const known = await services.caches.of(openSessions)(`${sessionId}|${organisationId}`, () =>
    services.store.read(async (rows) => {
      const session = await rows.sessions.get(everyone, sessionId)
      return session && knownSession(rows, session, organisationId)
    }),
  )
  if (!known?.organisation || isOver(services, known.session, services.clock.now())) return undefined
  return known.user.status === 'ACTIVE' && !isFactorMissing(services, known) ? known.permissions : undefined
}

const isOver = (services: Services, session: SessionRow, now: number): boolean =>
  session.expiresAt <= now || session.lastSeenAt + sessionIdleMs(services) <= now

const sessionOver = (): Problem => problem(callProblems.say('session_invalid.signed_out'))

/** Records the use of a session. While the store takes no writes, the use goes unrecorded and reads go on. */
const touch = (services: Services, session: SessionRow, now: number): Promise<unknown> =>
  transact(services, ({ rows }) => rows.sessions.update(everyone, session.id, { lastSeenAt: now })).catch(
    (error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error
    },
  )

/**
 * A session with its user and permissions in the organisation `named`; undefined where the user does not
 * exist.
 */
export const knownSession = async (
  rows: Rows,
  session: SessionRow,
  named: string | undefined,
): Promise<KnownSession | undefined> => {
  const user = await rows.users.get(everyone, session.userId)
  if (!user) return undefined
  const members = await membershipsOf(rows, user.id)
  const only = members.length === 1 ? members[0]!.organisationId : undefined
  // The organisation that the session switched to no longer counts once the user was removed from it.
  const switched = members.some((member) => member.organisationId === session.organisationId)
  const kept = switched || user.operatorScopes.length > 0 ? session.organisationId : null
  const wanted = named ?? kept ?? only
  const operator = operatorPermissions(user.operatorScopes)
  const without = (missing: KnownSession['missing']): KnownSession => ({
    session,
    user,
    members,
    organisation: undefined,
    permissions: operator,
    missing,
  })
  if (wanted === undefined) return without(members.length === 0 ? 'none' : 'several')
  const member = members.find((entry) => entry.organisationId === wanted)
  const organisation =
    member || operator.length > 0 ? await rows.organisations.get(everyone, wanted) : undefined
  if (!organisation) return without('foreign')
  const own = member ? await rows.roles.find({ organisationId: organisation.id }, {}) : []
  const permissions = [...new Set([...permissionsOf(member?.roles ?? [], own), ...operator])]
  return { session, user, members, organisation, permissions, missing: undefined }
}

const modeRefusal = (mode: string | undefined): Problem | undefined =>
  mode === undefined || mode === 'live' || mode === 'test'
    ? undefined
    : invalid('X-Mode', requestSentences.say('invalid_value.mode'), 'header')

/**
 * Why an operation about an organisation cannot be carried out; one that does not exist looks like a foreign
 * one.
 */
const organisationRefusal = ({ missing }: KnownSession): Problem | undefined => {
  if (missing === undefined) return undefined
  if (missing === 'several') {
    return invalid('X-Organisation-Id', requestSentences.say('required.organisation'), 'header')
  }
  const which = missing === 'none' ? 'no_organisation' : 'foreign_organisation'
  return problem(callProblems.say(`insufficient_scope.${which}`))
}
