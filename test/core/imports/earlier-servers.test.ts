import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type JobKind, jobKinds } from '../../../src/core/engine/jobs/kinds.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { manyLines } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'
import { isInHistory } from '../../support/other-program.ts'

/** The last revision that knows neither answers to questions nor doubtful values. */
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
      (await rows.jobs.find(everyone, { status: 'PENDING' })).filter(({ payload }) => payload.importId),
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
    'is queued under a kind that an earlier server has no handler for',
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

  test('that an earlier version queued is finished', async () => {
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
