import { beforeEach, describe, expect, test } from 'vitest'
import { createRowJournal } from '../../../src/core/features/printers/journal.ts'
import { holdPrinting, resumePrinting } from '../../../src/core/features/printers/printing-hold.ts'
import { markDigest } from '../../../src/core/features/runs/rendering/part.ts'
import { remakeId } from '../../../src/core/model/runs.ts'
import { AnotherAttempt } from '../../../src/core/ports/print-partner.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { markText, readMark, runCodeOf } from '../../../src/core/template/sheet-mark.ts'
import { filesOf, manifestOf, textOf } from '../../support/packages.ts'
import { createRemakeShop, type RemakeShop } from '../../support/remakes.ts'
import { uploaded } from '../../support/uploads.ts'

const hold = { reason: 'Restored.', since: 0 }

let shop: RemakeShop
let key: string
let runId: string
beforeEach(async () => {
  shop = await createRemakeShop()
  key = shop.operator
  runId = shop.runId
})

const remake = (body: unknown) => shop.remake(body)
const remakes = () => shop.remakes()
const handOver = (number: number, body?: unknown) => shop.handOver(number, body)
const inOrder = () => shop.inOrder()
const packageOf = (number: number) => filesOf(shop.printers.live, shop.packagesOf(number)[0]!)
const money = async () =>
  shop.services.store.read(async (rows) => {
    const account = (await rows.accounts.get(everyone, shop.organisation.id))!
    return account.balanceCents - account.reservedCents
  })

describe('spoiled pieces are printed again', () => {
  test('by a range of positions: the same items at the same positions, in their own package', async () => {
    const [start, first] = [await money(), await inOrder()]
    const answer = await remake({
      ranges: [
        { from: 2, to: 3 },
        { from: 5, to: 5 },
      ],
      reason: 'Jam in the folder.',
    })
    expect(answer).toMatchObject({
      status: 201,
      body: { runId, number: 1, status: 'WAITING', sequences: [2, 3, 5], itemCount: 3 },
    })
    await shop.settle()
    expect(await remakes()).toMatchObject([{ number: 1, status: 'HANDED_TO_PRINTER', partner: 'folder' }])
    const manifest = manifestOf(packageOf(1))
    expect(manifest.run.id).toBe(runId)
    expect(manifest.remake).toMatchObject({ number: 1, reason: 'Jam in the folder.', sequences: [2, 3, 5] })
    expect(manifest.items.map(({ id, sequence }) => [id, sequence])).toEqual(
      [2, 3, 5].map((sequence) => [first[sequence - 1]!.id, sequence]),
    )
    // Each piece is printed as in the run; only the file and the marks differ.
    const own = manifestOf(filesOf(shop.printers.live, runId)).items
    for (const { sequence, addressLines, trackingUrl, sha256, tray } of manifest.items)
      expect(own[sequence - 1]).toMatchObject({ addressLines, trackingUrl, sha256, tray })
    expect(await money()).toBe(start)
    expect((await inOrder()).map(({ status }) => status)).toEqual(Array(5).fill('IN_PRODUCTION'))
    expect(await shop.items()).toHaveLength(5)
  })

  test('marked as a remake in file name, tickets, history and event', async () => {
    await remake({ ranges: [{ from: 2, to: 3 }] })
    await shop.settle()
    const files = packageOf(1)
    expect([...files.keys()]).toContain(`${runId}_remake_01.pdf`)
    expect(textOf(files, 'ticket.txt')).toContain('REMAKE 1: REPLACES SPOILED PIECES')
    expect(textOf(files, 'ticket.txt')).toContain('pieces 2 to 3')
    const xjdf = textOf(files, 'ticket.xjdf')
    expect(xjdf).toContain(`JobID="${runId}" JobPartID="REMAKE_1"`)
    expect(xjdf).toContain('DescriptiveName="REMAKE 1: ')
    const own = textOf(filesOf(shop.printers.live, runId), 'ticket.xjdf')
    expect(own).not.toContain('REMAKE')
    const { body } = await shop.call('runs.history', { key, params: { id: runId } })
    expect(body.remakes).toMatchObject([{ number: 1, pieces: 2 }])
    expect(body.data.at(-1).status).toBe('HANDED_TO_PRINTER')
    expect((await shop.events()).filter((type) => type === 'run.remade')).toHaveLength(1)
  })

  test('marked on every sheet, for inserters', async () => {
    await remake({ ranges: [{ from: 4, to: 4 }] })
    await shop.settle()
    const marks = shop.renderer.rendered
      .filter(({ sequence }) => sequence === 4)
      .map(({ marks }) => readMark(marks![0]!))
    expect(marks).toMatchObject([
      { sequence: 4, isEnd: true, isRemake: false },
      { sequence: 4, isEnd: true, isRemake: true },
    ])
  })

  test('by any scanned code', async () => {
    const [first, second, third] = await inOrder()
    const mark = {
      run: runCodeOf(runId),
      sequence: 1,
      item: first!.trackingCode,
      sheet: 1,
      sheets: 1,
    }
    const answer = await remake({
      codes: [
        markText(mark, markDigest(shop.services.crypto)),
        `HTTPS://MAIL.EXAMPLE/Q/${second!.trackingCode}`,
        third!.id,
        first!.trackingCode,
      ],
    })
    expect(answer).toMatchObject({ status: 201, body: { sequences: [1, 2, 3] } })
  })

  test.each([
    ['places', 'sequence\n4\n\n2\n', [2, 4]],
    ['positions next to other columns', 'why;Sequence\ntorn;4\ninked;1\n', [1, 4]],
  ])('by a list of %s', async (_what, text, sequences) => {
    const answer = await remake({ uploadId: await uploaded(shop, text) })
    expect(answer).toMatchObject({ status: 201, body: { sequences } })
  })

  test('by a list of codes', async () => {
    const [first, , third] = await inOrder()
    const uploadId = await uploaded(shop, `Code\n${third!.id}\n${first!.trackingCode}\n`)
    expect(await remake({ uploadId })).toMatchObject({ status: 201, body: { sequences: [1, 3] } })
  })

  test('without keeping pages', async () => {
    await remake({ ranges: [{ from: 1, to: 5 }] })
    await shop.settle()
    const keys: string[] = []
    for await (const blob of shop.services.blobs.list(`runs/${runId.toLowerCase()}/`)) keys.push(blob)
    expect(keys.filter((name) => name.includes('remake'))).toEqual([])
  })
})

