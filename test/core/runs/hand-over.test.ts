import { describe, expect, test } from 'vitest'
import { createMemoryBlobs } from '../../../src/adapters/memory/blobs.ts'
import type { PrinterFault } from '../../../src/adapters/memory/print-partner.ts'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import type { Services } from '../../../src/core/engine/services.ts'
import { steer } from '../../../src/core/features/runs/command-line.ts'
import { requestHandOver, retryRun as retry } from '../../../src/core/features/runs/operating.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import type { ItemRow } from '../../../src/core/model/items.ts'
import type { Store, Writer } from '../../../src/core/ports/store.ts'
import { overriding } from '../../../src/testing/lettershop.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { deferred } from '../../support/webhooks.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

const retryRun = (services: Services, id: string) => steer(services, id, retry)
const resolveUncertain = (services: Services, id: string, answer: 'delivered' | 'absent') =>
  steer(services, id, (move, run) => requestHandOver(move, run, answer === 'delivered'))

/** Returns a shop with one run at its cutoff, whose printer has the fault. */
const atCutoff = async (fault: PrinterFault): Promise<MailShop> => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  await shop.post()
  shop.printers.live.script(fault)
  await shop.advance(cutoff)
  return shop
}

/** Advances minute by minute, so that failures wait and are retried. */
const pass = async (shop: MailShop, minutes: number): Promise<void> => {
  for (let minute = 0; minute < minutes; minute++) await shop.advance(minuteMs)
}

const handedOver = async (shop: MailShop) =>
  (await shop.events()).filter((type) => type === 'run.handed_to_printer').length
const statuses = async (shop: MailShop) => (await shop.items()).map((item) => item.status)

describe('a printer folder that vanished', () => {
  test('makes the run wait with a reason, and it resumes automatically when the folder is back', async () => {
    const shop = await atCutoff({ kind: 'unavailable', reason: 'The printer’s folder does not exist.' })
    const [waiting] = await shop.runs()
    expect(waiting).toMatchObject({ status: 'RENDERED', uncertain: false })
    expect(waiting!.reason).toContain('The printer’s folder does not exist.')
    await pass(shop, 30)
    expect(await shop.runs()).toMatchObject([{ status: 'RENDERED' }])
    expect(await statuses(shop)).toEqual(['SCHEDULED', 'SCHEDULED'])
    shop.printers.live.script()
    await shop.advance(minuteMs)
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', reason: null }])
    expect(await statuses(shop)).toEqual(['IN_PRODUCTION', 'IN_PRODUCTION'])
    expect(await handedOver(shop)).toBe(1)
    expect((await shop.events()).filter((type) => type === 'run.rendered')).toHaveLength(1)
  })

  test('is retried immediately on the operator’s request', async () => {
    const shop = await atCutoff({ kind: 'unavailable', reason: 'Gone.' })
    await pass(shop, 10)
    shop.printers.live.script()
    const [run] = await shop.runs()
    await retryRun(shop.services, run!.id)
    await shop.settle()
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER' }])
  })
})

describe('an interrupted hand-over', () => {
  test.each([
    ['in the middle of the package is handed over again', 'crash_before'],
    ['after the package arrived is not handed over again', 'crash_after'],
  ] as const)('%s', async (_rule, kind) => {
    const shop = await atCutoff({ kind })
    expect(await shop.runs()).toMatchObject([{ status: 'HANDING_OVER', uncertain: false }])
    await shop.advance(minuteMs)
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', uncertain: false }])
    expect(shop.printers.live.packages.size).toBe(1)
    expect(await handedOver(shop)).toBe(1)
    expect(await statuses(shop)).toEqual(['IN_PRODUCTION', 'IN_PRODUCTION'])
  })

  test('waits while its arrival can’t be checked, and is not repeated', async () => {
    const shop = await atCutoff({ kind: 'crash_after' })
    const { find } = shop.printers.live
    shop.services.printPartners.live.find = async () => {
      throw new Error('Is the share mounted?')
    }
    await pass(shop, 2)
    const reason = expect.stringContaining('share')
    expect(await shop.runs()).toMatchObject([{ status: 'HANDING_OVER', uncertain: false, reason }])
    shop.services.printPartners.live.find = find
    await pass(shop, 5)
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', reason: null }])
    expect(shop.printers.live.packages.size).toBe(1)
  })

  test('is uncertain if the package is gone: it stops and prints nothing automatically', async () => {
    const shop = await atCutoff({ kind: 'lost' })
    await pass(shop, 30)
    const [run] = await shop.runs()
    expect(run).toMatchObject({ status: 'HANDING_OVER', uncertain: true })
    expect(run!.reason).toContain('It is not known')
    expect(await statuses(shop)).toEqual(['SCHEDULED', 'SCHEDULED'])
    await expect(retryRun(shop.services, run!.id)).rejects.toMatchObject({ code: 'invalid_state' })
  })

  test('continues without a second package if the operator found it at the printer', async () => {
    const shop = await atCutoff({ kind: 'lost' })
    await pass(shop, 30)
    const [run] = await shop.runs()
    let packages = 0
    const { handOver } = shop.printers.live
    shop.services.printPartners.live.handOver = (request) => {
      packages++
      return handOver(request)
    }
    await resolveUncertain(shop.services, run!.id, 'delivered')
    await shop.settle()
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', uncertain: false }])
    expect(await statuses(shop)).toEqual(['IN_PRODUCTION', 'IN_PRODUCTION'])
    expect(packages).toBe(0)
  })

  test('is repeated if the operator found nothing at the printer', async () => {
    const shop = await atCutoff({ kind: 'lost' })
    await pass(shop, 30)
    const [run] = await shop.runs()
    await resolveUncertain(shop.services, run!.id, 'absent')
    await shop.settle()
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', uncertain: false }])
    await expect(resolveUncertain(shop.services, run!.id, 'absent')).rejects.toThrow('HANDED_TO_PRINTER')
  })
})

