import type { Caller } from '../caller.ts'
import type { Actor } from './changes.ts'

interface Call {
  operation: string
  requestId: string
}

/** The actor to whom the audit log attributes a call's changes. */
export const actorOf = (caller: Caller, call: Call): Actor => ({
  type: caller.kind === 'key' ? 'API_KEY' : caller.kind === 'user' ? 'USER' : 'OPERATOR',
  id: caller.id,
  name: caller.name,
  ...call,
})

/** The actor of a public operation, unless its handler identifies a user. */
export const publicActor = (call: Call): Actor => ({ type: 'PUBLIC', id: 'public', name: 'public', ...call })

export const userActor = (user: { id: string; email: string }, call: Call): Actor => ({
  type: 'USER',
  id: user.id,
  name: user.email,
  ...call,
})
