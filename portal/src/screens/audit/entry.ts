import { words as w } from 'words:audit'
import type { Schemas } from '../../api/client.ts'
import type { paths } from '../../api/types.gen.ts'
import { states } from '../../messages/index.svelte.ts'
import { p } from '../../shell/routes.ts'

type ItemStatus = Schemas['ItemStatus']
type Kind = keyof ReturnType<typeof w>['kinds']
export type Entry = Schemas['AuditEntry']
export type AuditQuery = NonNullable<paths['/v1/organisation/audit-log']['get']['parameters']['query']>
export type AuditKind = NonNullable<AuditQuery['filter[resource]']> & Kind
/** Fails to compile if a kind has no label. */
type Worded = [NonNullable<AuditQuery['filter[resource]']>] extends [Kind] ? true : never
export const everyKindHasAWord: Worded = true

/** Returns a message of a group; undefined if the group lacks the key. */
const found = (group: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(group, key) ? group[key] : undefined
/** Keys of messages have no dots: `security.locked_out` is `security_locked_out`. */
const keyOf = (event: string): string => event.replace('.', '_')

/** Returns the word for a kind within a sentence. */
export const kindWord = (resource: string): string => found(w().kinds, resource) ?? resource
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const eventOf = ({ after }: Entry): string | undefined =>
  typeof after?.event === 'string' ? after.event : undefined

/** Describes a new bulk action; undefined for other entries. */
const manyItems = ({ resource, action, after }: Entry, who: string): string | undefined => {
  if (resource !== 'itemAction' || action !== 'CREATED') return undefined
  const items = Number(after?.totalCount)
  return w().manyItems[after?.action as Schemas['ItemActionKind']]?.({ who, items })
}

type Sentence = (values: { who: string; thing: string }) => string
const sentences = (group: object): Readonly<Record<string, Sentence>> => group as Record<string, Sentence>

/** Says who did what in a sentence; `thing` is the resource's name, or '' without one. */
export const summaryOf = (entry: Entry, who: string, thing: string): string => {
  const event = eventOf(entry)
  if (entry.resource === 'security' && event) {
    return sentences(w().security)[keyOf(event)]?.({ who, thing }) ?? event
  }
  const decision = entry.operation && sentences(w().decisions)[keyOf(entry.operation)]?.({ who, thing })
  if (decision) return decision
  const kind = kindWord(entry.resource)
  return manyItems(entry, who) ?? w().did[entry.action]({ who, kind, thing }).trim()
}

/** Returns who made a change; `nameOf` knows current names of users and keys. */
export const whoOf = ({ actor }: Entry, nameOf?: (id: string) => string | undefined): string => {
  if (actor.type === 'OPERATOR') return w().server
  if (actor.type === 'PUBLIC' && actor.name === 'public') return w().visitor
  return nameOf?.(actor.id) ?? actor.name
}

/** Whether an entry is about items or a bulk action; its readers may not know field names. */
export const isOfItems = ({ resource }: Pick<Entry, 'resource'>): boolean =>
  resource === 'item' || resource === 'itemAction'

/** Returns the labelled fields that have a value, without the initial status of something created. */
export const itemFieldsOf = ({ after, action }: Entry): string[] =>
  Object.keys(w().itemFields).filter(
    (field) => (after?.[field] ?? null) !== null && !(action === 'CREATED' && field === 'status'),
  )

/** Returns the label of a field; undefined if it has none. */
export const fieldWord = (entry: Pick<Entry, 'resource'>, field: string): string | undefined =>
  (isOfItems(entry) ? found(w().itemFields, field) : undefined) ?? found(w().fieldNames, field)

/** Returns the label of a field's value, or the value if it has none. */
export const itemValue = ({ resource }: Entry, field: string, value: unknown): unknown => {
  const text = String(value)
  if (field === 'status' && resource === 'itemAction' && text === 'CANCELLED') return w().itemValues.STOPPED
  if (field === 'status')
    return states().ItemStatus[text as ItemStatus] ?? found(w().itemValues, text) ?? value
  return found(w().itemValues, text) ?? value
}

/** Returns the name of a created or removed resource; empty if it has none. */
export const nameIn = (fields: Readonly<Record<string, unknown>>): string => {
  const name = ['name', 'label', 'number', 'email', 'url', 'startedAt'].map((field) => fields[field])
  return name.find((one) => typeof one === 'string' && one !== '[hidden]')?.toString() ?? ''
}

/** Kinds with a single instance, which need no id. */
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

/** Returns the end of an id, to distinguish it at a glance. */
export const shortIdOf = (id: string): string => `…${id.slice(-6)}`

/** Returns template and number of a version; undefined for other kinds. */
export const versionOf = ({ resource, before, after }: Entry) => {
  const { templateId, number } = after ?? before ?? {}
  if (resource !== 'templateVersion' || typeof templateId !== 'string') return undefined
  return { templateId, number: Number(number) }
}

/** Returns the changed fields; none for items and security, which `shortOf` summarises. */
export const changedIn = (entry: Entry): string[] =>
  entry.action === 'CHANGED' && !isOfItems(entry) && entry.resource !== 'security'
    ? Object.keys(entry.after ?? {})
    : []

/** Summarises an entry about items (status change) or security (number of attempts); otherwise empty. */
export const shortOf = (entry: Entry): string => {
  if (entry.resource === 'security') {
    const times = Number(entry.after?.count ?? 1)
    return times > 1 ? w().times({ count: times }) : ''
  }
  if (isOfItems(entry)) {
    const [before, after] = [entry.before, entry.after].map(
      (side) => side && itemValue(entry, 'status', side.status),
    )
    return before && after ? `${before} → ${after}` : ''
  }
  return ''
}

/** Returns the path of the resource's screen; undefined if there is none or it is deleted. */
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
