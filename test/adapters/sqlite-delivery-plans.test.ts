import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Statement } from '../../src/adapters/sql/statement.ts'
import { openConnection } from '../../src/adapters/sqlite/connection.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { ConnectionSession, writerRows } from '../../src/adapters/sqlite/session.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { Capacity } from '../../src/core/features/webhooks/delivery/capacity.ts'
import { claimDue } from '../../src/core/features/webhooks/delivery/claim.ts'
import { findDue, nextDueAt, sending } from '../../src/core/features/webhooks/delivery/due.ts'
import {
  bringForward,
  countWaiting,
  firstCursor,
} from '../../src/core/features/webhooks/delivery/recovery.ts'
import { holdPending, releaseMissed } from '../../src/core/features/webhooks/endpoints/endpoint-state.ts'
import { everyone, type WritableRows } from '../../src/core/ports/store.ts'
import { createTestShop } from '../support/shop.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { emitEvents, register } from '../support/webhooks.ts'

const folder = temporaryFolder()

/** Query plans of statements that read or change deliveries of an organisation with waiting deliveries. */
const plansOf = async (
  name: string,
  body: (rows: WritableRows, services: Services) => Promise<unknown>,
  of: 'changes' | 'lookups' = 'changes',
) => {
  const file = join(folder, `${name}.db`)
  const store = await createSqliteStore({ file })
  const connection = openConnection(await loadDriver(), file, { readOnly: false })
  onTestFinished(async () => {
    connection.close()
    await store.close()
  })
  const shop = await createTestShop({ ports: { store } })
  await register(shop)
  await emitEvents(shop, 3)

  const statements = new Set<string>()
  class Recording extends ConnectionSession {
    override run(statement: Statement, values: readonly unknown[]) {
      if (of === 'changes') statements.add(statement.sql)
      return super.run(statement, values)
    }
    override all(statement: Statement, values: readonly unknown[]) {
      if (of === 'lookups' && statement.sql.includes('from "webhook_deliveries"'))
        statements.add(statement.sql)
      return super.all(statement, values)
    }
  }
  const rows = writerRows(new Recording(connection))
  const write = <T>(work: (rows: WritableRows) => Promise<T>) => work(rows)
  await body(rows, { ...shop.services, store: { ...shop.services.store, write } })
  return [...statements].map((sql) =>
    connection
      .query(`explain query plan ${sql.replaceAll('?', "'1'")}`)
      .map(({ detail }) => String(detail))
      .join('; '),
  )
}

const byIds =
  /^SEARCH webhook_deliveries USING (?:COVERING )?INDEX sqlite_autoindex_webhook_deliveries_1 \(id=\?\)/

it('a claim finds its deliveries by id, however many others wait', async () => {
  const plans = await plansOf('claim', async (_rows, services) => {
    const capacity = new Capacity(services.config)
    expect((await claimDue(services, () => capacity, '')).claims).toHaveLength(3)
  })
  expect(plans).toEqual([expect.stringMatching(byIds)])
})

it('deliveries that are due are looked up by time, and endpoint by endpoint where some endpoint is at its limit', async () => {
  const plans = await plansOf(
    'lookups',
    async (rows, { clock, config }) => {
      const now = clock.now()
      const crowded = new Capacity(config)
      vi.spyOn(crowded, 'isCrowded', 'get').mockReturnValue(true)
      await findDue(rows, new Capacity(config), now, 10, '')
      await findDue(rows, crowded, now, 10, '')
      await nextDueAt(rows, new Capacity(config), now)
      await nextDueAt(rows, crowded, now)
      await rows.webhookDeliveries.find(everyone, sending)
    },
    'lookups',
  )
  const byTime = 'SEARCH webhook_deliveries USING INDEX webhook_deliveries_status_nextAttemptAt'
  const byEndpoint =
    'SEARCH webhook_deliveries USING INDEX webhook_deliveries_status_endpointId_nextAttemptAt'
  expect(plans).toEqual([
    `${byTime} (status=? AND nextAttemptAt<?)`,
    `${byEndpoint} (status=? AND endpointId>?)`,
    `${byEndpoint} (status=? AND endpointId=? AND nextAttemptAt<?)`,
    `${byEndpoint} (status=? AND endpointId>? AND endpointId<?)`,
    ...Array.from({ length: 3 }, () => `${byTime} (status=? AND nextAttemptAt>?)`),
  ])
})

it('deliveries of an endpoint are held and released by id, however many others wait', async () => {
  const plans = await plansOf('move', async (rows, services) => {
    const [endpoint] = await rows.webhookEndpoints.find(everyone, {})
    expect(await holdPending(rows, endpoint!)).toBe(3)
    expect(await releaseMissed(services, rows, endpoint!, services.clock.now())).toBe(3)
  })
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).toMatch(byIds)
})

/** Makes all deliveries wait for their second attempt, and brings them forward. */
const retried = async (rows: WritableRows, services: Services) => {
  const [endpoint] = await rows.webhookEndpoints.find(everyone, {})
  const now = services.clock.now()
  const later = { nextAttemptAt: now + 1, undelivered: 'http_status' } as const
  for (const { id } of await rows.webhookDeliveries.find(everyone, {})) {
    await rows.webhookDeliveries.update(everyone, id, later)
  }
  expect(await countWaiting(rows, endpoint!, now)).toEqual({ count: 3, underWay: 0 })
  expect(await bringForward(services, rows, endpoint!, now, firstCursor)).toBeUndefined()
  expect(await countWaiting(rows, endpoint!, now)).toEqual({ count: 0, underWay: 3 })
}

it('waiting deliveries are brought forward by id', async () => {
  const plans = await plansOf('retry', retried)
  for (const plan of plans) expect(plan).toMatch(byIds)
})

it('deliveries to bring forward are looked up by endpoint', async () => {
  const plans = await plansOf('retry-lookups', retried, 'lookups')
  // The first is the look-up of the organisation's deliveries.
  const byTime =
    'webhook_deliveries_status_endpointId_nextAttemptAt (status=? AND endpointId=? AND nextAttemptAt'
  const byAge = 'webhook_deliveries_endpointId_status_createdAt (endpointId=? AND status=?'
  expect(plans.slice(1)).toEqual([
    ...[`${byTime}>?)`, `${byTime}<?)`, `${byAge})`].map(
      (index) => `SEARCH webhook_deliveries USING INDEX ${index}`,
    ),
    // Rows are counted in the index before they are read through it.
    `CO-ROUTINE found; SEARCH webhook_deliveries USING COVERING INDEX ${byAge}); SCAN found`,
    `SEARCH webhook_deliveries USING INDEX ${byAge} AND (createdAt,id)>(?,?))`,
  ])
})
