import { beforeEach, describe, expect, test, vi } from 'vitest'
import { maxTestAttempts } from '../../../src/core/engine/jobs/runner.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const list =
  'Naam,Straat,Huisnummer,Postcode,Plaats,Land,Voornaam\nEva Bos,Damrak,12,1012 LG,Amsterdam,NL,Eva\n'
const mapping = {
  fields: {
    'recipient.name': { column: 'Naam' },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnummer' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'recipient.country': { column: 'Land' },
    'data.firstName': { column: 'Voornaam' },
  },
}

let shop: ImportShop
let id: string
let importId: string
let repair: () => void
/** Starts an import whose file cannot be read, as if a disk or bucket were unavailable. */
const begin = async (key = shop.keys.live) => {
  id = await shop.draft([], {}, key)
  const uploadId = await shop.upload(list, key)
  const begun = await shop.call('postbatches.createImport', {
    key,
    params: { id },
    body: { uploadId, mapping },
  })
  expect(begun).toMatchObject({ status: 201, body: { status: 'MAPPED', stalled: null } })
  importId = begun.body.id
  const unavailable = vi
    .spyOn(shop.services.blobs, 'stream')
    .mockRejectedValue(new Error('/data/blobs is away'))
  repair = () => unavailable.mockRestore()
  await shop.settle()
}
beforeEach(async () => {
  shop = await createImportShop()
})

const params = () => ({ id, importId })
const read = async (key = shop.keys.live) =>
  (await shop.call('postbatches.getImport', { key, params: params() })).body

describe('an import that the server cannot continue', () => {
  test('shows members its code and the time of the next attempt', async () => {
    await begin()
    const session = await shop.portal({ permissions: ['items.read'] })
    const seen = (await shop.call('postbatches.getImport', { session, mode: 'live', params: params() })).body
    expect(seen).toMatchObject({
      status: 'PROCESSING',
      failure: null,
      stalled: {
        code: 'server_fault',
        message: expect.stringContaining('restart'),
        retryAt: expect.any(String),
      },
    })
    expect(Date.parse(seen.stalled.retryAt)).toBe(shop.clock.now() + 10_000)
    // Internal errors are only for the operator.
    expect(JSON.stringify(seen)).not.toContain('/data/blobs')
    const listed = await shop.call('postbatches.imports', { session, mode: 'live', params: { id } })
    expect(listed.body.data[0].stalled).toEqual(seen.stalled)
    expect((await shop.call('attention.get', {})).body).toMatchObject({
      importsFailed: 1,
      importsFailedPostbatchId: id,
    })
  })

  test('is retried automatically, and then no longer stalled', async () => {
    await begin()
    repair()
    await shop.advance(10_000)
    expect(await read()).toMatchObject({ status: 'COMPLETED', createdCount: 1, stalled: null })
    expect((await shop.call('attention.get', {})).body.importsFailed).toBe(0)
  })

  test('is restarted immediately by a caller who may import', async () => {
    await begin()
    repair()
    const reader = await shop.key('live', ['items.read'])
    const restart = (key?: string) =>
      shop.call('postbatches.restartImport', { params: params(), ...(key ? { key } : {}) })
    expect((await restart(reader)).status).toBe(403)
    expect((await restart()).status).toBe(202)
    await shop.settle()
    expect(await read()).toMatchObject({ status: 'COMPLETED', createdCount: 1, stalled: null })
    expect(await restart()).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(
      await shop.services.store.read((rows) => rows.jobs.find(everyone, { kind: 'imports.takeRows' })),
    ).toEqual([])
  })

  test('can be cancelled', async () => {
    await begin()
    expect((await shop.call('postbatches.cancelImport', { params: params() })).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'FAILED', failure: { code: 'cancelled' }, stalled: null })
  })

  test('in test mode waits for a restart after the last attempt', async () => {
    const key = shop.keys.test
    await begin(key)
    for (let attempt = 1; attempt < maxTestAttempts; attempt++) await shop.advance(3_600_000)
    expect(await read(key)).toMatchObject({ status: 'PROCESSING', stalled: { retryAt: null } })
    repair()
    await shop.advance(3_600_000)
    expect(await read(key)).toMatchObject({ stalled: { retryAt: null } })
    expect((await shop.call('postbatches.restartImport', { key, params: params() })).status).toBe(202)
    await shop.settle()
    expect(await read(key)).toMatchObject({ status: 'COMPLETED', stalled: null })
  })

  test('from an earlier version is restarted under its waiting kind', async () => {
    await begin()
    await shop.services.store.write((rows) =>
      rows.jobs.updateWhere(
        everyone,
        { kind: 'imports.takeRows' },
        { kind: 'imports.process', dedupeKey: `imports.process|${importId}`, payload: { importId } },
      ),
    )
    expect((await read()).stalled).not.toBeNull()
    repair()
    expect((await shop.call('postbatches.restartImport', { params: params() })).status).toBe(202)
    const waiting = await shop.services.store.read((rows) =>
      rows.jobs.find(everyone, { organisationId: shop.organisation.id }),
    )
    expect(waiting.filter(({ kind }) => /^imports\./.test(kind)).map(({ kind }) => kind)).toEqual([
      'imports.process',
    ])
    await shop.settle()
    expect((await read()).status).toBe('COMPLETED')
  })

  test('is invisible to other organisations', async () => {
    await begin()
    const other = await shop.another()
    expect((await shop.call('attention.get', { key: other.keys.live })).body.importsFailed).toBe(0)
  })
})

test('a suppression import is also shown as stalled, noting that its remaining rows stop no mail yet', async () => {
  const uploadId = await shop.upload(list)
  const body = {
    uploadId,
    reason: 'opt_out',
    mapping: {
      name: 'Naam',
      street: 'Straat',
      houseNumber: 'Huisnummer',
      postalCode: 'Postcode',
      city: 'Plaats',
      country: 'Land',
    },
  }
  const begun = await shop.call('suppressions.import', { body })
  expect(begun).toMatchObject({ status: 202, body: { stalled: null } })
  const unavailable = vi
    .spyOn(shop.services.blobs, 'stream')
    .mockRejectedValue(new Error('/data/blobs is away'))
  await shop.settle()
  const now = async () => (await shop.call('suppressions.getImport', { params: { id: begun.body.id } })).body
  expect(await now()).toMatchObject({
    status: 'PROCESSING',
    stalled: {
      code: 'server_fault',
      message: expect.stringContaining('stop no mail'),
      retryAt: expect.any(String),
    },
  })
  expect((await shop.call('suppressions.imports', {})).body.data[0].stalled).toEqual((await now()).stalled)
  unavailable.mockRestore()
  await shop.advance(10_000)
  expect(await now()).toMatchObject({ status: 'COMPLETED', addedCount: 1, stalled: null })
})
