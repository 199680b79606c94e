import { beforeEach, describe, expect, test } from 'vitest'
import { runLimits } from '../../../src/core/features/runs/limits.ts'
import { markDigest } from '../../../src/core/features/runs/marks.ts'
import { markText, runCodeOf } from '../../../src/core/template/sheet-mark.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const cutoff = '2026-01-05T09:00:00Z'
let shop: MailShop
let key: string
beforeEach(async () => {
  shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  key = await shop.key('live', ['runs.manage', 'items.read', 'suppressions.manage'])
  for (let n = 0; n < 3; n++) await shop.post()
  await shop.advance(cutoff)
})

const postAll = async () => {
  const [run] = await shop.runs()
  await shop.call('runs.posted', { key, params: { id: run!.id }, body: {} })
  await shop.settle()
}
const returned = (...pieces: object[]) => shop.call('runs.returned', { key, body: { pieces } })
const outcomes = ({ body }: Awaited<ReturnType<typeof returned>>) =>
  body.pieces.map(({ outcome }: { outcome: string }) => outcome)
const statuses = async () => (await shop.items()).map(({ status }) => status).sort()

describe('what comes back', () => {
  test('is reported by any code of its sheets, and each code has its own result', async () => {
    await postAll()
    const [first, second] = await shop.items()
    const mark = {
      run: runCodeOf(first!.runId!),
      sequence: 1,
      item: first!.trackingCode!,
      sheet: 1,
      sheets: 1,
    }
    const answer = await returned(
      { code: markText(mark, markDigest(shop.services.crypto)), reason: 'MOVED' },
      { code: `https://mail.example/q/${second!.trackingCode!.toLowerCase()}` },
      { code: 'NOBODY' },
      { code: first!.id },
    )
    expect(answer.status).toBe(200)
    expect(outcomes(answer)).toEqual(['RETURNED', 'RETURNED', 'UNKNOWN_CODE', 'ALREADY_RETURNED'])
    expect(answer.body.pieces[0]).toMatchObject({ itemId: first!.id, recipientName: first!.recipientName })
    expect(answer.body.pieces[2]).toMatchObject({ itemId: null, recipientName: null })
    expect(await statuses()).toEqual(['HANDED_TO_CARRIER', 'RETURNED', 'RETURNED'])
    expect((await shop.events()).filter((type) => type === 'item.returned')).toHaveLength(2)
  })

  test('and is scanned again changes nothing', async () => {
    await postAll()
    const [first] = await shop.items()
    await returned({ code: first!.id })
    expect(outcomes(await returned({ code: first!.trackingCode }))).toEqual(['ALREADY_RETURNED'])
    expect((await shop.events()).filter((type) => type === 'item.returned')).toHaveLength(1)
  })

  test('cannot have come back before the carrier had it', async () => {
    const [first] = await shop.items()
    expect(outcomes(await returned({ code: first!.id }))).toEqual(['NOT_SENT_YET'])
    expect(await statuses()).toEqual(Array(3).fill('IN_PRODUCTION'))
  })

  test.each([
    ['MOVED', 'moved', 'Came back to the sender. The recipient moved away. Code 12'],
    ['DECEASED', 'deceased', 'Came back to the sender. The recipient died. Code 12'],
    ['UNCLAIMED', 'returned', 'Came back to the sender. It was not collected. Code 12'],
    ['OTHER', 'returned', 'Came back to the sender. Code 12'],
  ])('because of %s proposes a suppression as %s, and its history says why', async (reason, as, sentence) => {
    await postAll()
    const [first] = await shop.items()
    await returned({ code: first!.id, reason, note: 'Code 12' })
    const { data } = (await shop.call('suppressions.list', { key, query: 'filter[status]=PROPOSED' })).body
    expect(data).toMatchObject([{ reason: as, source: 'RETURNED', itemId: first!.id }])
    const history = (await shop.call('items.history', { key, params: { id: first!.id } })).body.data
    expect(history.at(-1)).toMatchObject({ status: 'RETURNED', reason: sentence })
  })

  test('belongs to one organisation: codes of another are not known', async () => {
    await postAll()
    const [first] = await shop.items()
    const test = await shop.key('test', ['runs.manage'])
    const answer = await shop.call('runs.returned', { key: test, body: { pieces: [{ code: first!.id }] } })
    expect(outcomes(answer)).toEqual(['UNKNOWN_CODE'])
  })

  test('is reported with so many codes at most, and every wrong field is named', async () => {
    const pieces = (count: number) => Array.from({ length: count }, () => ({ code: 'NOBODY' }))
    expect((await returned(...pieces(runLimits.returns))).status).toBe(200)
    expect((await returned(...pieces(runLimits.returns + 1))).status).toBe(422)
    const wrong = await returned({ code: ' ' }, { code: 'A', reason: 'LOST' })
    expect(wrong.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'pieces[0].code',
      'pieces[1].reason',
    ])
  })
})
