import { oneOf } from '../../kernel/query.ts'
import type { ActorThen } from '../../model/audit.ts'
import { everyone, type Rows } from '../../ports/store.ts'

/** Callers as they are called now: histories keep the e-mail addresses of people, as the audit log does. */
export const namedNow = async (
  rows: Rows,
  actors: readonly (ActorThen | null | undefined)[],
): Promise<(actor: ActorThen) => ActorThen> => {
  const ids = new Set(actors.flatMap((actor) => (actor?.type === 'USER' ? [actor.id] : [])))
  const users = ids.size === 0 ? [] : await rows.users.find(everyone, { id: oneOf([...ids]) })
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return (actor) => ({ ...actor, name: names.get(actor.id) ?? actor.name })
}
