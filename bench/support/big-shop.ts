import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../../bin/cli/settings.ts'
import { openInstance } from '../../bin/instance/open.ts'
import type { Core } from '../../src/core/app/index.ts'
import { createKey } from '../../src/core/features/developers/keys.ts'
import { createOrganisation } from '../../src/core/features/organisations/manage.ts'
import { setRateLimits } from '../../src/core/features/organisations/rate-limits.ts'
import { seedOrganisation } from '../../src/core/features/seed/seed.ts'
import { dayIn, dayMs } from '../../src/core/kernel/time.ts'
import { silentLog } from '../../src/core/ports/system.ts'
import { giveReturnAddress, liveTarget } from '../../test/support/ready-for-live.ts'

export interface BenchShop {
  core: Core
  organisationId: string
  postflowId: string
  /** Calls an operation with the test key, like HTTP. */
  call<T>(operation: string, query?: string, body?: unknown): Promise<T>
  /** Creates items concurrently and returns the rate per second. */
  createItems(count: number, atOnce: number): Promise<number>
}

const recipients = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../examples/recipients.json'), 'utf8')) as {
    expect: string
    recipient: Record<string, string>
    data: Record<string, string>
  }[]
).filter(({ expect }) => expect === 'printed')

/** Opens an instance on its own folder with a seeded organisation, without server and ticker. */
export const openBench = async (dataDir: string): Promise<BenchShop> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const settings = await readSettings(dataDir, { 'base-url': 'http://mail.example' }, {})
  const { core } = await openInstance(dataDir, settings, silentLog)
  const { services } = core
  const { id: organisationId } = await createOrganisation(services, { name: 'Bench' })
  await setRateLimits(services, organisationId, { itemCreate: 1_000_000, general: 1_000_000 })
  await giveReturnAddress(services, { id: organisationId, name: 'Bench' })
  await seedOrganisation(services, organisationId, liveTarget)
  while ((await core.scheduler.tick()).ran > 0);
  const { key } = await createKey(services, { organisationId, mode: 'test', scopes: 'all' })
  const call = async <T>(id: string, query = '', body?: unknown): Promise<T> => {
    const answer = await core.call({
      operation: (await core.registry.get(id))!,
      params: {},
      query: [...new URLSearchParams(query)],
      body: async () => body,
      headers: { authorization: `Bearer ${key}` },
      requestId: 'req_bench',
    } as Parameters<Core['call']>[0])
    if (answer.status >= 400) throw new Error(`${id}: ${JSON.stringify(answer.body)}`)
    JSON.stringify(answer.body)
    return answer.body as T
  }
  const { data } = await call<{ data: { id: string }[] }>('postflows.list', 'filter[status]=ACTIVE')
  const postflowId = data[0]!.id
  let made = 0
  return {
    core,
    organisationId,
    postflowId,
    call,
    async createItems(count, atOnce) {
      const started = performance.now()
      let left = count
      const lane = async () => {
        while (left-- > 0) {
          const { recipient, data } = recipients[made++ % recipients.length]!
          await call('items.create', '', {
            postflowId,
            recipient: { ...recipient, houseNumber: String(made) },
            data,
          })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
      return count / ((performance.now() - started) / 1000)
    },
  }
}

/**
 * Inserts items spread over `days` days through the store: copies of one real item, each with its own id,
 * name, tracking code and time.
 */
export const fill = async (shop: BenchShop, count: number, days: number): Promise<void> => {
  const { services } = shop.core
  await shop.createItems(1, 1)
  const [model] = await services.store.read((rows) =>
    rows.items.find({ organisationId: shop.organisationId, mode: 'test' }, {}, { limit: 1 }),
  )
  const first = services.clock.now() - (days - 1) * dayMs
  const names = recipients.map(({ recipient }) => recipient.name ?? recipient.companyName ?? 'x')
  const chunk = 2000
  for (let from = 0; from < count; from += chunk) {
    await services.store.write(async (rows) => {
      const copies = Array.from({ length: Math.min(chunk, count - from) }, (_, index) => {
        const n = from + index
        const createdAt = first + Math.floor((n / count) * (days - 1) * dayMs)
        return {
          ...model!,
          id: services.ids.next('itm'),
          recipientName: `${names[n % names.length]} ${(n * 7919) % count}`,
          recipient: { ...model!.recipient, name: `${names[n % names.length]} ${(n * 7919) % count}` },
          trackingCode: `BENCH${n}`,
          addressKey: `bench ${n}`,
          duplicateKey: `bench ${n}`,
          runId: null,
          status: 'COMPLETED' as const,
          history: [
            { status: 'CREATED' as const, at: createdAt },
            { status: 'COMPLETED' as const, at: createdAt },
          ],
          createdDay: dayIn('UTC', createdAt),
          createdAt,
          updatedAt: createdAt + ((n * 31) % 1000),
        }
      })
      await rows.items.insertMany(copies)
    })
  }
}
