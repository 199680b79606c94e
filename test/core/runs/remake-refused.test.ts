import { beforeEach, describe, expect, test } from 'vitest'
import { runLimits } from '../../../src/core/features/runs/limits.ts'
import { remakeId } from '../../../src/core/model/runs.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createRemakeShop, type RemakeShop } from '../../support/remakes.ts'
import { uploaded } from '../../support/uploads.ts'

let shop: RemakeShop
let runId: string
beforeEach(async () => {
  shop = await createRemakeShop()
  runId = shop.runId
})

const remake = (body: unknown) => shop.remake(body)
const inOrder = () => shop.inOrder()

describe('a remake is refused with every place', () => {
  test.each([
    ['no pieces', {}, ['ranges']],
    ['two kinds of selection', { ranges: [{ from: 1, to: 1 }], codes: ['X'] }, ['ranges']],
    [
      'invalid ranges',
      {
        ranges: [
          { from: 3, to: 2 },
          { from: 1, to: 1 },
          { from: 5, to: 6 },
        ],
      },
      ['ranges[0].to', 'ranges[2].to'],
    ],
    ['unknown codes', { codes: ['NOBODY', 'itm_NOTHING'] }, ['codes[0]', 'codes[1]']],
    ['too many ranges', { ranges: Array(runLimits.remakeSpans + 1).fill({ from: 1, to: 1 }) }, ['ranges']],
    ['too many codes', { codes: Array(runLimits.remakeCodes + 1).fill('NOBODY') }, ['codes']],
  ])('%s', async (_what, body, parameters) => {
    const answer = await remake(body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters)
  })

  test.each([
    ['a wrong position', 'sequence\n1\nseven\n9\n', ['Row 3: seven', 'Row 4: 9']],
    ['a wrong code', 'code\nNOBODY\n', ['Row 2: NOBODY']],
    ['no known column', 'name\nZoë\n', ['column']],
    ['no rows', 'code\n\n', ['names no piece']],
  ])('a list with %s', async (_what, text, expected) => {
    const answer = await remake({ uploadId: await uploaded(shop, text) })
    expect(answer.status).toBe(422)
    const messages = answer.body.errors.map(({ message }: { message: string }) => message)
    expect(messages).toEqual(expected.map((part) => expect.stringContaining(part)))
  })

  test('the maximum number of codes and ranges is accepted', async () => {
    const [first] = await inOrder()
    expect(await remake({ codes: Array(runLimits.remakeCodes).fill(first!.id) })).toMatchObject({
      status: 201,
    })
    const ranges = Array(runLimits.remakeSpans).fill({ from: 2, to: 2 })
    expect(await remake({ ranges })).toMatchObject({ status: 201, body: { sequences: [2] } })
  })

  test('a list longer than a remake', async () => {
    const [first] = await inOrder()
    const rows = (count: number) => `code\n${`${first!.id}\n`.repeat(count)}`
    const limit = runLimits.remakePieces
    expect((await remake({ uploadId: await uploaded(shop, rows(limit + 1)) })).status).toBe(422)
    expect((await remake({ uploadId: await uploaded(shop, rows(limit)) })).status).toBe(201)
  })

  test('the number of remakes of a run is limited', async () => {
    const [earlier] = await Promise.all([remake({ ranges: [{ from: 1, to: 1 }] })])
    expect(earlier.status).toBe(201)
    await shop.services.store.write(async (rows) => {
      const row = (await rows.runRemakes.find(everyone, { runId }))[0]!
      for (let number = 2; number < runLimits.remakes; number++)
        await rows.runRemakes.insert({
          ...row,
          id: remakeId(runId, number, 'ABCDEFGHJKMN'),
          number,
          status: 'HANDED_TO_PRINTER',
        })
    })
    expect((await remake({ ranges: [{ from: 2, to: 2 }] })).body.number).toBe(runLimits.remakes)
    expect((await remake({ ranges: [{ from: 3, to: 3 }] })).status).toBe(409)
  })

  test('only operators can request one', async () => {
    const own = await shop.key('live', ['items.write', 'items.read'])
    const answer = await shop.call('runs.remake', {
      key: own,
      params: { id: runId },
      body: { ranges: [{ from: 1, to: 1 }] },
    })
    expect(answer.status).toBe(403)
  })
})
