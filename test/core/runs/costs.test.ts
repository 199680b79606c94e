import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { entry, type File, importChanged } from '../../support/catalogue.ts'
import { createMailShop } from '../../support/mail.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createRemakeShop, type RemakeShop } from '../../support/remakes.ts'

const price = 89

let shop: RemakeShop
let operator: PortalSession
beforeEach(async () => {
  shop = await createRemakeShop()
  operator = await shop.portal({ operator: ['catalogue.manage'] })
})

const costs = async (id = shop.runId) =>
  (await shop.call('runs.costs', { session: operator, params: { id } })).body
const say = (...list: File[]) =>
  importChanged(shop.services, (file) => {
    file.costs = list.map((cost, n) => ({ key: `cost-${n}`, name: `Cost ${n}`, ...cost }))
  })
const forget = () =>
  shop.services.store.write((rows) => rows.runs.update(everyone, shop.runId, { costRates: null }))
/** Formats a line of a run's costs: `SENT SHEETS 5 × 4200 = 21`. */
const lineOf = ({ of, kind, quantity, centsPerThousand, amountCents }: File) =>
  `${of} ${kind} ${quantity} × ${centsPerThousand ?? '?'} = ${amountCents ?? '?'}`
const linesOf = (body: File): string[] => body.lines.map(lineOf)
const report = (pieces: unknown[]) =>
  shop.call('runs.report', { key: shop.operator, params: { id: shop.runId }, body: { pieces } })

describe('the costs of a run', () => {
  test('are unknown if not configured, never estimated', async () => {
    const body = await costs()
    expect(body).toMatchObject({
      id: shop.runId,
      asIf: null,
      currency: 'EUR',
      pieces: 5,
      sheets: 5,
      sides: 10,
      earnedCents: 5 * price,
      costCents: 0,
      marginCents: 5 * price,
      complete: false,
    })
    expect(linesOf(body)).toEqual([
      'SENT SHEETS 5 × ? = ?',
      'SENT CLICKS 10 × ? = ?',
      'SENT POSTAGE 5 × ? = ?',
    ])
  })

  test('are computed from sheets, sides and postage, next to the revenue', async () => {
    await say({ kind: 'SHEETS', centsPerThousand: 4_300 }, { kind: 'CLICKS', centsPerThousand: 850 })
    await forget()
    const body = await costs()
    // Each line is rounded once: 21.5 cents of paper to 22, 8.5 cents of clicks to 9.
    expect(linesOf(body)).toEqual([
      'SENT SHEETS 5 × 4300 = 22',
      'SENT CLICKS 10 × 850 = 9',
      'SENT POSTAGE 5 × ? = ?',
    ])
    expect(body).toMatchObject({ costCents: 31, marginCents: 5 * price - 31, complete: false })
  })

  test('are complete once every part is known', async () => {
    await importChanged(shop.services, (file) => {
      file.postageProducts = [
        { key: 'letter', carrier: 'PostNL', name: 'Letter', indicia: null, costCents: 41 },
      ]
      const card = entry(file, 'specifications', 'postcard-a6')
      card.postage = 'letter'
      card.finishing = ['laminated']
      file.costs = [
        { key: 'paper', name: 'Paper', kind: 'SHEETS', stock: 'silk-300', centsPerThousand: 4_000 },
        { key: 'clicks', name: 'Clicks', kind: 'CLICKS', centsPerThousand: 1_000 },
        { key: 'film', name: 'Film', kind: 'FINISHING', finishing: 'laminated', centsPerThousand: 12_000 },
      ]
    })
    await shop.post()
    await shop.advance('2026-01-06T09:00:00Z')
    const run = (await shop.runs()).find(({ id }) => id !== shop.runId)!
    const body = await costs(run.id)
    expect(linesOf(body)).toEqual([
      'SENT SHEETS 1 × 4000 = 4',
      'SENT CLICKS 2 × 1000 = 2',
      'SENT FINISHING 1 × 12000 = 12',
      'SENT POSTAGE 1 × 41000 = 41',
    ])
    expect(body).toMatchObject({ costCents: 59, marginCents: price - 59, complete: true })
  })

  test('stay as they were at hand-over', async () => {
    await say({ kind: 'CLICKS', centsPerThousand: 1_000 })
    await shop.post()
    const open = (await shop.runs()).find(({ status }) => status === 'OPEN')!
    expect((await costs(open.id)).ratesOf).toBeNull()
    await shop.advance('2026-01-06T09:00:00Z')
    await say({ kind: 'CLICKS', centsPerThousand: 9_000 })
    const body = await costs(open.id)
    expect(body.ratesOf).toBe('2026-01-06T09:00:00.000Z')
    expect(linesOf(body)).toContain('SENT CLICKS 2 × 1000 = 2')
    // No costs were configured when the previous run was printed.
    expect(linesOf(await costs())).toContain('SENT CLICKS 10 × ? = ?')
  })

  test.each([
    ['of everything', [], 1],
    ['of its specification, which overrides it', [{ specification: 'postcard-a6' }], 2],
    ['of its printer, which overrides both', [{ specification: 'postcard-a6' }, { printer: 'default' }], 3],
    [
      'of both, which overrides each',
      [
        { specification: 'postcard-a6' },
        { printer: 'default' },
        { printer: 'default', specification: 'postcard-a6' },
      ],
      4,
    ],
    ['but not of another specification', [{ specification: 'postcard-a5' }], 1],
  ])('use the most specific cost: %s', async (_what, more, expected) => {
    const configured = [{}, ...more]
    const centsOf = (of: object) => ('printer' in of ? 2 : 0) + ('specification' in of ? 1 : 0) + 1
    await say(...configured.map((of) => ({ kind: 'CLICKS', centsPerThousand: centsOf(of), ...of })))
    await forget()
    const clicks = (await costs()).lines.find(({ kind }: File) => kind === 'CLICKS')
    expect(clicks.centsPerThousand).toBe(expected)
  })

  test('no longer use an archived cost', async () => {
    await say({ kind: 'CLICKS', centsPerThousand: 1_000, archived: true })
    await forget()
    expect(linesOf(await costs())).toContain('SENT CLICKS 10 × ? = ?')
  })
})

