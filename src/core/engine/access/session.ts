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

export const membershipsOf = (
  rows: Pick<Rows, 'members'>,
  userId: string,
  options?: FindOptions<MemberRow>,
): Promise<MemberRow[]> => rows.members.find(everyone, { userId }, options)

interface Person {
  user: Pick<UserRow, 'operatorScopes' | 'secondFactorAt'>
  /** Memberships in all organisations. */
  members: readonly Pick<MemberRow, 'isOwner'>[]
}

/** True for operators and owners, if the instance requires second factors. */
export const isFactorRequired = ({ config }: Pick<Services, 'config'>, { user, members }: Person): boolean =>
  config.requireSecondFactor && (user.operatorScopes.length > 0 || members.some(({ isOwner }) => isOwner))

/** True if the user must first set up a second factor; the session then allows nothing else. */
export const isFactorMissing = (services: Pick<Services, 'config'>, person: Person): boolean =>
  person.user.secondFactorAt === null && isFactorRequired(services, person)

const factorNotSetUp = (): Problem => problem(callProblems.sentence('second_factor_not_set_up'))

/** Maximum age of a session, regardless of use. */
export const sessionMs = 30 * dayMs
/** A session ends after this time without use. */
export const sessionIdleMs = ({ config }: Pick<Services, 'config'>): number =>
  config.sessionIdleMinutes * minuteMs
/** Minimum time between recordings of a session's last use, so that reads rarely cause writes. */
const seenEveryMs = (services: Services): number => Math.min(minuteMs, sessionIdleMs(services) / 10)

/** Cache of sessions, by token hash and selected organisation. */
const knownSessions: CacheKind<KnownSession | undefined> = {
  tables: ['sessions', 'users', 'members', 'roles', 'organisations'],
  apart: true,
}

export interface SessionSelection {
  /** `X-Organisation-Id`. */
  organisationId?: string | undefined
  /** `X-Mode`. */
  mode?: string | undefined
  /** The call doesn't extend the session: `Declaration.passive`, or `X-Passive: true`. */
  passive?: boolean | undefined
}

/** Resolves user, organisation and mode. Throws 401 if session or user is unknown or no longer active. */
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

/** Cache of sessions with open streams, by id and the stream's organisation. */
const openSessions: CacheKind<KnownSession | undefined> = { ...knownSessions }

/** Returns current permissions, for streams that stay open; undefined once the session has ended. */
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

const sessionOver = (): Problem => problem(callProblems.sentence('session_invalid.signed_out'))

/** Records the use, unless the store accepts no writes: reads must continue then. */
const touch = (services: Services, session: SessionRow, now: number): Promise<unknown> =>
  transact(services, ({ rows }) => rows.sessions.update(everyone, session.id, { lastSeenAt: now })).catch(
    (error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error
    },
  )

/** Returns a session with user, permissions and organisation (`named` or a default), if the user exists. */
export const knownSession = async (
  rows: Rows,
  session: SessionRow,
  named: string | undefined,
): Promise<KnownSession | undefined> => {
  const user = await rows.users.get(everyone, session.userId)
  if (!user) return undefined
  const members = await membershipsOf(rows, user.id)
  const only = members.length === 1 ? members[0]!.organisationId : undefined
  // The organisation that the session switched to doesn't count once the user was removed from it.
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
    : invalid('X-Mode', requestSentences.sentence('invalid_value.mode'), 'header')

/** Returns why the organisation is missing. An unknown organisation looks like a foreign one. */
const organisationRefusal = ({ missing }: KnownSession): Problem | undefined => {
  if (missing === undefined) return undefined
  if (missing === 'several') {
    return invalid('X-Organisation-Id', requestSentences.sentence('required.organisation'), 'header')
  }
  const which = missing === 'none' ? 'no_organisation' : 'foreign_organisation'
  return problem(callProblems.sentence(`insufficient_scope.${which}`))
}
