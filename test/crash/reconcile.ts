import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Receiver } from '../../examples/support/receiver.ts'
import type { Journal } from './client-journal.ts'
import type { Shop } from './clients.ts'

interface Item {
  id: string
  reference: string
  status: string
}

export class Findings {
  readonly found: string[] = []

  check(holds: boolean, what: string): void {
    if (!holds) this.found.push(what)
  }
}

/** Returns every row of a list; `path` includes a query. */
export const all = async <T>(shop: Pick<Shop, 'api'>, path: string): Promise<T[]> => {
  const found: T[] = []
  for (let cursor: string | null = null; ; ) {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: { data: T[]; nextCursor: string | null } = await shop.api('GET', `${path}&limit=200${more}`)
    found.push(...page.data)
    cursor = page.nextCursor
    if (cursor === null) return found
  }
}

/** Checks that every acknowledged item exists once and unchanged, and that there are no others. */
export const checkItems = async (shop: Shop, journal: Journal, findings: Findings): Promise<Item[]> => {
  const items = await all<Item>(shop, `/v1/items?filter[postflowId]=${shop.postflowId}&sort=createdAt`)
  const byReference = new Map<string, Item[]>()
  for (const item of items)
    byReference.set(item.reference, [...(byReference.get(item.reference) ?? []), item])
  for (const [reference, answered] of journal.items) {
    const own = byReference.get(reference) ?? []
    findings.check(own.length > 0, `LOST: ${reference} was answered as ${answered.id} and does not exist`)
    findings.check(own.length < 2, `TWICE: ${reference} exists as ${own.map(({ id }) => id).join(', ')}`)
    for (const { id, status } of own) {
      findings.check(id === answered.id, `${reference} was answered as ${answered.id} and is ${id}`)
      if (answered.cancelled) {
        findings.check(
          status === 'CANCELLED',
          `LOST: the cancellation of ${id} was answered, and it is ${status}`,
        )
      }
    }
  }
  for (const { id, reference } of items) {
    findings.check(journal.items.has(reference), `${id} (${reference}) exists without an answer to a client`)
  }
  return items
}

const printedStatuses = ['IN_PRODUCTION', 'HANDED_TO_CARRIER', 'COMPLETED']

/** Checks that the printer received every piece once, and that its packages match the items. */
export const checkPackages = (folder: string, items: readonly Item[], findings: Findings): number => {
  const packages = readdirSync(folder).filter((name) => name.startsWith('run_'))
  const printed = new Map<string, string>()
  for (const name of packages) {
    const manifest = JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as {
      items: { id: string }[]
    }
    for (const { id } of manifest.items) {
      const other = printed.get(id)
      findings.check(other === undefined, `PRINTED TWICE: ${id} is in ${other} and in ${name}`)
      printed.set(id, name)
    }
  }
  for (const { id, status } of items) {
    const isPrinted = printedStatuses.includes(status)
    findings.check(
      isPrinted === printed.has(id),
      `${id} is ${status} and in ${printed.get(id) ?? 'no package'}`,
    )
  }
  return packages.length
}

/** Checks that a package created again has the same parts, by their checksums. */
export const checkParts = (again: string, given: string, findings: Findings): void => {
  const sumsOf = (folder: string) =>
    readFileSync(join(folder, 'SHA256SUMS'), 'utf8').match(/^.*\.pdf$/gm) ?? []
  const [made, printed] = [sumsOf(again), sumsOf(given)]
  findings.check(
    printed.length > 0 && made.join() === printed.join(),
    `FILES: ${again} has different parts from ${given}`,
  )
}

export const eventsOf = (shop: Pick<Shop, 'api'>) =>
  all<{ id: string; type: string }>(shop, '/v1/events?filter[isTest]=false')

/** Checks that every event reached the receiver at least once, validly signed, and nothing else did. */
export const checkEvents = async (
  shop: Shop,
  receiver: Receiver,
  findings: Findings,
): Promise<{ events: number; repeated: number }> => {
  const events = (await eventsOf(shop)).filter(({ id }) => !shop.earlierEvents.has(id))
  const received = new Set(receiver.envelopes.map(({ id }) => id))
  for (const { id, type } of events)
    findings.check(received.has(id), `UNDELIVERED: ${id} (${type}) never arrived`)
  const known = new Set(events.map(({ id }) => id))
  for (const { id, type } of receiver.envelopes) {
    findings.check(known.has(id), `${id} (${type}) was delivered and is not in the feed`)
  }
  for (const refused of receiver.refused) findings.check(false, refused)
  return { events: events.length, repeated: receiver.envelopes.length - received.size }
}

export const checkMoney = async (shop: Shop, journal: Journal, findings: Findings): Promise<void> => {
  const { agrees } = await shop.command<{ agrees: boolean }>('billing', 'recount')
  findings.check(agrees, 'MONEY: the ledger, the account and the items do not agree (billing recount)')
  const invoices = await shop.command<{ paymentId: string | null; subtotalCents: number }[]>(
    'billing',
    'invoices',
    '--org',
    shop.organisationId,
  )
  for (const [payment, amount] of journal.topUps) {
    const booked = invoices.filter(({ paymentId }) => paymentId === payment)
    findings.check(
      booked.length === 1 && booked[0]!.subtotalCents === amount,
      `MONEY: ${payment} of ${amount} was booked ${booked.length} times`,
    )
  }
}

/** Checks the database file after the server has exited. */
export const checkFile = (file: string, findings: Findings): void => {
  const database = new Database(file)
  const integrity = database.pragma('integrity_check') as { integrity_check: string }[]
  findings.check(integrity[0]?.integrity_check === 'ok', `The file is damaged: ${JSON.stringify(integrity)}`)
  const orphans = database.pragma('foreign_key_check') as unknown[]
  findings.check(orphans.length === 0, `${orphans.length} rows refer to rows that do not exist`)
  database.close()
}
