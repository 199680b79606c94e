import { beforeEach, expect, test } from 'vitest'
import { packageRun } from '../../../src/core/features/runs/command-line.ts'
import { packageSums } from '../../../src/core/features/runs/package/package.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { nameSeller } from '../../support/billing.ts'
import { type File, importChanged } from '../../support/catalogue.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { before, cutoff, filesOf, textOf } from '../../support/packages.ts'

let shop: MailShop
beforeEach(async () => {
  shop = await createMailShop({ clock: before, config: { baseUrl: 'https://mail.example' } })
  await shop.post()
})

const dayOf = (files: Map<string, Uint8Array>) =>
  /Required="([^"]*)"/.exec(textOf(files, 'ticket.xjdf'))![1]!.slice(0, 10)

/** Returns the files of the run's package, created again. */
const writtenNow = async (): Promise<Map<string, Uint8Array>> => {
  const [run] = await shop.runs()
  const files = new Map<string, Uint8Array>()
  for await (const { name, content } of await packageRun(shop.services, run!.id)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    files.set(name, Buffer.concat(chunks))
  }
  return files
}

const handed = async () => filesOf(shop.printers.live, (await shop.runs())[0]!.id)

/** Adds a closing day to every calendar of the catalogue. */
const close = (day: string) =>
  importChanged(shop.services, (file) => {
    for (const calendar of file.calendars) calendar.closedOn = [...(calendar.closedOn ?? []), day]
  })

const changes: [string, () => Promise<unknown>][] = [
  ['the print shop closes on another day', () => close('2026-01-06')],
  [
    'the customer was renamed',
    () =>
      shop.services.store.write((rows) =>
        rows.organisations.update(everyone, shop.organisation.id, { name: 'Brood & Co' }),
      ),
  ],
  ['the contact changed', () => nameSeller(shop, { name: 'De Pers', email: 'pers@example.nl' })],
  [
    'the product was renamed',
    () =>
      importChanged(shop.services, (file) => {
        for (const product of file.products) product.name = `New ${(product as File).name}`
      }),
  ],
  [
    'the server has another URL',
    async () => void Object.assign(shop.services.config, { baseUrl: 'https://post.example' }),
  ],
]

test.each(changes)(
  'a package is written again as its printer received it, although %s',
  async (_what, change) => {
    await shop.advance(cutoff)
    const first = await handed()
    await change()
    const again = await writtenNow()
    expect([...again.keys()]).toEqual([...first.keys()])
    for (const name of first.keys()) expect(textOf(again, name), name).toBe(textOf(first, name))
  },
)

test('checksums are computed from the package if an operator reports that the printer has it', async () => {
  shop.printers.live.script({ kind: 'lost' })
  await shop.advance(cutoff)
  for (let minute = 0; minute < 30; minute++) await shop.advance(minuteMs)
  const [run] = await shop.runs()
  expect(run).toMatchObject({ status: 'HANDING_OVER', uncertain: true })
  const sums = textOf(await writtenNow(), 'SHA256SUMS')
  await close('2026-01-06')
  expect(await packageSums(shop.services, run!)).toBe(sums)
})

test('a printer that was unavailable gets current facts when it accepts the run', async () => {
  shop.printers.live.script({ kind: 'unavailable', reason: 'Out of paper.' })
  await shop.advance(cutoff)
  expect(dayOf(await writtenNow())).toBe('2026-01-06')
  await close('2026-01-06')
  shop.printers.live.script()
  await shop.advance(minuteMs)
  expect(dayOf(await handed())).toBe('2026-01-07')
})

test('a remake has the day of its run', async () => {
  await shop.advance(cutoff)
  const [run] = await shop.runs()
  await close('2026-01-06')
  const session = await shop.portal({ operator: true, organisationId: shop.organisation.id })
  const requested = await shop.call('runs.remake', {
    session,
    organisationId: shop.organisation.id,
    params: { id: run!.id },
    body: { ranges: [{ from: 1, to: 1 }] },
  })
  expect(requested.status).toBe(201)
  await shop.advance(minuteMs)
  const remake = [...shop.printers.live.packages.keys()].find((id) => id !== run!.id)!
  expect(dayOf(filesOf(shop.printers.live, remake))).toBe('2026-01-06')
})
