import { expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop } from '../../support/items.ts'
import { dieAfterWrites, survivedWrites } from '../../support/mortal-store.ts'
import { zoe } from '../../support/recipients.ts'

const list = Buffer.from('name;street\nAda Alba;Damrak 3\n')

/** Erases an item in a process that dies after this many writes, restarts and continues. */
const erasedWith = async (survivingWrites: number) => {
  const shop = await createItemShop()
  const { id } = await shop.create({ recipient: { ...zoe, name: 'Zebulon Quistgaard' } })
  const upload = (name: string) =>
    shop.call('uploads.create', {
      query: { kind: 'CSV', name },
      bytes: list,
      idempotencyKey: name.slice(0, 1),
    })
  for (const name of ['Zebulon.csv', 'quistgaard.csv']) expect((await upload(name)).status).toBe(201)
  await shop.act('items.cancel', id)
  await shop.settle()
  expect((await shop.act('items.erase', id)).status).toBe(202)
  const death = dieAfterWrites(shop.services.store, survivingWrites, shop.core.scheduler)
  await shop.settle().catch(() => {})
  const died = await death.over()
  await shop.core.scheduler.reap({ all: true })
  for (let minute = 0; minute < 3; minute++) await shop.advance(60_000)
  const names = await shop.services.store.read(async (rows) =>
    (await rows.uploads.find(everyone, {})).map(({ fileName }) => fileName),
  )
  const answers = [(await upload('Zebulon.csv')).body, (await upload('quistgaard.csv')).body]
  const { erasedAt } = await shop.row(id)
  await shop.core.close()
  return { died, end: { names, answers: answers.map(({ name }) => name), isErased: erasedAt !== null } }
}

test('an erasure that is killed at any write leaves no file named after the recipient', async () => {
  const files = ['erased.csv', 'erased.csv']
  const undisturbed = { names: files, answers: files, isErased: true }
  let killed = 0
  for (const writes of survivedWrites()) {
    const { died, end } = await erasedWith(writes)
    expect(end, `killed after ${writes} writes`).toEqual(undisturbed)
    if (!died) break
    killed++
  }
  expect(killed).toBeGreaterThan(0)
}, 900_000)
