import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { enqueueJobs } from '../../../src/core/engine/jobs/enqueue.ts'
import { type JobKind, jobKinds } from '../../../src/core/engine/jobs/kinds.ts'
import { importJob } from '../../../src/core/features/imports/import.ts'
import type { ImportRow } from '../../../src/core/model/imports.ts'
import { isWaiting } from '../../../src/core/model/jobs.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { manyLines } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'
import { isInHistory } from '../../support/other-program.ts'

/** The last Git revision in which imports had no answers to questions and no doubtful values. */
const earlier = 'dc1a7e01'
const list = 'Naam;Straat;Huisnummer;Postcode;Plaats\r\nEva Bakker;Damrak;12;1012 LG;Amsterdam\r\n'

const began = async () => {
  const shop = await createImportShop()
  const uploadId = await shop.upload(list)
  const { mapping } = (await shop.call('suppressions.importSample', { query: { uploadId } })).body
  const suppressions = (await shop.call('suppressions.import', { body: { uploadId, mapping } })).body.id
  const draft = await shop.draft()
  const mailing = (await shop.begin(draft, manyLines(2))).body.id
  const jobs = () =>
    shop.services.store.read(async (rows) =>
      (await rows.jobs.find(everyone, isWaiting)).filter(({ payload }) => payload.importId),
    )
  const done = async () => {
    await shop.settle()
    const entries = await shop.call('suppressions.getImport', { params: { id: suppressions } })
    return [entries.body, await shop.readImport(draft, mailing)]
  }
  return { shop, jobs, done }
}

describe('an import', () => {
  test.runIf(isInHistory(earlier))(
    'is queued under a kind that an earlier server does not handle',
    async () => {
      const kinds = execFileSync('git', ['show', `${earlier}:src/core/engine/jobs/kinds.gen.ts`], {
        encoding: 'utf8',
      })
      const { jobs, done } = await began()
      const queued = (await jobs()).map(({ kind }) => kind as JobKind)
      expect(queued.toSorted()).toEqual(['imports.takeRows', 'suppressions.takeRows'])
      expect(kinds).toContain(`'imports.process'`)
      for (const kind of queued) expect(kinds).not.toContain(`'${kind}'`)
      expect(await done()).toMatchObject([{ status: 'COMPLETED', addedCount: 1 }, { status: 'COMPLETED' }])
    },
  )

  test('queued by an earlier version is finished', async () => {
    const { shop, jobs, done } = await began()
    const before = {
      'imports.takeRows': 'imports.process',
      'suppressions.takeRows': 'suppressions.import',
    } as const
    const queued = await jobs()
    await shop.services.store.write(async (rows) => {
      for (const { id, kind } of queued)
        await rows.jobs.update(everyone, id, { kind: before[kind as keyof typeof before] })
    })
    expect(jobKinds).toEqual(expect.arrayContaining(Object.values(before)))
    expect(await done()).toMatchObject([{ status: 'COMPLETED', addedCount: 1 }, { status: 'COMPLETED' }])
  })
})

describe('an import started by an earlier version', () => {
  const heading = 'Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats;Naam partner'
  const row = 'Zoë;de Vries;Damrak;12;1012 LG;Amsterdam;Jan de Boer'
  const fields = {
    'recipient.name': { columns: ['Voornaam', 'Achternaam'] },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnr' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'data.firstName': { column: 'Voornaam' },
  }
  const leftOut = { code: 'unused_column', column: 'Naam partner', choice: 'leave_out' }

  /** Queues an import as an earlier version did: mapped when it is created, or afterwards. */
  const queued = async ({
    content = `${heading}\r\n${row}\r\n` as string | Uint8Array,
    revision = 2,
    change = {} as Partial<ImportRow>,
    preset = undefined as object | undefined,
  }) => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const { body } = await shop.begin(id, content, {})
    const presetId = preset && (await shop.call('mappingPresets.create', { body: preset })).body.id
    const then = { status: 'MAPPED', mapping: { fields }, questions: null, answers: null } as const
    await shop.services.store.write(async (rows) => {
      const row = (await rows.imports.get(everyone, body.id))!
      const { given: _, ...dialect } = row.dialect
      const before = { ...then, revision, dialect, presetId: presetId ?? null, ...change }
      await rows.imports.update(row, row.id, before)
      const job = importJob(row, 0, { scopes: [] } as never)
      await enqueueJobs(shop.services, rows, [
        { ...job, kind: 'imports.process', payload: { importId: row.id } },
      ])
    })
    await shop.settle()
    return shop.readImport(id, body.id)
  }

  test.each<[string, Parameters<typeof queued>[0], object]>([
    [
      'has an open question',
      {},
      { code: 'questions_open', message: expect.stringContaining('Naam partner') },
    ],
    [
      'uses a preset without the answer',
      { preset: { name: 'P', mapping: { fields } } },
      { code: 'questions_open', message: expect.stringContaining('Naam partner') },
    ],
    [
      'was read with another heading',
      { change: { headRecords: 2 } },
      { code: 'questions_open', message: expect.stringContaining('other columns') },
    ],
    [
      'was read in another encoding',
      { change: { dialect: { encoding: 'windows-1252', delimiter: ';' } } },
      { code: 'questions_open', message: expect.stringContaining('windows-1252; it is utf-8') },
    ],
  ])('imports nothing if it %s', async (_what, given, failure) => {
    expect(await queued(given)).toMatchObject({ status: 'FAILED', createdCount: 0, failure })
  })

  test.each<[string, Parameters<typeof queued>[0]]>([
    ['has an explicit mapping', { revision: 1 }],
    ['has a preset with the answer', { preset: { name: 'P', mapping: { fields }, answers: [leftOut] } }],
    [
      'raises no question',
      { content: `${heading.replace(';Naam partner', '')}\r\n${row}\r\n`.replace(';Jan de Boer', '') },
    ],
    ['has started', { change: { status: 'PROCESSING', rowCount: 1, readBytes: 100 } }],
  ])('is finished if it %s', async (_what, given) => {
    expect(await queued(given)).toMatchObject({ status: 'COMPLETED', failure: null })
  })
})
