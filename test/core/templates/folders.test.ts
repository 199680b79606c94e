import { afterAll, describe, expect, test } from 'vitest'
import type { TestShop } from '../../support/shop.ts'
import { create, renderer, shopWithCatalogue } from '../../support/templates.ts'

afterAll(() => renderer.close())

const folderOf = async (shop: TestShop, name: string) =>
  (await shop.call('templates.createFolder', { body: { name } })).body as { id: string }
const namesIn = async (shop: TestShop, query: string) =>
  (await shop.call('templates.list', { query: `sort=name&${query}` })).body.data.map(
    (template: { name: string }) => template.name,
  )

describe('a template folder', () => {
  test('is created, renamed, listed and deleted', async () => {
    const shop = await shopWithCatalogue()
    const { status, body } = await shop.call('templates.createFolder', { body: { name: ' Spring ' } })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^fld_/),
        name: 'Spring',
        createdAt: '2026-01-05T09:00:00.000Z',
        updatedAt: '2026-01-05T09:00:00.000Z',
      },
    })
    const params = { id: body.id }
    await folderOf(shop, 'Autumn')
    const renamed = await shop.call('templates.patchFolder', { params, body: { name: 'Summer' } })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Summer' } })
    expect((await shop.call('templates.folder', { params })).body).toEqual(renamed.body)
    const { data } = (await shop.call('templates.folders', { key: shop.keys.test })).body
    expect(data.map((folder: { name: string }) => folder.name)).toEqual(['Autumn', 'Summer'])
    expect((await shop.call('templates.removeFolder', { params })).status).toBe(204)
    for (const operation of ['templates.folder', 'templates.patchFolder', 'templates.removeFolder']) {
      expect(await shop.call(operation, { params, body: { name: 'x' } })).toMatchObject({ status: 404 })
    }
  })

  test('has a unique name, regardless of case', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await folderOf(shop, 'Énergie')
    const refused = { status: 422, body: { errors: [{ parameter: 'name', code: 'taken' }] } }
    expect(await shop.call('templates.createFolder', { body: { name: 'ÉNERGIE' } })).toMatchObject(refused)
    const other = await folderOf(shop, 'Water')
    const rename = (of: string, name: string) =>
      shop.call('templates.patchFolder', { params: { id: of }, body: { name } })
    expect(await rename(other.id, 'énergie')).toMatchObject(refused)
    expect(await rename(id, 'énergie')).toMatchObject({ status: 200 })
    const elsewhere = await shop.another()
    const call = { body: { name: 'Énergie' }, key: elsewhere.keys.live }
    expect(await shop.call('templates.createFolder', call)).toMatchObject({ status: 201 })
  })

  test('contains templates: new ones, moved ones and copies', async () => {
    const shop = await shopWithCatalogue()
    const { id: folderId } = await folderOf(shop, 'Spring')
    const inside = await create(shop, { name: 'inside', folderId })
    await create(shop, { name: 'outside' })
    const moved = await create(shop, { name: 'moved' })
    const patch = (id: string, body: object) => shop.call('templates.patch', { params: { id }, body })
    expect((await patch(moved.id, { folderId })).body).toMatchObject({ folderId, name: 'moved' })
    await shop.call('templates.duplicate', { params: { id: inside.id }, body: { name: 'copy' } })
    expect(await namesIn(shop, `filter[folderId]=${folderId}`)).toEqual(['copy', 'inside', 'moved'])
    expect(await namesIn(shop, 'filter[folderId][null]=true')).toEqual(['outside'])
    await patch(moved.id, { folderId: null })
    expect(await namesIn(shop, `filter[folderId][in]=${folderId}`)).toEqual(['copy', 'inside'])
  })

  test('can’t be deleted while it contains a template, even an archived one', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await folderOf(shop, 'Spring')
    const template = await create(shop, { folderId: id })
    await shop.call('templates.archive', { params: { id: template.id } })
    const remove = () => shop.call('templates.removeFolder', { params: { id } })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
    await shop.call('templates.unarchive', { params: { id: template.id } })
    await shop.call('templates.patch', { params: { id: template.id }, body: { folderId: null } })
    expect(await remove()).toMatchObject({ status: 204 })
  })

  test('of another organisation, or unknown, accepts no template', async () => {
    const shop = await shopWithCatalogue()
    const other = await shop.another()
    const foreign = await shop.call('templates.createFolder', { body: { name: 'x' }, key: other.keys.live })
    const template = await create(shop)
    for (const folderId of [foreign.body.id, 'fld_1']) {
      const call = { params: { id: template.id }, body: { folderId } }
      expect(await shop.call('templates.patch', call)).toMatchObject({
        status: 422,
        body: { errors: [{ parameter: 'folderId', code: 'unknown' }] },
      })
    }
  })

  test('is read-only with a test key', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await folderOf(shop, 'Spring')
    for (const operation of ['templates.createFolder', 'templates.patchFolder', 'templates.removeFolder']) {
      const call = { params: { id }, body: { name: 'y' }, key: shop.keys.test }
      expect(await shop.call(operation, call)).toMatchObject({ status: 403 })
    }
  })
})
