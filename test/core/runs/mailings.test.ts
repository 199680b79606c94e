import { expect, test } from 'vitest'
import { mailingsOfRun } from '../../../src/core/features/items/transaction-hooks.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const runs = async (shop: MailShop) => (await shop.call('runs.list')).body.data
const mailOf = async (shop: MailShop) =>
  (await runs(shop)).map(({ mailings }: { mailings: unknown }) => mailings)
const of = (postflowId: string) => ({ postflowId, postbatchId: null })

/** Two Postflows that print the same card, and so join the same run. */
const twoPostflows = async () => {
  const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  const first = shop.postflow('live')
  const { body } = await shop.call('postflows.get', { params: { id: first } })
  const { templateId, returnAddressId, trackingTargetUrl } = body
  const settings = { name: 'Thanks', templateId, returnAddressId, trackingTargetUrl }
  const second = (await shop.call('postflows.create', { body: settings })).body.id
  await shop.call('postflows.activate', { params: { id: second } })
  const postTo = (postflowId: string, name: string) =>
    shop.call('items.create', {
      body: {
        postflowId,
        recipient: {
          name,
          street: 'Kade',
          houseNumber: '1',
          postalCode: '1011 AA',
          city: 'Amsterdam',
          country: 'NL',
        },
        data: { firstName: name },
      },
    })
  return { shop, first, second, postTo }
}

test('a run names its mailings once each, before and after rendering', async () => {
  const { shop, first, second, postTo } = await twoPostflows()
  for (const [to, name] of [
    [first, 'Ada'],
    [second, 'Bram'],
    [first, 'Cor'],
  ] as const)
    expect(await postTo(to, name)).toMatchObject({ status: 201, body: { status: 'SCHEDULED' } })
  expect(await mailOf(shop)).toEqual([[of(first), of(second)]])
  await shop.advance('2026-01-05T09:00:00Z')
  const [run] = await runs(shop)
  expect(run).toMatchObject({ status: 'HANDED_TO_PRINTER' })
  expect(run.mailings).toHaveLength(2)
  expect(run.mailings).toEqual(expect.arrayContaining([of(first), of(second)]))
})

test('mailings whose items were removed before the cutoff are not named after rendering', async () => {
  const { shop, first, second, postTo } = await twoPostflows()
  await postTo(first, 'Ada')
  const { body } = await postTo(second, 'Bram')
  await shop.call('items.cancel', { params: { id: body.id } })
  expect(await mailOf(shop)).toEqual([[of(first), of(second)]])
  await shop.advance('2026-01-05T09:00:00Z')
  expect(await mailOf(shop)).toEqual([[of(first)]])
})

test('a run of an earlier version names its rendered mailings, and none before rendering', async () => {
  const { shop, first, postTo } = await twoPostflows()
  await postTo(first, 'Ada')
  await shop.services.store.write((rows) => rows.runs.updateWhere(everyone, {}, { mailings: null }))
  expect(await mailOf(shop)).toEqual([[]])
  await shop.advance('2026-01-05T09:00:00Z')
  expect(await mailOf(shop)).toEqual([[of(first)]])
})

test('a run names at most a hundred', async () => {
  const { shop, first, second, postTo } = await twoPostflows()
  await postTo(first, 'Ada')
  const known = Array.from({ length: mailingsOfRun - 1 }, (_, index) => of(`pfl_${index}`))
  await shop.services.store.write((rows) => rows.runs.updateWhere(everyone, {}, { mailings: known }))
  await postTo(first, 'Bram')
  expect((await shop.runs())[0]!.mailings).toEqual([...known, of(first)])
  await postTo(second, 'Cor')
  expect((await shop.runs())[0]!.mailings).toEqual([...known, of(first)])
  expect(await mailOf(shop)).toEqual([[...known, of(first)]])
})

test('Postflows, Postbatches and templates are found by id, for their names', async () => {
  const { shop, first, second } = await twoPostflows()
  const query = `filter[id][in]=${first},${second},pfl_none`
  const { data } = (await shop.call('postflows.list', { query })).body
  expect(data.map(({ id }: { id: string }) => id).sort()).toEqual([first, second].sort())
  const template = (await shop.call('templates.list')).body.data[0]
  const made = await shop.call('postbatches.create', {
    body: { name: 'Spring', templateId: template.id },
  })
  const templates = await shop.call('templates.list', { query: `filter[id][in]=tpl_none,${template.id}` })
  expect(templates.body.data).toMatchObject([{ id: template.id, name: template.name }])
  const found = await shop.call('postbatches.list', { query: `filter[id][in]=${made.body.id}` })
  expect(found.body.data).toMatchObject([{ name: 'Spring' }])
})
