import { describe, expect, test } from 'vitest'
import { operations } from '../../../src/core/app/operations.ts'
import { routes } from '../../../src/core/app/routes.gen.ts'
import { assertDistinct, createRegistry, type Route } from '../../../src/core/engine/registry.ts'

const list: Route = { id: 'things.list', method: 'GET', path: '/things' }
const get: Route = { id: 'things.get', method: 'GET', path: '/things/{id}' }

describe('no two operations are one', () => {
  test.each<[string, Route[], boolean]>([
    ['other ids and other paths', [list, get], true],
    ['one path with two methods', [list, { ...list, id: 'things.create', method: 'POST' }], true],
    ['one id twice', [list, { ...get, id: list.id }], false],
    ['one method and path twice', [list, { ...list, id: 'things.all' }], false],
    [
      'one path with other names for its parameters',
      [get, { ...get, id: 'things.show', path: '/things/{thing}' }],
      false,
    ],
  ])('%s', (_case, declared, fine) => {
    if (fine) expect(() => assertDistinct(declared)).not.toThrow()
    else expect(() => assertDistinct(declared)).toThrow(/Two operations have the id/)
  })
})

describe('operations are loaded with the first call', () => {
  test('not before, and once', async () => {
    let loads = 0
    const registry = createRegistry(routes, async () => {
      loads += 1
      return operations
    })
    expect(registry.routes).toHaveLength(operations.length)
    expect(loads).toBe(0)
    const [first, second] = await Promise.all([registry.get('items.create'), registry.get('items.get')])
    expect([first?.id, second?.id]).toEqual(['items.create', 'items.get'])
    expect(await registry.get('items.destroy')).toBeUndefined()
    expect(await registry.operations()).toEqual(operations)
    expect(loads).toBe(1)
  })
})
