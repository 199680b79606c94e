import { explainEvent } from '../../../src/core/features/webhooks/explain/explain.ts'
import type { ExplainReason } from '../../../src/core/features/webhooks/explain/explain-texts.ts'
import { type End, remembered } from './end.ts'

/** Why there never was anything to send. */
const never = new Set<ExplainReason>([
  'not_subscribed',
  'other_mode',
  'other_postflow',
  'other_postbatch',
  'for_another_endpoint',
  'about_itself',
  'created_later',
  'subscribed_later',
])

/** As many events of one world, spread over it: each is a few questions to the store. */
const asked = 200

/** What `events.explain` says of an event and an endpoint is what was seen outside, and never “unknown”. */
const explained = async (end: End): Promise<string[]> => {
  const { audience, deliveries, receipts } = end.chronicle
  const taken = new Set(
    receipts
      .filter(({ answered }) => answered >= 200 && answered < 300)
      .map(({ headers }) => `${deliveries.get(headers['X-Webhook-Id']!)}|${headers['webhook-id']}`),
  )
  const all = remembered(end)
  const step = Math.max(1, Math.floor(all.length / asked))
  const wrong: string[] = []
  for (let place = 0; place < all.length; place += step) {
    const event = all[place]!
    const endpoints = await end.town.world.disk.read((rows) => explainEvent(rows, event, event))
    for (const { endpointId, reason, delivered } of endpoints) {
      const about = `${event.type} ${event.id} for ${endpointId}`
      const subscribed = audience.get(event.id)!.includes(endpointId)
      if (reason === 'unexplained') wrong.push(`${about} is unexplained`)
      else if (subscribed === never.has(reason)) wrong.push(`${about} is explained as ${reason}`)
      if (delivered && !taken.has(`${endpointId}|${event.id}`))
        wrong.push(`${about} was delivered and no endpoint took it`)
    }
  }
  return wrong
}

export const explanations = {
  'every event explains itself': explained,
}
