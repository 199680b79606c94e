import { beforeEach, describe, expect, test } from 'vitest'
import { runLimits } from '../../../src/core/features/runs/limits.ts'
import { markDigest } from '../../../src/core/features/runs/rendering/part.ts'
import { markText, runCodeOf } from '../../../src/core/template/sheet-mark.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { uploaded } from '../../support/uploads.ts'

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

describe('returned mail', () => {
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

  test('scanned again changes nothing', async () => {
    await postAll()
    const [first] = await shop.items()
    await returned({ code: first!.id })
    expect(outcomes(await returned({ code: first!.trackingCode }))).toEqual(['ALREADY_RETURNED'])
    expect((await shop.events()).filter((type) => type === 'item.returned')).toHaveLength(1)
  })

  test('piece by piece is one entry in the history of its run', async () => {
    await postAll()
    for (const { id } of await shop.items()) await returned({ code: id })
    const [run] = await shop.runs()
    const { reports } = (await shop.call('runs.history', { key, params: { id: run!.id } })).body
    expect(reports).toMatchObject([{ outcome: 'RETURNED', pieces: 3 }])
  })

  test('is refused before the carrier had it', async () => {
    const [first] = await shop.items()
    expect(outcomes(await returned({ code: first!.id }))).toEqual(['NOT_SENT_YET'])
    expect(await statuses()).toEqual(Array(3).fill('IN_PRODUCTION'))
  })

  test.each([
    ['MOVED', 'moved', 'Returned to the sender. The recipient moved away. Code 12'],
    ['DECEASED', 'deceased', 'Returned to the sender. The recipient died. Code 12'],
    ['UNCLAIMED', 'returned', 'Returned to the sender. It was not collected. Code 12'],
    ['OTHER', 'returned', 'Returned to the sender. Code 12'],
  ])(
    'because of %s proposes a suppression as %s, with the reason in its history',
    async (reason, as, sentence) => {
      await postAll()
      const [first] = await shop.items()
      await returned({ code: first!.id, reason, note: 'Code 12' })
      const { data } = (await shop.call('suppressions.list', { key, query: 'filter[status]=PROPOSED' })).body
      expect(data).toMatchObject([{ reason: as, source: 'RETURNED', itemId: first!.id }])
      const history = (await shop.call('items.history', { key, params: { id: first!.id } })).body.data
      expect(history.at(-1)).toMatchObject({ status: 'RETURNED', reason: sentence })
    },
  )

  test('belongs to one organisation: codes of another are unknown', async () => {
    await postAll()
    const [first] = await shop.items()
    const test = await shop.key('test', ['runs.manage'])
    const answer = await shop.call('runs.returned', { key: test, body: { pieces: [{ code: first!.id }] } })
    expect(outcomes(answer)).toEqual(['UNKNOWN_CODE'])
  })

  test('is limited in codes, and every wrong field is reported', async () => {
    const pieces = (count: number) => Array.from({ length: count }, () => ({ code: 'NOBODY' }))
    expect((await returned(...pieces(runLimits.returns))).status).toBe(200)
    expect((await returned(...pieces(runLimits.returns + 1))).status).toBe(422)
    const wrong = await returned({ code: ' ' }, { code: 'A', reason: 'LOST' })
    expect(named(wrong)).toEqual(['pieces[0].code', 'pieces[1].reason'])
  })
})

const named = ({ body }: Awaited<ReturnType<typeof returned>>): string[] =>
  body.errors.map(({ parameter }: { parameter: string }) => parameter)
const historyOf = async (id: string) =>
  (await shop.call('items.history', { key, params: { id } })).body.data.at(-1).reason
const table = [
  { carrier: 'Postal One', code: 'MV', reason: 'MOVED' },
  { carrier: 'Postal One', code: '12', reason: 'UNKNOWN' },
  { carrier: 'Letters Two', code: '12', reason: 'DECEASED' },
]
const putTable = async (codes: readonly object[]) => {
  const session = await shop.portal({ operator: ['runs.manage'] })
  return shop.call('returnCodes.put', { session, body: { codes } })
}

describe('a carrier’s own code', () => {
  test('maps to a reason by the instance’s table, and is in the history of the item', async () => {
    await putTable(table)
    await postAll()
    const [first] = await shop.items()
    const answer = await returned({ code: first!.id, carrierCode: ' mv', note: 'Label torn.' })
    expect(answer.body.pieces).toMatchObject([{ outcome: 'RETURNED', reason: 'MOVED' }])
    expect(await historyOf(first!.id)).toBe(
      'Returned to the sender. The recipient moved away. Postal One MV. Label torn.',
    )
    const { data } = (await shop.call('suppressions.list', { key, query: 'filter[status]=PROPOSED' })).body
    expect(data).toMatchObject([{ reason: 'moved', itemId: first!.id }])
  })

  test('shared by several carriers requires the carrier', async () => {
    await putTable(table)
    await postAll()
    const [first] = await shop.items()
    const alone = await returned({ code: first!.id, carrierCode: '12' })
    expect(alone).toMatchObject({ status: 422, body: { errors: [{ code: 'ambiguous' }] } })
    const answer = await returned({ code: first!.id, carrierCode: '12', carrier: 'letters two' })
    expect(answer.body.pieces[0].reason).toBe('DECEASED')
  })

  test('missing from the table is refused with all other errors, and nothing is reported', async () => {
    await putTable(table)
    await postAll()
    const [first] = await shop.items()
    const answer = await returned(
      { code: first!.id },
      { code: first!.id, carrierCode: 'XX' },
      { code: first!.id, carrierCode: 'MV', carrier: 'Letters Two' },
      { code: first!.id, carrierCode: 'MV', reason: 'MOVED' },
      { code: first!.id, carrier: 'Postal One' },
    )
    expect(answer.status).toBe(422)
    expect(named(answer)).toEqual([
      'pieces[1].carrierCode',
      'pieces[2].carrierCode',
      'pieces[3].reason',
      'pieces[4].carrier',
    ])
    expect(await statuses()).not.toContain('RETURNED')
  })
})

