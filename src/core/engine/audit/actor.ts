import type { ActorThen } from '../../model/audit.ts'
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
