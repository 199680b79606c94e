/**
 * Inserts due retries into Lettershop's file with its own store while no server runs: `node
 * sides/lettershop-backlog.ts DATA N`.
 */
import { readSettings } from '../../../bin/cli/settings.ts'
import { openInstance } from '../../../bin/instance/open.ts'
import { envelopeText } from '../../../src/core/engine/events/append.ts'
import { newDelivery } from '../../../src/core/features/webhooks/delivery/fan-out.ts'
import { dayMs, minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { silentLog } from '../../../src/core/ports/system.ts'

const [data, count] = process.argv.slice(2)
const settings = await readSettings(data!, {}, {})
const instance = await openInstance(data!, settings, silentLog)
const { services } = instance.core
const { store, ids } = services
const endpoints = await store.read((rows) => rows.webhookEndpoints.find(everyone, {}))
const { organisationId } = endpoints[0]!
const total = Number(count)
const chunk = 1000
for (let from = 0; from < total; from += chunk) {
  await store.write(async (rows) => {
    const now = services.clock.now()
    const size = Math.min(chunk, total - from)
    const counter = await rows.counters.add(
      { id: `events|${organisationId}`, organisationId, value: 0 },
      { value: size },
    )
    const events = Array.from({ length: size }, (_, index) => {
      const postflowId = endpoints[index % endpoints.length]!.onlyPostflowId
      const itemId = ids.next('itm')
      const event = {
        ...{ id: ids.next('evt'), organisationId, mode: 'test' as const, type: 'item.created' },
        ...{ itemId, postflowId, postbatchId: null, runId: null },
        ...{ createdAt: now - minuteMs, expiresAt: now + dayMs },
        sequence: counter.value - size + index + 1,
      }
      return {
        ...event,
        body: envelopeText(event, { item: { id: itemId, postflowId, status: 'CREATED' } }),
      }
    })
    await rows.events.insertMany(events)
    await rows.webhookDeliveries.insertMany(
      events.map((event, index) => ({
        ...newDelivery(services, endpoints[index % endpoints.length]!, event, 'EVENT'),
        attempts: [
          {
            ...{ at: now - minuteMs - 1000, durationMs: 12, status: 503, error: null, detail: null },
            responseBody: 'Service Unavailable',
          },
        ],
        attemptCount: 1,
        firstAttemptAt: now - minuteMs - 1000,
        nextAttemptAt: now - 1000,
        undelivered: 'http_status' as const,
      })),
    )
  })
}
process.exit()
