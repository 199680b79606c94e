import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { readZip } from '../../support/zip.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

interface PrintedShop extends MailShop {
  runId: string
  operator: string
  /** Item ids in the order of the package. */
  ids: string[]
  report(pieces: unknown[], more?: { reprint?: boolean }): ReturnType<MailShop['call']>
  /** Reports as the printer through the URL in its package. */
  tell(body: unknown, token?: string): ReturnType<MailShop['call']>
  statuses(): Promise<string[]>
  balance(): Promise<number>
}

/** Returns a shop with three live pieces at the printer; `uncertain` makes their hand-over uncertain. */
const printed = async (options: { uncertain?: boolean } = {}): Promise<PrintedShop> => {
  const shop = await createMailShop({ clock: before, config: { itemsPerPart: 2 } })
  const operator = await shop.key('live', ['runs.manage', 'items.write', 'items.read'])
  for (let count = 0; count < 3; count++) await shop.post()
  if (options.uncertain) shop.printers.live.script({ kind: 'lost' })
  await shop.advance(cutoff)
  if (options.uncertain) for (let minute = 0; minute < 30; minute++) await shop.advance(60_000)
  const runId = (await shop.runs())[0]!.id
  const ids = (await shop.items()).sort((a, b) => a.sequence! - b.sequence!).map((item) => item.id)
  const params = { id: runId }
  const answer = await shop.call('runs.package', { key: operator, params })
  const { callbackUrl } = JSON.parse(new TextDecoder().decode(readZip(answer.body).get('manifest.json')))
  const own = new URL(callbackUrl).searchParams.get('token')!
  return {
    ...shop,
    runId,
    operator,
    ids,
    report: (pieces, more) => shop.call('runs.report', { key: operator, params, body: { pieces, ...more } }),
    tell: (body, token = own) => shop.call('runs.callback', { key: null, params, query: { token }, body }),
    statuses: async () => Promise.all(ids.map(async (id) => (await shop.item(id)).status)),
    balance: async () => {
      const id = shop.organisation.id
      const account = await shop.services.store.read((rows) => rows.accounts.get(everyone, id))
      return account!.balanceCents - account!.reservedCents
    },
  }
}

describe('the package of a run', () => {
  test('is a ZIP with the same content as the printer’s', async () => {
    const shop = await printed()
    const answer = await shop.call('runs.package', { key: shop.operator, params: { id: shop.runId } })
    expect(answer.headers['Content-Type']).toBe('application/zip')
    const files = readZip(answer.body)
    const delivered = shop.printers.live.packages.get(shop.runId)!
    expect([...files.keys()]).toEqual(delivered.map(({ name }) => name))
    for (const { name, bytes } of delivered)
      expect(new Uint8Array(files.get(name)!), name).toEqual(new Uint8Array(bytes!))
  })
})

