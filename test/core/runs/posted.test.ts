import { beforeEach, describe, expect, test } from 'vitest'
import { markDigest } from '../../../src/core/features/runs/rendering/part.ts'
import { markText, runCodeOf } from '../../../src/core/template/sheet-mark.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

let shop: MailShop
let key: string
beforeEach(async () => {
  shop = await createMailShop({ clock: before })
  key = await shop.key('live', ['runs.manage'])
  for (let n = 0; n < 3; n++) await shop.post()
  await shop.advance(cutoff)
})

const posted = async (codes?: string[]) => {
  const [run] = await shop.runs()
  return shop.call('runs.posted', { key, params: { id: run!.id }, body: codes ? { codes } : {} })
}
const statuses = async () => (await shop.items()).map(({ status }) => status).sort()

describe('mail printed here is recorded as posted', () => {
  test('as a whole run, once', async () => {
    expect((await posted()).body).toMatchObject({
      posted: 3,
      remaining: 0,
      run: { status: 'HANDED_TO_CARRIER' },
    })
    await shop.settle()
    expect(await statuses()).toEqual(Array(3).fill('HANDED_TO_CARRIER'))
    expect((await posted()).body).toMatchObject({ posted: 0, remaining: 0 })
  })

  test('piece by piece as scanned; the last one posts the run', async () => {
    const [first, second, third] = await shop.items()
    const address = `HTTPS://MAIL.EXAMPLE/Q/${first!.trackingCode}`
    expect((await posted([address])).body).toMatchObject({ posted: 1, remaining: 2 })
    expect((await posted([first!.id, second!.trackingCode!])).body).toMatchObject({ posted: 1, remaining: 1 })
    expect((await shop.runs())[0]).toMatchObject({ status: 'HANDED_TO_PRINTER' })
    expect((await posted([third!.id])).body).toMatchObject({
      posted: 1,
      remaining: 0,
      run: { status: 'HANDED_TO_CARRIER' },
    })
    await shop.settle()
    expect(await statuses()).toEqual(Array(3).fill('HANDED_TO_CARRIER'))
    const handedOver = (await shop.events()).filter((type) => type === 'item.handed_to_carrier')
    expect(handedOver).toHaveLength(3)
  })

  test('by a sheet’s own mark', async () => {
    const [first] = await shop.items()
    const item = first!.trackingCode!
    const mark = { run: runCodeOf(first!.runId!), sequence: 1, item, sheet: 1, sheets: 1, isEnd: true }
    expect((await posted([markText(mark, markDigest(shop.services.crypto))])).body).toMatchObject({
      posted: 1,
      remaining: 2,
    })
  })

  test('but not by a code of no piece of the run, which is refused with its place', async () => {
    const [first] = await shop.items()
    const { status, body } = await posted([first!.id, 'NOBODY'])
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ parameter: 'codes[1]' }],
    })
    expect(await statuses()).toEqual(Array(3).fill('IN_PRODUCTION'))
  })
})
