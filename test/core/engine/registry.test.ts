import { describe, expect, test } from 'vitest'
import { operations } from '../../../src/core/app/operations.ts'
import { routes } from '../../../src/core/app/routes.gen.ts'
import { assertDistinct, createRegistry, type Route } from '../../../src/core/engine/registry.ts'

const list: Route = { id: 'things.list', method: 'GET', path: '/things' }
const get: Route = { id: 'things.get', method: 'GET', path: '/things/{id}' }

describe('distinct operations', () => {
  test.each<[string, Route[], boolean]>([
    ['different ids and paths', [list, get], true],
    ['one path with two methods', [list, { ...list, id: 'things.create', method: 'POST' }], true],
    ['the same id twice', [list, { ...get, id: list.id }], false],
    ['the same method and path twice', [list, { ...list, id: 'things.all' }], false],
    [
      'the same path with other parameter names',
      [get, { ...get, id: 'things.show', path: '/things/{thing}' }],
      false,
    ],
  ])('%s', (_case, declared, fine) => {
    if (fine) expect(() => assertDistinct(declared)).not.toThrow()
    else expect(() => assertDistinct(declared)).toThrow(/Two operations have the id/)
  })
})

describe('operations are loaded by the first call', () => {
  test('and only once', async () => {
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