describe('a production report', () => {
  test('refunds unsent pieces, for every reason', async () => {
    const shop = await printed()
    const start = await shop.balance()
    const { priceCents } = await shop.item(shop.ids[0]!)
    const answer = await shop.report([
      { sequence: 1, outcome: 'DAMAGED', reason: 'Torn in the folder.' },
      { itemId: shop.ids[2], outcome: 'MISPRINTED' },
    ])
    expect(answer).toMatchObject({
      status: 200,
      body: {
        run: { id: shop.runId, status: 'HANDED_TO_PRINTER' },
        pieces: [
          { itemId: shop.ids[0], sequence: 1, status: 'NOT_SENT', reprintItemId: null },
          { itemId: shop.ids[2], sequence: 3, status: 'NOT_SENT', reprintItemId: null },
        ],
      },
    })
    expect(await shop.statuses()).toEqual(['NOT_SENT', 'IN_PRODUCTION', 'NOT_SENT'])
    expect(await shop.balance()).toBe(start + 2 * priceCents)
    expect((await shop.item(shop.ids[0]!)).history.at(-1)!.reason).toBe(
      'Damaged in production. Torn in the folder.',
    )
  })

  test('with a reprint creates new items at the refunded price, which join the next run', async () => {
    const shop = await printed()
    const start = await shop.balance()
    const answer = await shop.report([{ sequence: 2, outcome: 'MISPRINTED' }], { reprint: true })
    const [{ itemId, reprintItemId }] = answer.body.pieces
    expect(await shop.item(itemId)).toMatchObject({ status: 'NOT_SENT', reprintedAs: reprintItemId })
    const again = await shop.item(reprintItemId)
    const first = await shop.item(itemId)
    expect(again).toMatchObject({ status: 'SCHEDULED', reprintOf: itemId, sequence: null })
    expect(again.recipient).toEqual(first.recipient)
    expect(again.trackingCode).not.toBe(first.trackingCode)
    const { body } = await shop.call('runs.items', { key: shop.operator, params: { id: shop.runId } })
    const successors = body.data.map((piece: Record<string, unknown>) => [
      piece.id,
      [piece.reprintedAsItemId, piece.reprintStatus],
    ])
    expect(Object.fromEntries(successors)).toEqual({
      [shop.ids[0]!]: [null, null],
      [itemId]: [reprintItemId, 'SCHEDULED'],
      [shop.ids[2]!]: [null, null],
    })
    const next = await shop.call('runs.items', { key: shop.operator, params: { id: again.runId! } })
    expect(next.body.data).toMatchObject([
      { id: reprintItemId, reprintOfItemId: itemId, reprintStatus: null },
    ])
    expect(await shop.balance()).toBe(start)
    await shop.advance('2026-01-06T09:00:00Z')
    expect(await shop.item(reprintItemId)).toMatchObject({ status: 'IN_PRODUCTION' })
  })

  test('finds a piece by its position before its item has followed the hand-over', async () => {
    const shop = await printed()
    await shop.services.store.write((rows) =>
      rows.items.update(everyone, shop.ids[0]!, { status: 'SCHEDULED' }),
    )
    expect((await shop.report([{ sequence: 1, outcome: 'DAMAGED' }])).status).toBe(200)
    expect((await shop.events(shop.ids[0]!)).slice(-2)).toEqual(['item.in_production', 'item.not_sent'])
  })

  test('records returned mail once it was sent', async () => {
    const shop = await printed()
    const pieces = [{ sequence: 1, outcome: 'RETURNED' }]
    expect(await shop.report(pieces)).toMatchObject({
      status: 409,
      body: { detail: `The item ${shop.ids[0]} is IN_PRODUCTION and cannot become RETURNED.` },
    })
    await shop.tell({ event: 'HANDED_TO_CARRIER' })
    await shop.settle()
    const start = await shop.balance()
    expect((await shop.report(pieces, { reprint: true })).body.pieces).toMatchObject([
      { status: 'RETURNED', reprintItemId: null },
    ])
    expect(await shop.balance()).toBe(start)
  })

  test.each<[string, unknown[], string[]]>([
    [
      'a position that the package lacks',
      [
        { sequence: 4, outcome: 'DAMAGED' },
        { sequence: 1, outcome: 'DAMAGED' },
        { sequence: 99, outcome: 'DAMAGED' },
      ],
      ['pieces[0].sequence', 'pieces[2].sequence'],
    ],
    ['an item of another run', [{ itemId: 'itm_x', outcome: 'DAMAGED' }], ['pieces[0]']],
    ['neither a position nor an item', [{ outcome: 'DAMAGED' }], ['pieces[0].sequence']],
    ['both', [{ sequence: 1, itemId: 'itm_x', outcome: 'DAMAGED' }], ['pieces[0].sequence']],
    [
      'the same piece twice',
      [
        { sequence: 1, outcome: 'DAMAGED' },
        { sequence: 1, outcome: 'DAMAGED' },
      ],
      ['pieces[1]'],
    ],
    ['an unknown outcome', [{ sequence: 1, outcome: 'LOST' }], ['pieces[0].outcome']],
    ['position zero', [{ sequence: 0, outcome: 'DAMAGED' }], ['pieces[0].sequence']],
    ['nothing', [], ['pieces']],
    [
      'more than a hundred',
      Array.from({ length: 101 }, (_, index) => ({ sequence: index + 1, outcome: 'DAMAGED' })),
      ['pieces'],
    ],
  ])('refuses %s, and records nothing', async (_what, pieces, parameters) => {
    const shop = await printed()
    const answer = await shop.report(pieces)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual(parameters)
    expect(await shop.statuses()).toEqual(['IN_PRODUCTION', 'IN_PRODUCTION', 'IN_PRODUCTION'])
  })

  test('a second report of the same piece is a 409: nothing is refunded twice', async () => {
    const shop = await printed()
    await shop.report([{ sequence: 1, outcome: 'DAMAGED' }])
    const start = await shop.balance()
    expect(await shop.report([{ sequence: 1, outcome: 'DAMAGED' }])).toMatchObject({ status: 409 })
    expect(await shop.balance()).toBe(start)
  })
})