describe('spoiled and remade pieces', () => {
  beforeEach(async () => {
    await say({ kind: 'SHEETS', centsPerThousand: 100_000 }, { kind: 'CLICKS', centsPerThousand: 10_000 })
    await forget()
  })

  test('are separate lines: unsent mail used paper and earns nothing', async () => {
    const [first, second] = await shop.inOrder()
    expect((await report([{ sequence: first!.sequence, outcome: 'DAMAGED' }])).status).toBe(200)
    await report([{ sequence: second!.sequence, outcome: 'MISPRINTED' }])
    const body = await costs()
    expect(linesOf(body)).toEqual([
      'SENT SHEETS 3 × 100000 = 300',
      'SENT CLICKS 6 × 10000 = 60',
      'SENT POSTAGE 3 × ? = ?',
      'SPOILED SHEETS 2 × 100000 = 200',
      'SPOILED CLICKS 4 × 10000 = 40',
    ])
    expect(body).toMatchObject({
      earnedCents: 3 * price,
      costCents: 600,
      marginCents: 3 * price - 600,
      sheets: 5,
    })
  })

  test('that are remade use paper again, and earn what they earned', async () => {
    await shop.remake({ ranges: [{ from: 2, to: 3 }] })
    await shop.settle()
    const body = await costs()
    expect(linesOf(body).slice(3)).toEqual(['REMADE SHEETS 2 × 100000 = 200', 'REMADE CLICKS 4 × 10000 = 40'])
    expect(body).toMatchObject({ earnedCents: 5 * price, costCents: 840, sheets: 7, sides: 14 })
  })

  test('that were returned count as sent', async () => {
    const [first] = await shop.inOrder()
    await shop.call('runs.offerToCarrier', { key: shop.operator, params: { id: shop.runId } })
    await shop.settle()
    await report([{ sequence: first!.sequence, outcome: 'RETURNED' }])
    expect(await costs()).toMatchObject({ earnedCents: 5 * price, costCents: 600 })
  })
})

describe('hypothetical figures', () => {
  test('are those of test runs', async () => {
    await shop.post({ mode: 'test' })
    await shop.advance('2026-01-06T09:00:00Z')
    const run = (await shop.runs()).find(({ mode }) => mode === 'test')!
    expect(await costs(run.id)).toMatchObject({ isTest: true, asIf: 'TEST' })
  })

  test('are those of an organisation with own mail', async () => {
    await shop.services.store.write((rows) =>
      rows.organisations.update(everyone, shop.organisation.id, { billingMode: 'OWN_MAIL' }),
    )
    expect(await costs()).toMatchObject({ asIf: 'OWN_MAIL', earnedCents: 5 * price })
  })
})

describe('costs are for operators with their scope', () => {
  test('and for no one else', async () => {
    const calls = ['runs.costs', 'runs.listCosts', 'catalogue.listCosts']
    const params = { id: shop.runId }
    const statuses = async (session: PortalSession) => {
      const answers = calls.map((call) => shop.call(call, { session, params }))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    expect(await statuses(operator)).toEqual([200, 200, 200])
    expect(await statuses(await shop.portal())).toEqual([403, 403, 403])
    expect(await statuses(await shop.portal({ operator: ['runs.manage'] }))).toEqual([403, 403, 403])
    expect((await shop.call('runs.costs', { key: shop.operator, params })).status).toBe(404)
  })

  test('and in nothing that a customer reads', async () => {
    await say({ kind: 'SHEETS', centsPerThousand: 77_777 }, { kind: 'CLICKS', centsPerThousand: 77_777 })
    await forget()
    const key = shop.operator
    const params = { id: shop.runId }
    const seen = await Promise.all([
      shop.call('runs.get', { key, params }),
      shop.call('runs.list', { key }),
      shop.call('runs.history', { key, params }),
      shop.call('products.list', { key }),
    ])
    const package_ = shop.printers.live.packages.get(shop.runId)!
    const texts = [
      ...seen.map(({ body }) => JSON.stringify(body)),
      ...package_.map(({ bytes }) => new TextDecoder().decode(bytes)),
    ]
    for (const text of texts) expect(text).not.toMatch(/costRates|centsPerThousand|77777/)
  })

  test('also as a list, with the filters of runs', async () => {
    const list = async (query: string) =>
      (await shop.call('runs.listCosts', { session: operator, query })).body.data.map(({ id }: File) => id)
    expect(await list(`filter[id][in]=${shop.runId}`)).toEqual([shop.runId])
    expect(await list('filter[isTest]=true')).toEqual([])
  })
})

test('an empty run costs nothing', async () => {
  const empty = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  await empty.post()
  const session = await empty.portal({ operator: ['catalogue.manage'] })
  const [run] = await empty.runs()
  const { body } = await empty.call('runs.costs', { session, params: { id: run!.id } })
  expect(body).toMatchObject({
    status: 'OPEN',
    pieces: 0,
    earnedCents: 0,
    costCents: 0,
    complete: true,
    lines: [],
  })
})
