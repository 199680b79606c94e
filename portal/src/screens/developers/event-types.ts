import { words as w } from 'words:event-types'
import type { Schemas } from '../../api/client.ts'

/** A subscription: an event type, a family or everything. */
export type Subscription = Schemas['EventSubscription']
export type EventFamily = Extract<Subscription, `${string}.*`>
export type EventType = Exclude<Subscription, EventFamily | '*'>

type FamilyName<Family = EventFamily> = Family extends `${infer Name}.*` ? Name : never
type NameIn<Family extends string, Type = EventType> = Type extends `${Family}.${infer Name}` ? Name : never

/** Labels of event families; a family includes types added in later versions. */
const families = (): Record<FamilyName, string> => w().families
/** Event labels by family and name. */
const named = (): { [Family in FamilyName]: Record<NameIn<Family>, string> } => w().types

/** Returns the label of an event type; unknown types of a newer server keep their name. */
export const typeName = (type: string): string => {
  const dot = type.indexOf('.')
  const labels: Partial<Record<string, Partial<Record<string, string>>>> = named()
  return labels[type.slice(0, dot)]?.[type.slice(dot + 1)] ?? type
}

/** Describes a subscription in one line. */
export const subscriptionName = (subscription: string): string => {
  if (subscription === '*') return w().everything
  if (!subscription.endsWith('.*')) return typeName(subscription)
  return families()[subscription.slice(0, -2) as FamilyName] ?? subscription
}

/** Returns families with their types in API order. */
export const typesByFamily = (): { family: EventFamily; word: string; types: EventType[] }[] =>
  Object.entries(families()).map(([family, word]) => ({
    family: `${family as FamilyName}.*`,
    word,
    types: Object.keys(named()[family as FamilyName]).map((name) => `${family}.${name}` as EventType),
  }))

interface Subject {
  noun: string
  id: string
}

/** Returns noun and id of the resource in an event's data; undefined if it has no id. */
export const subjectOf = ({ data }: Schemas['Event']): Subject | undefined => {
  const [noun, thing] = Object.entries(data)[0] ?? []
  const id = (thing as { id?: string } | undefined)?.id
  return noun !== undefined && id !== undefined ? { noun, id } : undefined
}

/** Returns the ids of an event's item and mailing, to look up their names. */
export const aboutOf = (
  event: Pick<Schemas['Event'], 'data'>,
): { itemId: string | null; postbatchId: string | null } => {
  const { data } = event
  return {
    itemId: itemOf(event) ?? null,
    postbatchId: 'postbatch' in data ? data.postbatch.id : null,
  }
}

/** Returns the id of an event's item, or of the item whose code was scanned. */
export const itemOf = ({ data }: Pick<Schemas['Event'], 'data'>): string | undefined => {
  if ('item' in data) return data.item.id
  return 'scan' in data ? data.scan.itemId : undefined
}
