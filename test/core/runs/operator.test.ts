import { describe, expect, test } from 'vitest'
import { suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { type RunStatus, runStatuses } from '../../../src/core/model/runs.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

interface OperatorShop extends MailShop {
  /** Calls an operation on the first run, with a permitted key. */
  act(operation: string, body?: unknown): ReturnType<MailShop['call']>
  run(): Promise<Awaited<ReturnType<MailShop['runs']>>[number]>
  statuses(): Promise<string[]>
  reserved(): Promise<number>
}

const createOperatorShop = async (): Promise<OperatorShop> => {
  const shop = await createMailShop({ clock: before })
  const key = await shop.key('live', ['runs.manage', 'items.read'])
  const run = async () => (await shop.runs())[0]!
  return {
    ...shop,
    run,
    act: async (operation, body) =>
      shop.call(`runs.${operation}`, { key, params: { id: (await run()).id }, body }),
    statuses: async () => (await shop.items()).map((item) => item.status),
    reserved: async () =>
      (await shop.services.store.read((rows) => rows.accounts.get(everyone, shop.organisation.id)))!
        .reservedCents,
  }
}

/** Returns a shop with a run that stays RENDERED because its printer is unavailable. */
const rendered = async (): Promise<OperatorShop> => {
  const shop = await createOperatorShop()
  await shop.post()
  await shop.post()
  await shop.post()
  shop.printers.live.script({ kind: 'unavailable', reason: 'Gone.' })
  await shop.advance(cutoff)
  expect(await shop.run()).toMatchObject({ status: 'RENDERED', itemCount: 3 })
  return shop
}

const force = async (shop: OperatorShop, status: RunStatus, fields: { renderedAt?: number | null } = {}) => {
  const { id } = await shop.run()
  await shop.services.store.write((rows) => rows.runs.update(everyone, id, { status, ...fields }))
}

describe('actions on a run', () => {
  const bodies: Record<string, unknown> = {
    exclude: { items: ['itm_1'], reason: 'Torn.' },
    cancel: { reason: 'Wrong paper.' },
    report: { pieces: [{ itemId: 'itm_1', outcome: 'DAMAGED' }] },
  }
  const table: Record<string, { done: string; statuses: RunStatus[] }> = {
    close: { done: 'closed', statuses: ['OPEN'] },
    render: { done: 'rendered', statuses: ['CUTOFF_REACHED', 'RENDERING', 'FAILED'] },
    handOver: { done: 'handed over', statuses: ['RENDERED', 'HANDING_OVER', 'FAILED'] },
    offerToCarrier: { done: 'offered to the carrier', statuses: ['HANDED_TO_PRINTER'] },
    complete: { done: 'completed', statuses: ['HANDED_TO_CARRIER'] },
    report: { done: 'reported on', statuses: ['HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED'] },
    exclude: { done: 'left by items', statuses: ['OPEN', 'CUTOFF_REACHED', 'RENDERED', 'FAILED'] },
    cancel: {
      done: 'cancelled',
      statuses: ['OPEN', 'CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'FAILED'],
    },
    package: {
      done: 'packaged',
      statuses: ['RENDERED', 'HANDING_OVER', 'HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED', 'FAILED'],
    },
  }
  test.each(Object.entries(table))('%s', async (action, { done, statuses }) => {
    const shop = await rendered()
    for (const status of runStatuses) {
      // A FAILED run can be handed over if it has `renderedAt`, and otherwise rendered.
      await force(shop, status, { renderedAt: action === 'render' ? null : 1 })
      const answer = await shop.act(action, bodies[action])
      if (statuses.includes(status)) expect(answer.status, status).not.toBe(409)
      else {
        expect(answer, status).toMatchObject({
          status: 409,
          body: { code: 'invalid_state', detail: `This run is ${status} and cannot be ${done}.` },
        })
      }
    }
  })

  test.each(Object.keys(table))('%s requires the scope runs.manage, by name', async (action) => {
    const shop = await rendered()
    const params = { id: (await shop.run()).id }
    expect((await shop.call(`runs.${action}`, { params, body: bodies[action] })).status).toBe(403)
  })

  test('a run of another organisation or mode is not found', async () => {
    const shop = await rendered()
    const key = await shop.key('test', ['runs.manage'])
    const params = { id: (await shop.run()).id }
    expect((await shop.call('runs.close', { key, params })).status).toBe(404)
  })
})

describe('closing early', () => {
  test('prints before the cutoff; later items join the next run', async () => {
    const shop = await createOperatorShop()
    const { id } = await shop.post()
    expect(await shop.act('close')).toMatchObject({ status: 200, body: { status: 'CUTOFF_REACHED' } })
    const cancel = await shop.call('items.cancel', { params: { id } })
    expect(cancel).toMatchObject({ status: 409 })
    await shop.settle()
    expect(await shop.run()).toMatchObject({ status: 'HANDED_TO_PRINTER', itemCount: 1 })
    await shop.post()
    expect((await shop.runs()).map((run) => [run.status, run.itemCount])).toEqual([
      ['HANDED_TO_PRINTER', 1],
      ['OPEN', 1],
    ])
    await shop.advance(cutoff)
    expect((await shop.events()).filter((type) => type === 'run.cutoff_reached')).toHaveLength(1)
  })

  test('still checks the suppression list', async () => {
    const shop = await createOperatorShop()
    await shop.post({ name: 'Anna' })
    const { recipient } = (await shop.items())[0]!
    await shop.call('suppressions.create', { body: { recipient, reason: 'opt_out' } })
    await shop.act('close')
    await shop.settle()
    expect(await shop.statuses()).toEqual(['SUPPRESSED'])
  })

  test('is refused while the organisation is suspended, when operators may do the rest', async () => {
    const shop = await createOperatorShop()
    await shop.post()
    await suspendOrganisation(shop.services, shop.organisation.id)
    expect(await shop.act('close')).toMatchObject({ status: 409 })
    expect(await shop.act('cancel', { reason: 'Stopped.' })).toMatchObject({ status: 200 })
  })
})

describe('excluding items', () => {
  test('fails them and releases their money; the others are printed without gaps', async () => {
    const shop = await rendered()
    const [first, second, third] = (await shop.items()).map((item) => item.id)
    const price = (await shop.reserved()) / 3
    const answer = await shop.act('exclude', { items: [second], reason: 'The name is an insult.' })
    expect(answer).toMatchObject({ status: 200, body: { status: 'CUTOFF_REACHED', itemCount: 2, parts: [] } })
    expect(await shop.item(second!)).toMatchObject({ status: 'FAILED', runId: null, sequence: null })
    expect((await shop.item(second!)).history.at(-1)!.reason).toContain('The name is an insult.')
    expect(await shop.reserved()).toBe(2 * price)
    shop.printers.live.script()
    await shop.advance(60_000)
    const run = await shop.run()
    expect(run).toMatchObject({ status: 'HANDED_TO_PRINTER', itemCount: 2 })
    const places = await Promise.all([first!, third!].map(async (id) => (await shop.item(id)).sequence))
    expect(places.sort()).toEqual([1, 2])
    const manifest = shop.printers.live.packages.get(run.id)!.find(({ name }) => name === 'manifest.json')!
    const { items } = JSON.parse(new TextDecoder().decode(manifest.bytes))
    expect(items.map((item: { id: string }) => item.id).sort()).toEqual([first, third].sort())
    expect(shop.logged).toEqual([])
  })

  test('in a run that failed because of one item lets the rest continue', async () => {
    const shop = await createOperatorShop()
    await shop.post()
    const { id: bad } = await shop.post({ name: 'Poison' })
    const { renderPart } = shop.renderer
    shop.renderer.renderPart = async (request, sink) => {
      if (request.pieces.some((piece) => piece.itemId === bad)) throw new Error('The engine broke.')
      return renderPart(request, sink)
    }
    await shop.advance(cutoff)
    for (let minute = 0; minute < 30; minute++) await shop.advance(60_000)
    expect(await shop.run()).toMatchObject({ status: 'FAILED' })
    expect(await shop.act('exclude', { items: [bad], reason: 'Breaks the engine.' })).toMatchObject({
      status: 200,
    })
    await shop.settle()
    expect(await shop.run()).toMatchObject({ status: 'HANDED_TO_PRINTER', itemCount: 1 })
  })

  test('entirely leaves nothing to print', async () => {
    const shop = await rendered()
    const items = (await shop.items()).map((item) => item.id)
    await shop.act('exclude', { items, reason: 'All wrong.' })
    await shop.settle()
    expect(await shop.run()).toMatchObject({ status: 'COMPLETED', itemCount: 0 })
    expect(await shop.reserved()).toBe(0)
  })

  test('names every id that is not in the run, and then excludes none', async () => {
    const shop = await rendered()
    const [known] = (await shop.items()).map((item) => item.id)
    const answer = await shop.act('exclude', { items: ['itm_a', known, 'itm_b'], reason: 'x' })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([
      'items[0]',
      'items[2]',
    ])
    expect(await shop.statuses()).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED'])
  })

  test('accepts a hundred ids and a reason of five hundred characters, not more', async () => {
    const shop = await rendered()
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `itm_${index}`)
    const parameters = async (body: unknown) =>
      (await shop.act('exclude', body)).body.errors.map((error: { parameter: string }) => error.parameter)
    expect(await parameters({ items: ids(100), reason: 'a'.repeat(500) })).toHaveLength(100)
    expect(await parameters({ items: ids(101), reason: 'a'.repeat(501) })).toEqual(['items', 'reason'])
    expect(await parameters({ items: [], reason: ' ' })).toEqual(['items', 'reason'])
  })
})

describe('cancelling', () => {
  test.each(['OPEN', 'RENDERED'])(
    'an %s run moves its items to the next one, with their money reserved',
    async (status) => {
      const shop = status === 'OPEN' ? await createOperatorShop() : await rendered()
      if (status === 'OPEN') await shop.post()
      const reserved = await shop.reserved()
      const answer = await shop.act('cancel', { reason: 'The printer is closed today.' })
      expect(answer).toMatchObject({
        status: 200,
        body: { status: 'CANCELLED', reason: 'The printer is closed today.' },
      })
      await shop.settle()
      const [cancelled, next] = await shop.runs()
      expect(cancelled).toMatchObject({ status: 'CANCELLED', itemCount: 0 })
      expect(next!.status).toBe('OPEN')
      for (const item of await shop.items()) {
        expect(item).toMatchObject({ status: 'SCHEDULED', runId: next!.id, sequence: null })
      }
      expect(await shop.reserved()).toBe(reserved)
    },
  )
})

describe('handing over', () => {
  test('a rendered run is handed over immediately', async () => {
    const shop = await rendered()
    shop.printers.live.script()
    expect(await shop.act('handOver')).toMatchObject({ status: 200, body: { status: 'RENDERED' } })
    await shop.settle()
    expect(await shop.run()).toMatchObject({ status: 'HANDED_TO_PRINTER', partner: 'folder' })
  })

  test('a package that was printed elsewhere is not handed over again', async () => {
    const shop = await rendered()
    const answer = await shop.act('handOver', { printed: true })
    expect(answer).toMatchObject({ status: 200, body: { status: 'HANDED_TO_PRINTER', partner: 'manual' } })
    shop.printers.live.script()
    await shop.advance(3_600_000)
    expect(await shop.statuses()).toEqual(['IN_PRODUCTION', 'IN_PRODUCTION', 'IN_PRODUCTION'])
    expect(shop.printers.live.packages.size).toBe(0)
  })

  test('an uncertain run requires `printed`, and other runs refuse it', async () => {
    const shop = await createOperatorShop()
    await shop.post()
    shop.printers.live.script({ kind: 'lost' })
    await shop.advance(cutoff)
    for (let minute = 0; minute < 30; minute++) await shop.advance(60_000)
    expect(await shop.run()).toMatchObject({ uncertain: true })
    expect(await shop.act('handOver')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Set `printed`') },
    })
    expect(await shop.act('handOver', { printed: false })).toMatchObject({ status: 200 })
    await shop.settle()
    expect(await shop.run()).toMatchObject({ status: 'HANDED_TO_PRINTER', uncertain: false })
    const waiting = await rendered()
    expect(await waiting.act('handOver', { printed: false })).toMatchObject({ status: 409 })
  })

  test.each([
    ['a run that failed before rendering is rendered first', 'handOver', null],
    ['one that failed after rendering is handed over', 'render', 1],
  ])('%s', async (_rule, action, renderedAt) => {
    const shop = await rendered()
    await force(shop, 'FAILED', { renderedAt })
    expect(await shop.act(action)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })
})
