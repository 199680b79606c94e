import type { Mode } from '../../kernel/mode.ts'
import { oneOf } from '../../kernel/query.ts'
import type { ActorThen } from '../../model/audit.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { Caller } from '../caller.ts'

/** The actor to whom the audit log attributes a transaction's changes. */
export interface Actor extends ActorThen {
  operation?: string
  requestId?: string
}

/** The command line, a seed, or a program that uses the core as a library. */
export const operatorActor: Actor = { type: 'OPERATOR', id: 'operator', name: 'command line' }

interface Call {
  operation: string
  requestId: string
}

/** A caller as histories keep it. */
export const actorThen = (caller: Pick<Caller, 'kind' | 'id' | 'name'>): ActorThen => ({
  type: caller.kind === 'key' ? 'API_KEY' : caller.kind === 'user' ? 'USER' : 'OPERATOR',
  id: caller.id,
  name: caller.name,
})

/** The actor to whom the audit log attributes a call's changes. */
export const actorOf = (caller: Caller, call: Call): Actor => ({ ...actorThen(caller), ...call })

/** The actor of a public operation, unless its handler identifies a user. */
export const publicActor = (call: Call): Actor => ({ type: 'PUBLIC', id: 'public', name: 'public', ...call })

export const userActor = (user: { id: string; email: string }, call: Call): Actor => ({
  type: 'USER',
  id: user.id,
  name: user.email,
  ...call,
})

/** What the people in a history are called: it keeps their e-mail addresses, as the audit log does. */
export const withNames = async (
  rows: Pick<Rows, 'users'>,
  actors: readonly (ActorThen | null | undefined)[],
): Promise<(actor: ActorThen | null | undefined) => ActorThen | null> => {
  const ids = new Set(actors.flatMap((actor) => (actor?.type === 'USER' ? [actor.id] : [])))
  const users = ids.size === 0 ? [] : await rows.users.find(everyone, { id: oneOf([...ids]) })
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return (actor) => (actor ? { ...actor, name: names.get(actor.id) ?? actor.name } : null)
}

/** Resources of which operations record single decisions: their tables change too often to be watched. */
export const recordedResources = ['item'] as const

/** A decision for the audit log, as it stands there. */
export interface RecordedChange {
  resource: (typeof recordedResources)[number]
  resourceId: string
  organisationId: string
  mode: Mode
  before: Record<string, unknown>
  after: Record<string, unknown>
}