describe('the preview of a remake', () => {
  test('is shown before the request, and prints nothing', async () => {
    const [first, , third] = await inOrder()
    const answer = await shop.check({ codes: [third!.trackingCode, first!.id] })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        itemCount: 2,
        pieces: [first, third].map((item) => ({
          sequence: item!.sequence,
          itemId: item!.id,
          recipientName: item!.recipientName,
          remade: false,
        })),
      },
    })
    expect(await remakes()).toEqual([])
  })

  test('shows which pieces an earlier remake contains', async () => {
    await remake({ ranges: [{ from: 1, to: 2 }] })
    const { body } = await shop.check({ ranges: [{ from: 2, to: 3 }] })
    expect(body.pieces).toMatchObject([
      { sequence: 2, remade: true },
      { sequence: 3, remade: false },
    ])
  })

  test.each([
    ['an unknown code', { codes: ['NOBODY'] }, 422],
    ['two kinds of selection', { ranges: [{ from: 1, to: 1 }], codes: ['X'] }, 422],
    ['a refunded piece', { ranges: [{ from: 1, to: 3 }] }, 409],
  ])('%s is refused as by the remake itself', async (_what, body, status) => {
    const pieces = [{ sequence: 2, outcome: 'DAMAGED' }]
    await shop.call('runs.report', { key, params: { id: runId }, body: { pieces } })
    expect([(await shop.check(body)).status, (await remake(body)).status]).toEqual([status, status])
  })
})

