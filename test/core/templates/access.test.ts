import { afterAll, describe, expect, test } from 'vitest'
import { create, renderer, shopWithCatalogue } from '../../support/templates.ts'

afterAll(() => renderer.close())

describe('a template', () => {
  test('is shared by both modes, read-only with a test key', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop)
    expect(await shop.call('templates.get', { params: { id }, key: shop.keys.test })).toMatchObject({
      status: 200,
    })
    expect(
      await shop.call('templates.patch', { params: { id }, key: shop.keys.test, body: { name: 'X' } }),
    ).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  })

  test('of another organisation does not exist', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop)
    const { keys } = await shop.another()
    for (const operation of [
      'templates.get',
      'templates.getDraft',
      'templates.versions',
      'templates.publish',
    ]) {
      expect(await shop.call(operation, { params: { id }, key: keys.live })).toMatchObject({ status: 404 })
    }
  })

  test('is duplicated with its draft, without its versions', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop)
    await shop.call('templates.publish', { params: { id } })
    const { status, body } = await shop.call('templates.duplicate', { params: { id }, body: {} })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: 'Welcome (copy)', latestVersion: null },
    })
    expect(body.id).not.toBe(id)
    const { body: draft } = await shop.call('templates.getDraft', { params: { id: body.id } })
    expect(draft.document.locale).toBe('nl-NL')
  })
})

describe('the list of templates', () => {
  test('filters by part of the name and by status, and sorts', async () => {
    const shop = await shopWithCatalogue()
    for (const name of ['Élan spring', 'elan autumn', 'Winter']) await create(shop, { name })
    const archived = await create(shop, { name: 'Old elan' })
    await shop.call('templates.archive', { params: { id: archived.id } })
    const names = async (query: string) => {
      const { body } = await shop.call('templates.list', { query })
      return body.data.map((template: { name: string }) => template.name)
    }
    expect(await names('filter[name][contains]=ELAN&filter[status][in]=ACTIVE&sort=name')).toEqual([
      'elan autumn',
      'Élan spring',
    ])
    expect(await names('filter[name][contains]=ÉLAN s')).toEqual(['Élan spring'])
    expect(await names('filter[status]=ARCHIVED')).toEqual(['Old elan'])
  })
})
