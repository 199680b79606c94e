import { expect, test } from 'vitest'
import { holdPrinting } from '../../../src/core/features/printers/printing-hold.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { noPrinter, noPrinterReason } from '../../../src/core/ports/print-partner.ts'
import { createMemoryPrintPartner } from '../../../src/memory.ts'
import { createItemShop } from '../../support/items.ts'
import { createMailShop } from '../../support/mail.ts'
import { createPostbatchShop, people } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'
const withoutPrinter = () => ({
  printPartners: { live: noPrinter, test: createMemoryPrintPartner({ name: 'simulated' }) },
})

test('without a printer a live run is rendered and waits; with one it is handed over', async () => {
  const ports = withoutPrinter()
  const shop = await createMailShop({ clock: before, ports })
  const { id } = await shop.post()
  await shop.advance(cutoff)
  for (let minute = 0; minute < 3; minute++) await shop.advance(minuteMs)
  const [run] = await shop.runs()
  expect(run).toMatchObject({ status: 'RENDERED', handedToPrinterAt: null, uncertain: false })
  expect(run!.reason).toContain(noPrinterReason)
  expect(await shop.events(id)).not.toContain('item.in_production')
  const printer = createMemoryPrintPartner()
  shop.services.printPartners.live = printer
  await shop.advance(2 * minuteMs)
  expect((await shop.runs())[0]).toMatchObject({ status: 'HANDED_TO_PRINTER', reason: null })
  expect(printer.packages.size).toBe(1)
})

test('test runs need no printer', async () => {
  const shop = await createMailShop({ clock: before, ports: withoutPrinter() })
  await shop.post({ mode: 'test' })
  await shop.advanceTestClock(cutoff)
  expect((await shop.items()).map(({ status }) => status)).toEqual(['IN_PRODUCTION'])
})

test('every live quote shows that there is no printer, and can be approved', async () => {
  const shop = await createPostbatchShop({ ports: withoutPrinter() })
  const id = await shop.validated(people(2))
  const { body } = await shop.call('postbatches.quote', { params: { id } })
  expect(body.waits).toMatchObject([{ code: 'no_live_printer', severity: 'warning' }])
  expect((await shop.step('postbatches.approve', id)).status).toBe('APPROVED')
})

test('the quote of a test mailing shows this for the live one, to users', async () => {
  const shop = await createPostbatchShop({ ports: withoutPrinter() })
  const key = shop.keys.test
  const id = await shop.draft(people(2), {}, key)
  await shop.step('postbatches.validate', id, { key })
  const session = await shop.portal()
  const { body } = await shop.call('postbatches.quote', { session, mode: 'test', params: { id } })
  expect(body).toMatchObject({ waits: [], beforeLive: { waits: [{ code: 'no_live_printer' }] } })
})

test('a quote shows that printing is held, and nothing if mail is printed', async () => {
  const shop = await createPostbatchShop()
  const id = await shop.validated(people(2))
  const waits = async () => (await shop.call('postbatches.quote', { params: { id } })).body.waits
  expect(await waits()).toEqual([])
  await shop.services.store.write((rows) => holdPrinting(rows, { since: 0, reason: 'The press is down.' }))
  expect(await waits()).toMatchObject([{ code: 'live_printing_held' }])
})

test.each([
  ['live', ['no_live_printer']],
  ['test', []],
] as const)(
  'the validation of an item in %s mode shows with its price why it would wait',
  async (mode, codes) => {
    const shop = await createItemShop({ ports: withoutPrinter() })
    const key = shop.keys[mode]
    const postflowId = mode === 'live' ? shop.postflowId : await shop.postflow({}, key)
    const body = { postflowId, recipient: zoe, data: { firstName: 'Zoë' } }
    const tried = await shop.call('items.validate', { key, body })
    expect(tried.status).toBe(200)
    expect(tried.body.waits.map(({ code }: { code: string }) => code)).toEqual(codes)
  },
)