describe('nothing is printed twice silently', () => {
  test('pieces of an earlier remake need `again`', async () => {
    await remake({ ranges: [{ from: 1, to: 3 }] })
    const answer = await remake({ ranges: [{ from: 2, to: 5 }] })
    expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(answer.body.detail).toContain('2-3')
    expect(await remakes()).toHaveLength(1)
    expect(await remake({ ranges: [{ from: 2, to: 5 }], again: true })).toMatchObject({
      status: 201,
      body: { number: 2 },
    })
  })

  test('the printer is asked about an interrupted package, which is not handed over twice', async () => {
    shop.printers.live.script({ kind: 'lost' })
    await remake({ ranges: [{ from: 1, to: 1 }] })
    for (let minute = 0; minute < 30; minute++) await shop.advance(60_000)
    const [stopped] = await remakes()
    expect(stopped).toMatchObject({ status: 'HANDING_OVER', uncertain: true })
    expect(await handOver(1)).toMatchObject({ status: 409 })
    expect(await handOver(1, { printed: true })).toMatchObject({
      status: 200,
      body: { status: 'HANDED_TO_PRINTER', uncertain: false },
    })
  })

  test('a package that no printer has is handed over again on an operator’s report', async () => {
    shop.printers.live.script({ kind: 'lost' })
    await remake({ ranges: [{ from: 1, to: 1 }] })
    for (let minute = 0; minute < 30; minute++) await shop.advance(60_000)
    expect(await handOver(1, { printed: false })).toMatchObject({ status: 200, body: { status: 'WAITING' } })
    await shop.settle()
    expect(await remakes()).toMatchObject([{ status: 'HANDED_TO_PRINTER' }])
    expect(await handOver(1, { printed: true })).toMatchObject({ status: 409 })
  })

  test('an unavailable printer delays it', async () => {
    shop.printers.live.script({ kind: 'unavailable', reason: 'Away.' })
    await remake({ ranges: [{ from: 1, to: 1 }] })
    await shop.settle()
    expect(await remakes()).toMatchObject([{ status: 'WAITING', waitReason: expect.any(String) }])
    shop.printers.live.script()
    await shop.advance(60_000)
    expect(await remakes()).toMatchObject([{ status: 'HANDED_TO_PRINTER', waitReason: null }])
  })

  test('a hold of printing delays it', async () => {
    await shop.services.store.write((rows) => holdPrinting(rows, hold))
    await remake({ ranges: [{ from: 1, to: 1 }] })
    await shop.settle()
    expect(await remakes()).toMatchObject([{ status: 'WAITING', waitReason: 'Printing is held. Restored.' }])
    expect(await handOver(1)).toMatchObject({ status: 409 })
    await shop.services.store.write(resumePrinting)
    await shop.advance(60_000)
    expect(await remakes()).toMatchObject([{ status: 'HANDED_TO_PRINTER' }])
  })

  test('a run that went to the carrier in the meantime is not printed again', async () => {
    await shop.services.store.write((rows) => holdPrinting(rows, hold))
    await remake({ ranges: [{ from: 1, to: 1 }] })
    await shop.settle()
    await shop.call('runs.offerToCarrier', { key, params: { id: runId } })
    await shop.services.store.write(resumePrinting)
    await shop.advance(60_000)
    expect(await remakes()).toMatchObject([
      { status: 'FAILED', waitReason: expect.stringContaining('CARRIER') },
    ])
    expect(await remake({ ranges: [{ from: 2, to: 2 }] })).toMatchObject({ status: 409 })
  })

  test('a refunded piece is not printed again', async () => {
    const pieces = [{ sequence: 2, outcome: 'DAMAGED' }]
    await shop.call('runs.report', { key, params: { id: runId }, body: { pieces } })
    const answer = await remake({ ranges: [{ from: 1, to: 3 }] })
    expect(answer).toMatchObject({ status: 409 })
    expect(answer.body.detail).toContain('2')
    expect(await remakes()).toEqual([])
  })
})

test('the journal of hand-overs records a remake next to its run', async () => {
  const { store, clock } = shop.services
  const journal = createRowJournal({ store, clock, printerId: null })
  const [run, remade] = [runId, remakeId(runId, 1, 'ABCDEFGHJKMN')]
  await journal.intend(run, 'attempt-1')
  await journal.deliver(run, 'attempt-1')
  await journal.intend(remade, 'attempt-2')
  await expect(journal.intend(remade, 'attempt-3')).rejects.toThrow(AnotherAttempt)
  await journal.deliver(remade, 'attempt-2')
  expect(await journal.entries(run)).toEqual([{ attempt: 'attempt-1', state: 'delivered' }])
  expect(await journal.entries(remade)).toEqual([{ attempt: 'attempt-2', state: 'delivered' }])
  await journal.forget(remade, ['attempt-2'])
  expect(await journal.entries(remade)).toEqual([])
  expect(await journal.entries(run)).toHaveLength(1)
})
