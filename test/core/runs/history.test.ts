import { describe, expect, test } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { reportOnRun } from '../../../src/core/features/runs/command-line.ts'
import { runLimits } from '../../../src/core/features/runs/limits.ts'
import { historyOf, moveRun, reportEntries, withReports } from '../../../src/core/features/runs/run.ts'
import type { RecordedActor } from '../../../src/core/model/audit.ts'
import type { RunHistoryEntry, RunRow } from '../../../src/core/model/runs.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { filesOf, manifestOf } from '../../support/packages.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

const runOf = async (shop: MailShop) => (await shop.runs())[0]!
const history = async (shop: MailShop) => {
  const { id } = await runOf(shop)
  const { status, body } = await shop.call('runs.history', { params: { id } })
  expect(status).toBe(200)
  return body.data
}
const statuses = async (shop: MailShop) =>
  (await history(shop)).map(({ status }: { status: string }) => status).join(' ')

test('a run’s history lists every status, oldest first', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  const at = '2026-01-05T08:00:00.000Z'
  expect(await history(shop)).toEqual([{ status: 'OPEN', at, reason: null, reasonSentence: null }])
  await shop.advance(cutoff)
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERING RENDERED HANDING_OVER HANDED_TO_PRINTER')
  expect((await history(shop)).at(-1)).toMatchObject({ at: '2026-01-05T09:00:00.000Z', reason: null })
})

test('a slow run records when rendering ended, not when it began', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  const { renderPart } = shop.renderer
  shop.renderer.renderPart = async (input, write) => {
    const rendered = await renderPart(input, write)
    if (input.title.startsWith('run_')) shop.clock.set('2026-01-05T09:10:00Z')
    return rendered
  }
  await shop.advance(cutoff)
  const at = (status: string) => expect.objectContaining({ status, at: '2026-01-05T09:10:00.000Z' })
  expect((await history(shop)).slice(3)).toEqual(['RENDERED', 'HANDING_OVER', 'HANDED_TO_PRINTER'].map(at))
})

test('a run’s history lists reports of its pieces, which are not statuses', async () => {
  const shop = await createMailShop({ clock: before })
  for (let count = 0; count < 4; count++) await shop.post()
  await shop.advance(cutoff)
  const { id } = await runOf(shop)
  const key = await shop.key('live', ['runs.manage', 'items.write', 'items.read'])
  const report = (pieces: unknown[], reprint: boolean) =>
    shop.call('runs.report', { key, params: { id }, body: { pieces, reprint } })
  const pieces = [1, 2].map((sequence) => ({ sequence, outcome: 'DAMAGED' }))
  const first = await report([...pieces, { sequence: 3, outcome: 'MISPRINTED' }], true)
  expect(first.body.run.updatedAt).toBe('2026-01-05T09:00:00.000Z')
  await report([{ sequence: 4, outcome: 'NOT_HANDED_OVER' }], false)
  // A refused report is not recorded.
  expect((await report([{ sequence: 4, outcome: 'RETURNED' }], false)).status).toBe(409)
  const at = '2026-01-05T09:00:00.000Z'
  const by = { type: 'API_KEY', id: expect.stringMatching(/^key_/), name: expect.any(String) }
  expect((await shop.call('runs.history', { params: { id } })).body.reports).toEqual([
    { at, outcome: 'DAMAGED', pieces: 2, reprinted: 2, by },
    { at, outcome: 'MISPRINTED', pieces: 1, reprinted: 1, by },
    { at, outcome: 'NOT_HANDED_OVER', pieces: 1, reprinted: 0, by },
  ])
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERING RENDERED HANDING_OVER HANDED_TO_PRINTER')
})

describe('the reporter of pieces', () => {
  const atPrinter = async () => {
    const shop = await createMailShop({ clock: before })
    for (let count = 0; count < 3; count++) await shop.post()
    await shop.advance(cutoff)
    const { id } = await runOf(shop)
    const bram = await shop.portal({ operator: ['runs.manage'], email: 'bram@example.com' })
    const as = (operation: string, body: object) =>
      shop.call(operation, { session: bram, headers: { 'x-mode': 'live' }, params: { id }, body })
    const history = async () => (await shop.call('runs.history', { params: { id } })).body
    return { shop, id, as, history, by: { type: 'USER', id: bram.user.id, name: 'bram' } }
  }

  test('is a user, by their current name', async () => {
    const { shop, as, history, by } = await atPrinter()
    const damaged = { pieces: [{ sequence: 1, outcome: 'DAMAGED' }] }
    expect((await as('runs.report', damaged)).status).toBe(200)
    expect((await as('runs.remake', { ranges: [{ from: 2, to: 3 }] })).status).toBe(201)
    expect(await history()).toMatchObject({ reports: [{ by }], remakes: [{ by }] })
    await shop.services.store.write((rows) => rows.users.update(everyone, by.id, { name: 'Bram Bos' }))
    expect(await history()).toMatchObject({ reports: [{ by: { ...by, name: 'Bram Bos' } }] })
  })

  test('is the printer, the command line, or unknown for an earlier version', async () => {
    const { shop, id, history } = await atPrinter()
    const { callbackUrl } = manifestOf(filesOf(shop.printers.live, id))
    const token = new URL(callbackUrl).searchParams.get('token')!
    const body = { event: 'DAMAGED', sequences: [1] }
    const answer = await shop.call('runs.callback', {
      key: undefined,
      params: { id },
      query: { token },
      body,
    })
    expect(answer.status).toBe(200)
    const report = { sequences: [2], outcome: 'MISPRINTED', reprint: false } as const
    await reportOnRun(shop.services, id, report)
    expect((await history()).reports).toMatchObject([
      { by: { type: 'PUBLIC', id: 'printer' } },
      { by: { type: 'OPERATOR', name: 'command line' } },
    ])
    const { history: stored } = await runOf(shop)
    const earlier = stored!.map(({ by: _, ...entry }) => entry)
    await shop.services.store.write((rows) => rows.runs.update(everyone, id, { history: earlier }))
    expect((await history()).reports).toMatchObject([{ by: null }, { by: null }])
  })
})

