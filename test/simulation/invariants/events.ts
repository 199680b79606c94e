import { itemEventType } from '../../../src/core/model/items.ts'
import { type FinalState, groupBy, unexpiredEvents } from './final-state.ts'

/** Every entry of an item's history has its event, in the same order, and there are no other events. */
const historyHasEvents = (state: FinalState): string[] => {
  const eventsByItem = groupBy(
    state.events.filter(({ type, itemId }) => itemId !== null && type.startsWith('item.')),
    ({ itemId }) => itemId!,
  )
  const withExpiredEvents = new Set(
    state.history.events.flatMap(({ itemId, expiresAt }) =>
      itemId && expiresAt <= state.now ? [itemId] : [],
    ),
  )
  return state.items.flatMap(({ id, history }) => {
    const events = (eventsByItem.get(id) ?? [])
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ type }) => type)
    const entries = history.map(({ status }) => itemEventType(status))
    const same = events.length === entries.length && entries.every((type, index) => type === events[index])
    return same || withExpiredEvents.has(id)
      ? []
      : [`${id} went ${entries.join(' ')}, and has the events ${events.join(' ')}`]
  })
}

/**
 * Every committed event is in the feed once, and the sequence of an organisation has no gaps. Expired events
 * may be missing: after the clock was set back, an event may expire before an earlier one.
 */
const feedIsComplete = (state: FinalState): string[] => {
  const wrong: string[] = []
  const kept = new Map(state.events.map((event) => [event.id, event]))
  for (const event of unexpiredEvents(state)) {
    const row = kept.get(event.id)
    if (row?.body !== event.body)
      wrong.push(`${event.type} ${event.id} ${row ? 'was changed' : 'is not in the feed'}`)
  }
  const expired = state.history.events.filter(({ id, expiresAt }) => expiresAt <= state.now && !kept.has(id))
  for (const [organisationId, events] of groupBy(
    [...state.events, ...expired],
    (event) => event.organisationId,
  )) {
    const sequences = events.map(({ sequence }) => sequence).sort((a, b) => a - b)
    const gap = sequences.findIndex((sequence, index) => index > 0 && sequence !== sequences[index - 1]! + 1)
    if (gap > 0)
      wrong.push(`the feed of ${organisationId} goes from ${sequences[gap - 1]} to ${sequences[gap]}`)
  }
  return wrong
}

export const events = {
  'every status entry has its event': historyHasEvents,
  'the feed is complete': feedIsComplete,
}
