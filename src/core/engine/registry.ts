import type { Operation } from './operation.ts'

/** What of an operation is known before its code is loaded. */
export type Route = Pick<Operation, 'id' | 'method' | 'path'>

/** All operations: where they are at once, what they do when somebody asks. */
export interface Registry {
  routes: readonly Route[]
  /** Every operation with its code. Loaded once, with the first call: a start has no time for it. */
  operations(): Promise<readonly Operation[]>
  /** The operation of this id; undefined where there is none. */
  get(id: string): Promise<Operation | undefined>
}

export const createRegistry = (
  routes: readonly Route[],
  load: () => Promise<readonly Operation[]>,
): Registry => {
  let loaded: Promise<ReadonlyMap<string, Operation>> | undefined
  const byId = () => {
    loaded ??= load().then((operations) => new Map(operations.map((operation) => [operation.id, operation])))
    return loaded
  }
  return {
    routes,
    operations: async () => [...(await byId()).values()],
    get: async (id) => (await byId()).get(id),
  }
}

/** Refuses what would make two operations one: the same id, or the same method and path shape. */
export const assertDistinct = (routes: readonly Route[]): void => {
  const taken = new Set<string>()
  for (const { id, method, path } of routes) {
    const route = `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`
    if (taken.has(id) || taken.has(route)) throw new Error(`Two operations claim ${id} or ${route}.`)
    taken.add(id).add(route)
  }
}