describe('reports of a return desk', () => {
  const run = { status: 'COMPLETED' } as RunRow
  const by = (id: string): RecordedActor => ({ type: 'USER', id, name: id })
  const came = (who: string, at: number) =>
    reportEntries(run, ['RETURNED'], { reprint: false, by: by(who) }, at)
  const reports = (history: readonly RunHistoryEntry[]) =>
    history.map(({ report, by }) => [by?.id ?? null, report?.pieces ?? null])

  test('are one entry for each user, also of two who alternate', () => {
    let history: RunHistoryEntry[] = [{ status: 'COMPLETED', at: 0 }]
    for (const [at, who] of ['ada', 'bram', 'ada', 'ada', 'bram'].entries())
      history = withReports(history, came(who, at))
    expect(reports(history)).toEqual([
      [null, null],
      ['ada', 3],
      ['bram', 2],
    ])
    expect(history.at(-1)?.at).toBe(4)
  })

  test('start over after another report', () => {
    const damaged = reportEntries(run, ['DAMAGED'], { reprint: false, by: by('ada') }, 1)
    const history = withReports(withReports(withReports([], came('ada', 0)), damaged), came('ada', 2))
    expect(reports(history)).toEqual([
      ['ada', 1],
      ['ada', 1],
      ['ada', 1],
    ])
  })
})

test('a cancelled run’s history contains the reason, in the canceller’s words', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  shop.printers.live.script({ kind: 'unavailable', reason: 'mount /srv/printer is gone' })
  await shop.advance(cutoff)
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERING RENDERED HANDING_OVER RENDERED')
  // The reason omits folders and errors of the server, which only its operator sees.
  expect((await history(shop)).at(-1)).toMatchObject({
    reason: expect.stringContaining('It waits and resumes automatically.'),
    reasonSentence: { code: 'run_reason', params: { case: 'printer' } },
  })
  const key = await shop.key('live', ['runs.manage'])
  const { id } = await runOf(shop)
  await shop.call('runs.cancel', { key, params: { id }, body: { reason: 'The wrong paper.' } })
  expect((await history(shop)).at(-1)).toMatchObject({
    status: 'CANCELLED',
    reason: expect.stringContaining('The wrong paper.'),
    reasonSentence: null,
  })
})

test('a run moved by an earlier version shows what is known of it', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  await shop.advance(cutoff)
  const { id } = await runOf(shop)
  await shop.services.store.write((rows) => rows.runs.update(everyone, id, { history: null }))
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERED HANDED_TO_PRINTER')
  await shop.services.store.write((rows) => rows.runs.update(everyone, id, { status: 'FAILED' }))
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERED HANDED_TO_PRINTER FAILED')
})

test('a run that is retried repeatedly keeps its last hundred statuses', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  const { id } = await runOf(shop)
  const { store } = shop.services
  await store.write((rows) => rows.runs.update(everyone, id, { status: 'RENDERED' }))
  for (let tries = 0; tries < 60; tries++) {
    for (const status of ['HANDING_OVER', 'RENDERED'] as const) {
      await transact(shop.services, async (transaction) => {
        const run = (await transaction.rows.runs.get(everyone, id))!
        await moveRun(transaction, run, status, run.updatedAt + 1)
      })
    }
  }
  const run = (await store.read((rows) => rows.runs.get(everyone, id)))!
  expect([historyOf(run).length, historyOf(run).at(-1)?.status]).toEqual([runLimits.history, 'RENDERED'])
})

test('the history requires items.read, in the same organisation and mode', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  const { id } = await runOf(shop)
  const writer = await shop.key('live', ['items.write'])
  expect(await shop.call('runs.history', { params: { id }, key: writer })).toMatchObject({ status: 403 })
  const { keys } = await shop.another()
  for (const key of [keys.live, shop.keys.test]) {
    expect(await shop.call('runs.history', { params: { id }, key })).toMatchObject({ status: 404 })
  }
})