describe('the items of a run', () => {
  test('are found by position and name', async () => {
    const shop = await printed()
    const found = async (query: string) => {
      const { body } = await shop.call('runs.items', {
        key: shop.operator,
        params: { id: shop.runId },
        query,
      })
      return body.data.map(({ id }: { id: string }) => id).sort()
    }
    expect(await found('filter[sequence][in]=1,3')).toEqual([shop.ids[0], shop.ids[2]].sort())
    const { recipientName } = await shop.item(shop.ids[0]!)
    const part = encodeURIComponent(recipientName.slice(0, 4))
    expect(await found(`filter[recipientName][contains]=${part}`)).toContain(shop.ids[0])
    expect(await found('filter[recipientName]=Nobody')).toEqual([])
  })
})

describe('a printer’s report through its URL', () => {
  test('moves the run, however often it is repeated', async () => {
    const shop = await printed()
    for (const event of ['ACCEPTED', 'ACCEPTED', 'PRINTED', 'PRINTED']) {
      expect(await shop.tell({ event })).toMatchObject({
        status: 200,
        body: { runId: shop.runId, status: 'HANDED_TO_PRINTER' },
      })
    }
    expect((await shop.runs())[0]!.printedAt).not.toBeNull()
    for (let count = 0; count < 2; count++) {
      expect((await shop.tell({ event: 'HANDED_TO_CARRIER' })).body.status).toBe('HANDED_TO_CARRIER')
    }
    await shop.settle()
    expect(await shop.statuses()).toEqual(Array(3).fill('HANDED_TO_CARRIER'))
    expect((await shop.tell({ event: 'PRINTED' })).status).toBe(200)
    expect(
      (await shop.events(shop.ids[0]!)).filter((type) => type === 'item.handed_to_carrier'),
    ).toHaveLength(1)
  })

  test('refunds damaged pieces once; repetitions change nothing', async () => {
    const shop = await printed()
    const start = await shop.balance()
    const { priceCents } = await shop.item(shop.ids[0]!)
    for (const sequences of [
      [1, 2],
      [2, 1],
      [2, 2, 3],
    ]) {
      expect((await shop.tell({ event: 'DAMAGED', sequences, reason: 'Wet.' })).status).toBe(200)
    }
    expect(await shop.statuses()).toEqual(['NOT_SENT', 'NOT_SENT', 'NOT_SENT'])
    expect(await shop.balance()).toBe(start + 3 * priceCents)
  })

  test('settles an uncertain hand-over without printing again', async () => {
    const shop = await printed({ uncertain: true })
    expect((await shop.runs())[0]).toMatchObject({ status: 'HANDING_OVER', uncertain: true })
    expect((await shop.tell({ event: 'ACCEPTED' })).body.status).toBe('HANDED_TO_PRINTER')
    await shop.settle()
    expect((await shop.runs())[0]).toMatchObject({ uncertain: false })
    expect(await shop.statuses()).toEqual(Array(3).fill('IN_PRODUCTION'))
  })

  test.each(['OPEN', 'CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'FAILED', 'CANCELLED'] as const)(
    'about a run that is %s is refused: no printer can have it',
    async (status) => {
      const shop = await printed()
      await shop.services.store.write((rows) => rows.runs.update(everyone, shop.runId, { status }))
      for (const event of ['ACCEPTED', 'PRINTED', 'HANDED_TO_CARRIER']) {
        expect(await shop.tell({ event })).toMatchObject({
          status: 409,
          body: { detail: `This run is ${status}, so no printer can have it.` },
        })
      }
    },
  )

  test.each([
    ['a forged token', { event: 'ACCEPTED' }, 'a'.repeat(64), 404],
    ['a malformed token', { event: 'ACCEPTED' }, 'é', 404],
    ['no event', {}, undefined, 422],
    ['damage without pieces', { event: 'DAMAGED' }, undefined, 422],
    ['pieces without damage', { event: 'PRINTED', sequences: [1] }, undefined, 422],
    ['an unknown piece', { event: 'DAMAGED', sequences: [1, 7] }, undefined, 422],
  ])('is refused with %s', async (_what, body, token, status) => {
    const shop = await printed()
    expect((await shop.tell(body, token)).status).toBe(status)
    expect(await shop.statuses()).toEqual(Array(3).fill('IN_PRODUCTION'))
  })

  test('with the token of one run does not affect another', async () => {
    const shop = await printed()
    await shop.post()
    const other = (await shop.runs())[1]!.id
    const answer = await shop.call('runs.callback', {
      key: null,
      params: { id: other },
      query: { token: 'f'.repeat(64) },
      body: { event: 'ACCEPTED' },
    })
    expect(answer.status).toBe(404)
  })
})
