import { defineOperation } from '../../../engine/operation.ts'
import { oneOf } from '../../../kernel/query.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { HistoryEntry } from '../../../model/items.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { itemById } from '../item.ts'
import { historySchema, itemParams } from '../schema.ts'

export const getItemHistory = defineOperation({
  id: 'items.history',
  method: 'GET',
  path: '/items/{id}/history',
  summary: 'Every status that an item has been in',
  description:
    'Oldest first, each with its time and, where the status alone does not say it, the reason. Where somebody approved or rejected the item, it says who.',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  output: historySchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const { history } = await itemById(rows, scope, params.id)
    const names = await namesOf(rows, history)
    return {
      data: history.map(({ status, at, heldReason, reason, decision, by }) => ({
        status,
        at: toDateTime(at),
        heldReason: heldReason ?? null,
        reason: reason ?? null,
        decision: decision ?? null,
        by: by ? { ...by, name: names.get(by.id) ?? by.name } : null,
      })),
    }
  },
})

/** What the people in a history are called: it keeps their e-mail addresses, as the audit log does. */
const namesOf = async (
  rows: Rows,
  history: readonly HistoryEntry[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = history.flatMap(({ by }) => (by?.type === 'USER' ? [by.id] : []))
  if (ids.length === 0) return new Map()
  const users = await rows.users.find(everyone, { id: oneOf([...new Set(ids)]) })
  return new Map(users.map(({ id, name }) => [id, name]))
}
