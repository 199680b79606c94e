import { oneOf } from '../../kernel/query.ts'
import type { ActorThen } from '../../model/audit.ts'
import { everyone, type Rows } from '../../ports/store.ts'

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
