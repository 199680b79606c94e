import { itemEventType } from '../../../src/core/model/items-lifecycle.ts'
import { type End, groupBy, remembered } from './end.ts'

/** Every entry of an item's history has its event, in the same order, and no event tells of anything else. */
const historyHasEvents = (end: End): string[] => {
  const told = groupBy(
    end.events.filter(({ type, itemId }) => itemId !== null && type.startsWith('item.')),
    ({ itemId }) => itemId!,
  )
  const forgotten = new Set(
    end.chronicle.events.flatMap(({ itemId, expiresAt }) => (itemId && expiresAt <= end.now ? [itemId] : [])),
  )
  return end.items.flatMap(({ id, history }) => {
    const events = (told.get(id) ?? []).toSorted((a, b) => a.sequence - b.sequence).map(({ type }) => type)
    const entries = history.map(({ status }) => itemEventType(status))
    const same = events.length === entries.length && entries.every((type, index) => type === events[index])
    return same || forgotten.has(id)
      ? []
      : [`${id} went ${entries.join(' ')}, and was told as ${events.join(' ')}`]
  })
}

/**
 * What was committed as an event is in the feed, once, and an organisation's sequence has no holes. What has expired is not
 * missed: where the clock was set back, events may expire before those that they come behind.
 */
const feedIsWhole = (end: End): string[] => {
  const wrong: string[] = []
  const kept = new Map(end.events.map((event) => [event.id, event]))
  for (const event of remembered(end)) {
    const row = kept.get(event.id)
    if (row?.body !== event.body)
      wrong.push(`${event.type} ${event.id} ${row ? 'was changed' : 'is not in the feed'}`)
  }
  const expired = end.chronicle.events.filter(({ id, expiresAt }) => expiresAt <= end.now && !kept.has(id))
  for (const [organisationId, events] of groupBy(
    [...end.events, ...expired],
    (event) => event.organisationId,
  )) {
    const sequences = events.map(({ sequence }) => sequence).sort((a, b) => a - b)
    const hole = sequences.findIndex((sequence, index) => index > 0 && sequence !== sequences[index - 1]! + 1)
    if (hole > 0)
      wrong.push(`the feed of ${organisationId} goes from ${sequences[hole - 1]} to ${sequences[hole]}`)
  }
  return wrong
}

export const events = {
  'every status entry has its event': historyHasEvents,
  'the feed is whole': feedIsWhole,
}
