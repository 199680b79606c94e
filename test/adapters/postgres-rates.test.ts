import { expect, test } from 'vitest'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { minuteMs } from '../../src/core/kernel/time.ts'
import { migratedDatabase } from '../support/postgres/database.ts'
import { wireTo } from '../support/postgres/wire.ts'

test('a refused caller is refused for the rest of the minute without a database query', async () => {
  const wire = await wireTo(await migratedDatabase())
  const store = await createPostgresStore({ url: wire.url, connections: 2 })
  try {
    const noon = Date.parse('2026-01-05T12:00:00Z')
    const hit = async (key: string, limit: number, now: number) => {
      wire.turns()
      const { allowed, resetSeconds } = await store.rateCounter.hit(key, limit, now)
      return { allowed, resetSeconds, queried: wire.turns() > 0 }
    }
    const counted = { allowed: true, queried: true }
    expect(await hit('anna', 2, noon)).toMatchObject(counted)
    expect(await hit('anna', 2, noon)).toMatchObject(counted)
    expect(await hit('anna', 2, noon)).toMatchObject({ allowed: false, queried: true })
    expect(await hit('anna', 2, noon + 20_000)).toEqual({ allowed: false, resetSeconds: 40, queried: false })
    // A cached refusal does not apply to another caller, a raised limit, the next minute or a clock set back.
    expect(await hit('bram', 2, noon)).toMatchObject(counted)
    expect(await hit('anna', 5, noon)).toMatchObject(counted)
    expect(await hit('anna', 2, noon + minuteMs)).toMatchObject(counted)
    expect(await hit('anna', 0, noon + minuteMs)).toMatchObject({ allowed: false, queried: true })
    expect(await hit('anna', 2, noon - 60 * minuteMs)).toMatchObject(counted)
  } finally {
    await store.close()
    await wire.close()
  }
})
