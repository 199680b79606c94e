import { hourMs } from '../../../src/core/kernel/time.ts'
import type { End } from './end.ts'

const accepted = (status: number | undefined) => status !== undefined && status < 300

/** What a client was told is so: what a 2xx named is there. Drafts and endpoints may be deleted, and files expire. */
const answersAreKept = (end: End): string[] => {
  const kept = new Set([end.items, end.postflows, end.invoices].flatMap((rows) => rows.map(({ id }) => id)))
  return end.chronicle.deeds.flatMap(({ operation, status, ids }) =>
    accepted(status)
      ? ids
          .filter((id) => /^(itm|pfl|inv)_/.test(id) && !kept.has(id))
          .map((id) => `${operation} answered ${status} with ${id}, which is not there`)
      : [],
  )
}

/** However often it was asked, lost and duplicated: what was done under one key was done once, and done if accepted. */
const keysHaveOneEffect = (end: End): string[] => {
  const counted = new Map<string, number>()
  for (const table of [
    'items',
    'postbatches',
    'webhookEndpoints',
    'postflows',
    'topUps',
    'uploads',
  ] as const) {
    for (const row of end[table]) {
      for (const value of Object.values(row)) {
        if (typeof value !== 'string') continue
        const key = `${table}|${value}`
        counted.set(key, (counted.get(key) ?? 0) + 1)
      }
    }
  }
  // A reprint says the same as what it prints again.
  const reprints = new Map<string, number>()
  for (const { reprintOf, reference } of end.items) {
    if (reprintOf && reference) reprints.set(reference, (reprints.get(reference) ?? 0) + 1)
  }
  // A key is remembered for 24 hours.
  const remembered = end.chronicle.deeds.filter(({ since, until }) => until - since < 23 * hourMs)
  return remembered.flatMap(({ operation, mark }) =>
    (mark?.values ?? []).flatMap((value) => {
      const count = (counted.get(`${mark!.table}|${value}`) ?? 0) - (reprints.get(value) ?? 0)
      return count > 1 ? [`${operation} had ${count} effects under one key: ${mark!.table} ${value}`] : []
    }),
  )
}

export const promises = {
  'what was answered is kept': answersAreKept,
  'idempotent calls have one effect': keysHaveOneEffect,
  'nothing goes wrong that no misfortune explains': ({ chronicle }: End) => [...new Set(chronicle.wrong)],
}
