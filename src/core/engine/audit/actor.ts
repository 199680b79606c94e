import type { Mode } from '../../kernel/mode.ts'
import { oneOf } from '../../kernel/query.ts'
import type { RecordedActor } from '../../model/audit.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { Caller } from '../caller.ts'

export interface Actor extends RecordedActor {
  operation?: string
  requestId?: string
}

/** The actor for the command line, seeds, and programs that use the core as a library. */
export const operatorActor: Actor = { type: 'OPERATOR', id: 'operator', name: 'command line' }

interface Call {
  operation: string
  requestId: string
}

/** Returns a caller in the form that histories store. */
export const recordedActor = (caller: Pick<Caller, 'kind' | 'id' | 'name'>): RecordedActor => ({
  type: caller.kind === 'key' ? 'API_KEY' : caller.kind === 'user' ? 'USER' : 'OPERATOR',
  id: caller.id,
  name: caller.name,
})

export const actorOf = (caller: Caller, call: Call): Actor => ({ ...recordedActor(caller), ...call })

/** The actor of a public operation whose handler identifies no user. */
export const publicActor = (call: Call): Actor => ({ type: 'PUBLIC', id: 'public', name: 'public', ...call })

export const userActor = (user: { id: string; email: string }, call: Call): Actor => ({
  type: 'USER',
  id: user.id,
  name: user.email,
  ...call,
})

/** Returns a function that replaces stored email addresses of users by their current names. */
export const withNames = async (
  rows: Pick<Rows, 'users'>,
  actors: readonly (RecordedActor | null | undefined)[],
): Promise<(actor: RecordedActor | null | undefined) => RecordedActor | null> => {
  const ids = new Set(actors.flatMap((actor) => (actor?.type === 'USER' ? [actor.id] : [])))
  const users = ids.size === 0 ? [] : await rows.users.find(everyone, { id: oneOf([...ids]) })
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return (actor) => (actor ? { ...actor, name: names.get(actor.id) ?? actor.name } : null)
}

/** Resources whose tables change too often to be audited: operations record single decisions instead. */
export const recordedResources = ['item'] as const

export interface RecordedChange {
  resource: (typeof recordedResources)[number]
  resourceId: string
  organisationId: string
  mode: Mode
  before: Record<string, unknown>
  after: Record<string, unknown>
}
