import type { Operation } from './operation.ts'

/** All operations by id, and by method and path. */
export interface Registry {
  operations: readonly Operation[]
  get(id: string): Operation | undefined
}

/** Refuses what would make two operations one: the same id, or the same method and path shape. */
export const createRegistry = (operations: readonly Operation[]): Registry => {
  const byId = new Map<string, Operation>()
  const routes = new Set<string>()
  for (const operation of operations) {
    const route = `${operation.method} ${operation.path.replace(/\{[^}]+\}/g, '{}')}`
    if (byId.has(operation.id) || routes.has(route)) {
      throw new Error(`Two operations claim ${operation.id} or ${route}.`)
    }
    byId.set(operation.id, operation)
    routes.add(route)
  }
  return { operations, get: (id) => byId.get(id) }
}
