import { beforeEach, describe, expect, test } from 'vitest'
import type { PostbatchStatus } from '../../../src/core/model/postbatches.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createSalutationShop, type SalutationShop, vries } from '../../support/salutations.ts'

const corrections = [{ salutation: vries, corrected: 'Beste buren' }]
let shop: SalutationShop
beforeEach(async () => {
  shop = await createSalutationShop()
})

/** A mailing with waiting corrections in a status that a server of an earlier version has set. */
const moved = async (status: PostbatchStatus) => {
  const id = await shop.mailing()
  expect((await shop.correct(id, corrections)).status).toBe(202)
  await shop.forcePostbatch(id, status)
  await shop.settle()
  return id
}
const waiting = async (id: string) =>
  (await shop.services.store.read((rows) => rows.postbatches.get(everyone, id)))!.salutationCorrections
const jobs = () =>
  shop.services.store.read((rows) => rows.jobs.find(everyone, { kind: 'postbatches.correctSalutations' }))

describe('corrected salutations alongside a server of an earlier version', () => {
  test('are refused while it runs, with a remedy', async () => {
    const id = await shop.mailing()
    const requests: unknown[] = []
    shop.services.store.hasEarlierServers = async (migration) => requests.push(migration) === 1
    expect(await shop.correct(id, corrections)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining('when all servers run this version') },
    })
    expect(await waiting(id)).toBeNull()
    expect((await shop.correct(id, corrections)).status).toBe(202)
    expect(requests).toEqual(['0044', '0044'])
  })

  test.each(['APPROVED', 'SCHEDULED', 'IN_PRODUCTION', 'COMPLETED'] as const)(
    'are kept, and the job reports the remedy, if that server made the mailing %s',
    async (status) => {
      const id = await moved(status)
      expect(await waiting(id)).toMatchObject(corrections)
      expect(await jobs()).toMatchObject([
        { status: 'FAILED', attempts: 1, lastError: expect.stringContaining(`${id} is ${status}`) },
      ])
      expect((await jobs())[0]!.lastError).toContain('copy it, and correct the salutations of the copy')
    },
  )

  test('wait for a validation that it started, and are then written', async () => {
    const id = await moved('VALIDATING')
    expect(await waiting(id)).toMatchObject(corrections)
    await shop.forcePostbatch(id, 'VALIDATED')
    await shop.advance(60_000)
    expect(await waiting(id)).toBeNull()
    expect(await shop.texts(id)).toContain('2 Beste buren')
    expect(await jobs()).toEqual([])
  })

  test('end with a cancelled mailing', async () => {
    const id = await moved('CANCELLED')
    expect(await waiting(id)).toBeNull()
    expect(await jobs()).toEqual([])
  })
})
