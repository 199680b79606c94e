import type { Caller } from '../scope.ts'
import type { Actor } from './changes.ts'

interface Call {
  operation: string
  requestId: string
}

/** Who a call's changes are written down for. */
export const actorOf = (caller: Caller, call: Call): Actor => ({
  type: caller.kind === 'key' ? 'API_KEY' : caller.kind === 'user' ? 'USER' : 'OPERATOR',
  id: caller.id,
  name: caller.name,
  ...call,
})

/** Of an operation for everybody: nobody in particular, unless its handler finds out who. */
export const publicActor = (call: Call): Actor => ({ type: 'PUBLIC', id: 'public', name: 'public', ...call })

export const userActor = (user: { id: string; email: string }, call: Call): Actor => ({
  type: 'USER',
  id: user.id,
  name: user.email,
  ...call,
})
