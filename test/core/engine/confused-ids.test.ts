import { expect, test } from 'vitest'
import { createItemShop } from '../../support/items.ts'

test.each([
  ['items.get', 'pfl_01', 'There is no such item. pfl_01 is the id of a Postflow.'],
  ['postflows.get', 'tpl_01', 'There is no such Postflow. tpl_01 is the id of a template.'],
  ['templates.get', 'tv_01', 'There is no such template. tv_01 is the id of a template version.'],
  ['items.get', 'itm_01', 'There is no such item.'],
  ['items.get', '01', 'There is no such item.'],
  ['items.get', 'constructor_1', 'There is no such item.'],
])('%s of %s reports the kind of a mismatched id', async (operation, id, detail) => {
  const shop = await createItemShop()
  expect(await shop.call(operation, { params: { id } })).toMatchObject({
    status: 404,
    body: { code: 'not_found', detail },
  })
})

test.each([
  ['templateVersionId', 'tpl_01', 'There is no template version tpl_01. tpl_01 is the id of a template.'],
  ['templateId', 'tv_01', 'There is no template tv_01. tv_01 is the id of a template version.'],
  ['templateId', 'tpl_01', 'There is no template tpl_01.'],
])('a Postflow with %s %s reports it too', async (parameter, id, message) => {
  const shop = await createItemShop()
  const body = { name: 'Greetings', [parameter]: id }
  expect(await shop.call('postflows.create', { body })).toMatchObject({
    status: 422,
    body: { errors: [{ parameter, message }] },
  })
})
