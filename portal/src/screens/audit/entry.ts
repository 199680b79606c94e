import type { Schemas } from '../../api/client.ts'
import type { paths } from '../../api/types.gen.ts'
import { count, states } from '../../messages/index.svelte.ts'
import { p } from '../../shell/routes.ts'
import type { KindWords } from './words.en.ts'
import { w } from './words.ts'

type ItemStatus = Schemas['ItemStatus']
export type Entry = Schemas['AuditEntry']
/** Everything that the log may be asked for; every kind has a word, or this does not compile. */
export type AuditQuery = NonNullable<paths['/v1/organisation/audit-log']['get']['parameters']['query']>
export type AuditKind = NonNullable<AuditQuery['filter[resource]']> & keyof KindWords
type Worded = [NonNullable<AuditQuery['filter[resource]']>] extends [keyof KindWords] ? true : never
export const everyKindHasAWord: Worded = true

export const kindWord = (resource: string): string => w().kinds[resource as keyof KindWords] ?? resource

const eventOf = ({ after }: Entry): string | undefined =>
  typeof after?.event === 'string' ? after.event : undefined

/** What was asked for how many items at once. */
const manyItems = ({ resource, action, after }: Entry): string | undefined => {
  if (resource !== 'itemAction' || action !== 'CREATED') return undefined
  const number = Number(after?.totalCount)
  return w().manyItems[after?.action as Schemas['ItemActionKind']]?.(w().items(number, count(number)))
}

/** What happened, in a few words. */
export const whatOf = (entry: Entry): string => {
  const event = eventOf(entry)
  if (entry.resource === 'security' && event) return w().security[event] ?? event
  const decision = entry.operation && w().decisions[entry.operation]
  if (decision) return decision
  return manyItems(entry) ?? w().what(kindWord(entry.resource), w().actions[entry.action])
}

/** What is said of items and of actions on many of them is read by people who know no names of fields. */
export const isOfItems = ({ resource }: Pick<Entry, 'resource'>): boolean =>
  resource === 'item' || resource === 'itemAction'

/** Those of an entry about items that a reader wants to know; that an action begins by waiting is none of it. */
export const itemFieldsOf = ({ after, action }: Entry): string[] =>
  Object.keys(w().itemFields).filter(
    (field) => (after?.[field] ?? null) !== null && !(action === 'CREATED' && field === 'status'),
  )

export const fieldWord = (field: string): string => w().itemFields[field] ?? field

/** A value of such a field, in words where it has some. */
export const itemValue = ({ resource }: Entry, field: string, value: unknown): unknown => {
  const text = String(value)
  if (field === 'status' && resource === 'itemAction' && text === 'CANCELLED') return w().itemValues.STOPPED
  if (field === 'status') return states().ItemStatus[text as ItemStatus] ?? w().itemValues[text] ?? value
  return w().itemValues[text] ?? value
}

/** What people call what was made or removed; empty where it has no name. */
const nameIn = (fields: Readonly<Record<string, unknown>>): string => {
  const name = ['name', 'label', 'number', 'email', 'url', 'startedAt'].map((field) => fields[field])
  return name.find((one) => typeof one === 'string' && one !== '[hidden]')?.toString() ?? ''
}

/** What changed, in short: names of fields, the name of what was made or removed, or how often something was tried. */
export const shortOf = (entry: Entry): string => {
  if (entry.resource === 'security') {
    const times = Number(entry.after?.count ?? 1)
    return times > 1 ? w().times(count(times)) : ''
  }
  if (isOfItems(entry)) {
    const [before, after] = [entry.before, entry.after].map(
      (side) => side && itemValue(entry, 'status', side.status),
    )
    return before && after ? `${before} → ${after}` : ''
  }
  if (entry.action === 'CHANGED') return Object.keys(entry.after ?? {}).join(', ')
  return nameIn(entry.after ?? entry.before ?? {})
}

/** Where the screen of what an entry is about lies; undefined where it has none, or is gone. */
export const screenOf = ({ resource, resourceId: id, action }: Entry): string | undefined => {
  if (action === 'REMOVED') return undefined
  const params = { id }
  switch (resource) {
    case 'apiKey':
      return p('/keys/:id', { params })
    case 'connector':
      return p('/integrations/:id', { params })
    case 'item':
      return p('/items/:id', { params })
    case 'itemAction':
      return p('/item-actions/:id', { params })
    case 'invoice':
      return p('/invoices/:id', { params })
    case 'member':
      return p('/members/:id', { params })
    case 'postbatch':
      return p('/postbatches/:id', { params })
    case 'returnAddress':
      return p('/settings/return-addresses/:id', { params })
    case 'role':
      return p('/members/roles/:id', { params })
    case 'template':
      return p('/templates/:id', { params })
    case 'webhookEndpoint':
      return p('/webhooks/:id', { params })
    case 'organisation':
      return p('/settings')
    case 'billingSettings':
      return p('/balance/settings')
    case 'user':
      return p('/operator/instance/users/:id', { params })
    default:
      return undefined
  }
}