describe('a step that keeps failing', () => {
  test('during rendering: the run fails with the reason, and is retried once the cause is corrected', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    const { renderPart } = shop.renderer
    shop.renderer.renderPart = async () => {
      throw new Error('The font file is damaged.')
    }
    await shop.advance(cutoff)
    expect(await shop.runs()).toMatchObject([
      { status: 'RENDERING', reason: expect.stringContaining('font file') },
    ])
    await pass(shop, 30)
    const [run] = await shop.runs()
    expect(run).toMatchObject({ status: 'FAILED', reason: 'The font file is damaged.' })
    expect(await shop.item(id)).toMatchObject({ status: 'SCHEDULED' })
    shop.renderer.renderPart = renderPart
    await retryRun(shop.services, run!.id)
    await shop.settle()
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', reason: null }])
    expect((await shop.events()).filter((type) => type.startsWith('run.'))).toEqual([
      'run.cutoff_reached',
      'run.rendered',
      'run.handed_to_printer',
    ])
  })

  test('during hand-over, with nothing at the printer: the run fails and is retried from there', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post()
    const { handOver } = shop.printers.live
    shop.services.printPartners.live.handOver = async () => {
      throw new Error('The share refuses the password.')
    }
    await shop.advance(cutoff)
    await pass(shop, 30)
    const [run] = await shop.runs()
    expect(run).toMatchObject({
      status: 'FAILED',
      uncertain: false,
      reason: 'The share refuses the password.',
    })
    shop.services.printPartners.live.handOver = handOver
    await retryRun(shop.services, run!.id)
    await shop.settle()
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER' }])
    expect(shop.printers.live.packages.size).toBe(1)
  })
})

describe('a server that slept past its lease', () => {
  test('adds nothing to a run that another one renders, and no piece is missing from the package', async () => {
    const blobs = createMemoryBlobs()
    const memory = createMemoryStore()
    const sleep = deferred<void>()
    /** True once a piece has its sequence; the next write adds its part to the run. */
    let isPlaced = false
    let isAsleep = false
    const store: Store = {
      ...memory,
      async write(body) {
        if (isPlaced && !isAsleep) {
          isAsleep = true
          await sleep.promise
        }
        return memory.write((rows) => body(overriding(rows, { items: noticing(rows.items) })))
      },
    }
    const noticing = (items: Writer<ItemRow>) =>
      overriding(items, {
        update(scope, id, patch, expected) {
          if (patch.sequence) isPlaced = true
          return items.update(scope, id, patch, expected)
        },
      })
    const shop = await createMailShop({ clock: before, config: { itemsPerPart: 1 }, ports: { blobs, store } })
    for (let count = 0; count < 3; count++) await shop.post()
    const sleeper = shop.advance(cutoff)
    while (!isAsleep) await new Promise((resolve) => setImmediate(resolve))
    // The sleeper wakes when the other server has rendered all parts and is about to mark the run rendered.
    const { size } = shop.services.blobs
    shop.services.blobs.size = async (key) => {
      shop.services.blobs.size = size
      sleep.resolve()
      await sleeper
      return size(key)
    }
    await shop.advance(6 * minuteMs)
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', itemCount: 3 }])
    const files = [...shop.printers.live.packages.values()].flat().map(({ name }) => name)
    expect(files.filter((name) => /_00\d\.pdf$/.test(name))).toHaveLength(3)
  })
})
