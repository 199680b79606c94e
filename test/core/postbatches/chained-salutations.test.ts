import { beforeEach, describe, expect, test } from 'vitest'
import { person } from '../../support/postbatches.ts'
import { createSalutationShop, type SalutationShop, smit, vries } from '../../support/salutations.ts'

const bos = 'Geachte heer Bos'
let shop: SalutationShop
beforeEach(async () => {
  shop = await createSalutationShop()
})

/** 130 letters to Ms de Vries and 130 to Mr Bos, alternating, so that every chunk of items has both. */
const two = async (): Promise<string> => {
  const many = Array.from({ length: 260 }, (_, index) => ({
    ...person(index + 1, { name: index % 2 === 0 ? 'A. de Vries' : 'C. Bos' }),
    data: { sex: index % 2 === 0 ? 'v' : 'm' },
  }))
  const id = await shop.validated(many, { templateId: shop.saluted })
  expect(await shop.texts(id)).toEqual([`130 ${bos}`, `130 ${vries}`])
  return id
}

/** Interrupts the job once, after it has written the first items. */
const stopOnce = (id: string, before: () => Promise<void> = async () => {}) => {
  const write = shop.services.store.write.bind(shop.services.store)
  let isStopped = false
  shop.services.store.write = async (body, options) => {
    const value = await write(body, options)
    if (isStopped || !(await shop.itemsOf(id)).some(({ data }) => data.letterSalutation)) return value
    isStopped = true
    await before()
    throw new Error('The server stops here.')
  }
  return () => isStopped
}

/** Lets the job resume after its wait. */
const settleLater = async () => {
  await shop.settle()
  await shop.advance(60 * 60_000)
  await shop.settle()
}

describe('corrections that name the result of another one', () => {
  test.each([
    ['swap values', [vries, bos], [bos, vries], [`130 ${bos}`, `130 ${vries}`]],
    ['form a chain', [vries, bos], [bos, 'Beste buren'], ['130 Beste buren', `130 ${bos}`]],
  ])('%s, even if the job is interrupted and resumes', async (_, one, other, texts) => {
    const id = await two()
    const names = new Map(
      (await shop.itemsOf(id)).map((item) => [item.id, item.data.sex === 'v' ? one[1] : other[1]]),
    )
    await shop.correct(
      id,
      [one, other].map(([salutation, corrected]) => ({ salutation, corrected })),
    )
    const isStopped = stopOnce(id)
    await settleLater()
    expect(isStopped()).toBe(true)
    expect(await shop.listed(id)).toMatchObject({ isCorrecting: false })
    expect(await shop.texts(id)).toEqual(texts)
    for (const { id: item, data } of await shop.itemsOf(id))
      expect(data.letterSalutation).toBe(names.get(item))
  })

  test('are refused while that one waits, and accepted after it', async () => {
    const id = await shop.mailing()
    await shop.correct(id, [{ salutation: vries, corrected: 'Beste buren,' }])
    for (const [salutation, corrected] of [
      ['Beste buren', 'Beste allemaal'],
      [smit, vries],
    ])
      expect(await shop.correct(id, [{ salutation, corrected }])).toMatchObject({
        status: 409,
        body: { code: 'invalid_state' },
      })
    // Corrections that repeat or replace the first one, or are of other letters, need not wait.
    for (const [salutation, corrected] of [
      [vries, 'Beste buren,'],
      [smit, 'Beste buren'],
      [vries, vries],
      [vries, 'Beste buren'],
    ])
      expect(await shop.correct(id, [{ salutation, corrected }])).toMatchObject({ status: 202 })
    await shop.settle()
    await shop.correct(id, [{ salutation: 'Beste buren', corrected: 'Beste allemaal' }])
    await shop.settle()
    expect(await shop.texts(id)).toEqual(['3 Beste allemaal', `1 ${bos}`])
  })
})

test('corrections that are sent again after the job was interrupted correct no item twice', async () => {
  const id = await two()
  const corrections = [
    { salutation: vries, corrected: bos },
    { salutation: bos, corrected: vries },
  ]
  await shop.correct(id, corrections)
  stopOnce(id, async () => {
    expect(await shop.correct(id, corrections)).toMatchObject({ status: 202 })
  })
  await settleLater()
  for (const { data } of await shop.itemsOf(id))
    expect(data.letterSalutation).toBe(data.sex === 'v' ? bos : vries)
})
