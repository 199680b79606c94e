import { expect, test } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { historyOf } from '../../../src/core/features/runs/history.ts'
import { runLimits } from '../../../src/core/features/runs/limits.ts'
import { moveRun } from '../../../src/core/features/runs/run.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

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

test('a run tells every status that it has been in, oldest first', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  const at = '2026-01-05T08:00:00.000Z'
  expect(await history(shop)).toEqual([{ status: 'OPEN', at, reason: null, reasonSentence: null }])
  await shop.advance(cutoff)
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERING RENDERED HANDING_OVER HANDED_TO_PRINTER')
  expect((await history(shop)).at(-1)).toMatchObject({ at: '2026-01-05T09:00:00.000Z', reason: null })
})

test('a run tells what was reported of its pieces, which is no status', async () => {
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
  // A report that is refused is not noted.
  expect((await report([{ sequence: 4, outcome: 'RETURNED' }], false)).status).toBe(409)
  const at = '2026-01-05T09:00:00.000Z'
  expect((await shop.call('runs.history', { params: { id } })).body.reports).toEqual([
    { at, outcome: 'DAMAGED', pieces: 2, reprinted: 2 },
    { at, outcome: 'MISPRINTED', pieces: 1, reprinted: 1 },
    { at, outcome: 'NOT_HANDED_OVER', pieces: 1, reprinted: 0 },
  ])
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERING RENDERED HANDING_OVER HANDED_TO_PRINTER')
})

test('a run that was cancelled tells why, in the words of who cancelled it', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  shop.printers.live.script({ kind: 'unavailable', reason: 'mount /srv/printer is gone' })
  await shop.advance(cutoff)
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERING RENDERED HANDING_OVER RENDERED')
  // Folders and errors of the server are for its operator.
  expect((await history(shop)).at(-1)).toMatchObject({
    reason: expect.stringContaining('It waits and goes on by itself.'),
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

test('a run that an earlier version has moved tells what is known of it', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  await shop.advance(cutoff)
  const { id } = await runOf(shop)
  await shop.services.store.write((rows) => rows.runs.update(everyone, id, { history: null }))
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERED HANDED_TO_PRINTER')
  await shop.services.store.write((rows) => rows.runs.update(everyone, id, { status: 'FAILED' }))
  expect(await statuses(shop)).toBe('OPEN CUTOFF_REACHED RENDERED HANDED_TO_PRINTER FAILED')
})

test('a run that is tried again and again keeps its last hundred statuses', async () => {
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

test('the history needs items.read, and is of the own organisation and mode', async () => {
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