describe('the table of return codes', () => {
  const read = async () =>
    (await shop.call('returnCodes.get', { session: await shop.portal({ operator: ['runs.manage'] }) })).body

  test('is initially empty, belongs to the operator, and records verified sources', async () => {
    expect(await read()).toEqual({ codes: [] })
    const source = 'https://carrier.example/handbook'
    const codes = [{ ...table[0], meaning: 'Gone away', source, verified: true }, table[1]!]
    expect((await putTable(codes)).status).toBe(200)
    expect(await read()).toEqual({
      codes: [codes[0], { ...table[1], meaning: '', source: null, verified: false }],
    })
  })

  test('has each code of a carrier once, and no verified one without a source', async () => {
    const again = { ...table[0], carrier: 'POSTAL ONE', code: 'mv' }
    const answer = await putTable([table[0]!, again, { ...table[1], verified: true }])
    expect(answer.status).toBe(422)
    expect(named(answer)).toEqual(['codes[1]', 'codes[2].source'])
    expect(await read()).toEqual({ codes: [] })
  })

  test('limits the number of codes', async () => {
    const codes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ carrier: 'One', code: `C${at}`, reason: 'MOVED' }))
    expect((await putTable(codes(runLimits.carrierCodes))).status).toBe(200)
    expect((await putTable(codes(runLimits.carrierCodes + 1))).status).toBe(422)
  })

  test.each([
    ['carrier', runLimits.carrierLength],
    ['code', runLimits.carrierCodeLength],
    ['meaning', runLimits.carrierMeaningLength],
    ['source', runLimits.reasonLength],
  ])('accepts a %s of %i characters at most', async (field, length) => {
    const withText = (characters: number) => putTable([{ ...table[0], [field]: 'a'.repeat(characters) }])
    expect((await withText(length)).status).toBe(200)
    const longer = await withText(length + 1)
    expect(longer.status).toBe(422)
    expect(named(longer)).toEqual([`codes[0].${field}`])
  })

  test('is for operators with the scope for runs, and its changes are in the audit log', async () => {
    const admin = await shop.portal({ operator: ['platform.admin'] })
    expect((await shop.call('returnCodes.get', { session: admin })).status).toBe(403)
    expect((await shop.call('returnCodes.put', { key, body: { codes: [] } })).status).toBe(404)
    await putTable(table)
    const { data } = (await shop.call('auditLog.platform', { session: admin })).body
    expect(data).toContainEqual(expect.objectContaining({ resource: 'returnCodes', action: 'CREATED' }))
  })
})

describe('a list of returned mail', () => {
  const listed = async (text: string) =>
    shop.call('runs.returned', { key, body: { uploadId: await uploaded(shop, text) } })

  test('contains codes and reasons, as words of the API or of the carrier', async () => {
    await putTable(table)
    await postAll()
    const [first, second, third] = await shop.items()
    const answer = await listed(
      `Note;Code;Reason;Carrier\nBent;${first!.id};12;Postal One\n;${second!.trackingCode};moved;Postal One\n;;;\n;${third!.id};;\n;NOBODY;MV;\n`,
    )
    expect(answer.status).toBe(200)
    expect(
      answer.body.pieces.map((one: { outcome: string; reason: string }) => [one.outcome, one.reason]),
    ).toEqual([
      ['RETURNED', 'UNKNOWN'],
      ['RETURNED', 'MOVED'],
      ['RETURNED', 'OTHER'],
      ['UNKNOWN_CODE', 'MOVED'],
    ])
    expect(await historyOf(first!.id)).toBe(
      'Returned to the sender. The recipient is not known there. Postal One 12. Bent',
    )
  })

  test('names its wrong rows, and reports nothing then', async () => {
    await putTable(table)
    await postAll()
    const [first] = await shop.items()
    const answer = await listed(`code,reason\n${first!.id},\n${first!.id},XX\n${first!.id},12\n`)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Row 3: XX is not in the table of return codes.',
      expect.stringContaining('Row 4: Several carriers use the code 12 for different reasons'),
    ])
    expect(await statuses()).not.toContain('RETURNED')
  })

  test.each([
    ['without a column `code`', 'piece\nA\n'],
    ['without a piece', 'code,reason\n,MOVED\n'],
    ['with a code that is too long', `code\n${'A'.repeat(runLimits.returnCodeLength + 1)}\n`],
    ['with a note that is too long', `code,note\nA,${'a'.repeat(runLimits.reasonLength + 1)}\n`],
    ['with more rows than a report accepts', `code\n${'A\n'.repeat(runLimits.returns + 1)}`],
  ])('%s is refused', async (_what, text) => {
    const answer = await listed(text)
    expect(answer.status).toBe(422)
    expect(named(answer)).toEqual(['uploadId'])
  })

  test('has at most as many rows as one report', async () => {
    expect((await listed(`code\n${'A\n'.repeat(runLimits.returns)}`)).status).toBe(200)
  })

  test('excludes pieces in the request', async () => {
    const uploadId = await uploaded(shop, 'code\nA\n')
    for (const body of [{}, { uploadId, pieces: [{ code: 'A' }] }])
      expect(named(await shop.call('runs.returned', { key, body }))).toEqual(['pieces'])
  })
})
