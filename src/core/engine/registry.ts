import type { Operation } from './operation.ts'

/** What is known of an operation before its code is loaded. */
export type Route = Pick<Operation, 'id' | 'method' | 'path'>

/** All operations: routes immediately, code on first use. */
export interface Registry {
  routes: readonly Route[]
  /** Loads all operations with the first call, to keep start-up fast. */
  operations(): Promise<readonly Operation[]>
  /** Returns the operation with this id, if it exists. */
  get(id: string): Promise<Operation | undefined>
}

/** `routes`: what `app/routes.gen.ts` has of every operation, by its id. */
export const createRegistry = (
  routes: Readonly<Record<string, Omit<Route, 'id'>>>,
  load: () => Promise<readonly Operation[]>,
): Registry => {
  let loaded: Promise<ReadonlyMap<string, Operation>> | undefined
  const byId = () => {
    loaded ??= load().then((operations) => new Map(operations.map((operation) => [operation.id, operation])))
    return loaded
  }
  return {
    routes: Object.entries(routes).map(([id, { method, path }]) => ({ id: id as Route['id'], method, path })),
    operations: async () => [...(await byId()).values()],
    get: async (id) => (await byId()).get(id),
  }
}

/** Throws if two operations share an id, or a method and path. */
export const assertDistinct = (routes: readonly Route[]): void => {
  const taken = new Set<string>()
  for (const { id, method, path } of routes) {
    const route = `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`
    if (taken.has(id) || taken.has(route))
      throw new Error(`Two operations have the id ${id} or the route ${route}.`)
    taken.add(id).add(route)
  }
}
