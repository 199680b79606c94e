import type { Schemas } from '../../api/client.ts'
import type { paths } from '../../api/types.gen.ts'
import { count, states } from '../../messages/index.svelte.ts'
import { p } from '../../shell/routes.ts'
import { fieldWords } from './field-words.ts'
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

/** What a person calls a field; undefined where only the API has a name for it. */
export const fieldWord = (entry: Pick<Entry, 'resource'>, field: string): string | undefined =>
  (isOfItems(entry) ? w().itemFields[field] : undefined) ?? fieldWords()[field]

/** A value of such a field, in words where it has some. */
export const itemValue = ({ resource }: Entry, field: string, value: unknown): unknown => {
  const text = String(value)
  if (field === 'status' && resource === 'itemAction' && text === 'CANCELLED') return w().itemValues.STOPPED
  if (field === 'status') return states().ItemStatus[text as ItemStatus] ?? w().itemValues[text] ?? value
  return w().itemValues[text] ?? value
}

/** What people call what was made or removed; empty where it has no name. */
export const nameIn = (fields: Readonly<Record<string, unknown>>): string => {
  const name = ['name', 'label', 'number', 'email', 'url', 'startedAt'].map((field) => fields[field])
  return name.find((one) => typeof one === 'string' && one !== '[hidden]')?.toString() ?? ''
}

/** Kinds of which an organisation or the instance has one, so that no id tells it from others. */
const ones = [
  'billingSettings',
  'backup',
  'currency',
  'hold',
  'organisation',
  'returnCodes',
  'seller',
  'testData',
]
export const isOne = (kind: string): boolean => ones.includes(kind)

/** The end of an id, which tells it from others at a glance. */
export const shortIdOf = (id: string): string => `…${id.slice(-6)}`

/** The template that a version belongs to, and the number of it; undefined of all else. */
export const versionOf = ({ resource, before, after }: Entry) => {
  const { templateId, number } = after ?? before ?? {}
  if (resource !== 'templateVersion' || typeof templateId !== 'string') return undefined
  return { templateId, number: Number(number) }
}

/** The fields that changed, where that is what an entry says. */
export const changedIn = (entry: Entry): string[] =>
  entry.action === 'CHANGED' && !isOfItems(entry) && entry.resource !== 'security'
    ? Object.keys(entry.after ?? {})
    : []

/** What changed, in short, where it is no names of fields: a state, or how often something was tried. */
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
  return ''
}

/** Where the screen of what an entry is about lies; undefined where it has none, or is gone. */
export const screenOf = (entry: Entry): string | undefined => {
  const { resource, resourceId: id, action } = entry
  if (action === 'REMOVED') return undefined
  const version = versionOf(entry)
  if (version) return p('/templates/:id', { params: { id: version.templateId } })
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
    case 'postflow':
      return p('/postflows/:id', { params })
    case 'returnAddress':
      return p('/settings/return-addresses/:id', { params })
    case 'role':
      return p('/members/roles/:id', { params })
    case 'suppression':
      return p('/suppressions/:id', { params })
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
