import { explainEvent } from '../../../src/core/features/webhooks/explain.ts'
import type { ExplainReason } from '../../../src/core/features/webhooks/schema.ts'
import { type FinalState, unexpiredEvents } from './final-state.ts'

/** Reasons that say that the endpoint was not subscribed to the event. */
const neverSubscribed = new Set<ExplainReason>([
  'not_subscribed',
  'other_mode',
  'other_postflow',
  'other_postbatch',
  'for_another_endpoint',
  'about_itself',
  'created_later',
  'subscribed_later',
])

/** Number of events checked, spread evenly over a simulation: each takes several reads. */
const sampleSize = 200

/** The answers of `events.explain` agree with the history, and are never “unexplained”. */
const explanationsAgree = async (state: FinalState): Promise<string[]> => {
  const { subscribers, deliveries, receipts } = state.history
  const taken = new Set(
    receipts
      .filter(({ answered }) => answered >= 200 && answered < 300)
      .map(({ headers }) => `${deliveries.get(headers['X-Webhook-Id']!)}|${headers['webhook-id']}`),
  )
  const all = unexpiredEvents(state)
  const step = Math.max(1, Math.floor(all.length / sampleSize))
  const wrong: string[] = []
  for (let place = 0; place < all.length; place += step) {
    const event = all[place]!
    const endpoints = await state.cluster.simulation.disk.read((rows) => explainEvent(rows, event, event))
    for (const { endpointId, reason, delivered } of endpoints) {
      const about = `${event.type} ${event.id} for ${endpointId}`
      const subscribed = subscribers.get(event.id)!.includes(endpointId)
      if (reason === 'unexplained') wrong.push(`${about} is unexplained`)
      else if (subscribed === neverSubscribed.has(reason)) wrong.push(`${about} is explained as ${reason}`)
      if (delivered && !taken.has(`${endpointId}|${event.id}`))
        wrong.push(`${about} was delivered and no endpoint took it`)
    }
  }
  return wrong
}

export const explanations = {
  'every event can be explained': explanationsAgree,
}
