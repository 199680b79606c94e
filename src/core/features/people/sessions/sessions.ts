import { isFactorMissing, knownSession, sessionMs } from '../../../engine/access/session.ts'
import type { Client, SessionChange } from '../../../engine/caller.ts'
import { hashOfKey } from '../../../engine/caller.ts'
import type { Services } from '../../../engine/services.ts'
import { problem } from '../../../kernel/errors.ts'
import { not, oneOf } from '../../../kernel/query.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { SessionRow } from '../../../model/people.ts'
import { everyone, type Rows, type WritableRows } from '../../../ports/store.ts'
import { peopleProblems } from '../sentences.ts'

export interface NewSession {
  userId: string
  client: Client
  /** The organisation that the session starts in; null for none. */
  organisationId?: string | null
}

/**
 * Begins a session. Its token is always new, so that an attacker can't plant one in the browser (session
 * fixation).
 */
export const beginSession = async (
  services: Services,
  rows: WritableRows,
  { userId, client, organisationId = null }: NewSession,
): Promise<{ session: SessionRow; change: SessionChange }> => {
  const now = services.clock.now()
  const token = services.ids.secret('lss_')
  const session: SessionRow = {
    id: services.ids.next('ses'),
    userId,
    tokenHash: hashOfKey(services, token),
    organisationId,
    address: client.address,
    userAgent: client.userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + sessionMs,
  }
  if (client.sessionToken !== undefined) {
    const before = hashOfKey(services, client.sessionToken)
    await rows.sessions.remove(everyone, { tokenHash: before })
  }
  await rows.sessions.insert(session)
  return { session, change: { sessionToken: token, maxAgeSeconds: sessionMs / 1000 } }
}

export const endOtherSessions = async (
  rows: WritableRows,
  userId: string,
  kept: string | undefined,
): Promise<void> => {
  await rows.sessions.remove(everyone, [{ userId }, kept === undefined ? {} : { id: not(kept) }])
}

export const sessionToWire = (session: SessionRow, current: string | undefined) => ({
  id: session.id,
  current: session.id === current,
  userAgent: session.userAgent,
  address: session.address,
  createdAt: toDateTime(session.createdAt),
  lastSeenAt: toDateTime(session.lastSeenAt),
  expiresAt: toDateTime(session.expiresAt),
})

export const currentSession = async (services: Services, rows: Rows, session: SessionRow) => {
  const known = await knownSession(rows, session, undefined)
  if (!known) throw problem(peopleProblems.sentence('session_invalid.over'))
  const { user, members, organisation, permissions } = known
  const ids = members.map((member) => member.organisationId)
  const organisations = ids.length === 0 ? [] : await rows.organisations.find(everyone, { id: oneOf(ids) })
  return {
    session: {
      id: session.id,
      createdAt: toDateTime(session.createdAt),
      expiresAt: toDateTime(session.expiresAt),
    },
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      language: user.language,
      operatorScopes: user.operatorScopes,
      secondFactorEnabled: user.secondFactorAt !== null,
    },
    secondFactorMissing: isFactorMissing(services, known),
    organisationId: organisation?.id ?? null,
    organisation: organisation
      ? {
          id: organisation.id,
          name: organisation.name,
          status: organisation.status,
          suspensionReason: organisation.suspensionReason,
          billingMode: organisation.billingMode,
          timeZone: organisation.timeZone,
          country: organisation.country,
          isMember: ids.includes(organisation.id),
        }
      : null,
    permissions: [...permissions],
    organisations: organisations.map(({ id, name, status }) => ({
      id,
      name,
      status,
      roles: members.find((member) => member.organisationId === id)!.roles,
    })),
  }
}
