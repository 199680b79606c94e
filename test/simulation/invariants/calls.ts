import { hourMs } from '../../../src/core/kernel/time.ts'
import type { FinalState } from './final-state.ts'

const accepted = (status: number | undefined) => status !== undefined && status < 300

/** The items, Postflows and invoices of 2xx answers exist; other resources may be deleted or expire. */
const acknowledgedIsKept = (state: FinalState): string[] => {
  const kept = new Set(
    [state.items, state.postflows, state.invoices].flatMap((rows) => rows.map(({ id }) => id)),
  )
  return state.history.calls.flatMap(({ operation, status, ids }) =>
    accepted(status)
      ? ids
          .filter((id) => /^(itm|pfl|inv)_/.test(id) && !kept.has(id))
          .map((id) => `${operation} answered ${status} with ${id}, which is not there`)
      : [],
  )
}

/** One idempotency key has one effect, however often a request was retried, lost or duplicated. */
const keyHasOneEffect = (state: FinalState): string[] => {
  const counted = new Map<string, number>()
  for (const table of [
    'items',
    'postbatches',
    'webhookEndpoints',
    'postflows',
    'topUps',
    'uploads',
    'runRemakes',
  ] as const) {
    for (const row of state[table]) {
      for (const value of Object.values(row)) {
        if (typeof value !== 'string') continue
        const key = `${table}|${value}`
        counted.set(key, (counted.get(key) ?? 0) + 1)
      }
    }
  }
  // A reprint has the reference of the original item.
  const reprints = new Map<string, number>()
  for (const { reprintOf, reference } of state.items) {
    if (reprintOf && reference) reprints.set(reference, (reprints.get(reference) ?? 0) + 1)
  }
  // An idempotency key is kept for 24 hours; a later retry may have a second effect.
  const withinKeyLifetime = state.history.calls.filter(({ since, until }) => until - since < 23 * hourMs)
  return withinKeyLifetime.flatMap(({ operation, mark }) =>
    (mark?.values ?? []).flatMap((value) => {
      const count = (counted.get(`${mark!.table}|${value}`) ?? 0) - (reprints.get(value) ?? 0)
      return count > 1 ? [`${operation} had ${count} effects under one key: ${mark!.table} ${value}`] : []
    }),
  )
}

export const calls = {
  'what was acknowledged is kept': acknowledgedIsKept,
  'idempotent calls have one effect': keyHasOneEffect,
  'every error follows from an injected fault': ({ history }: FinalState) => [
    ...new Set(history.unexplainedErrors),
  ],
}
