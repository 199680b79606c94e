import type { Operation } from './operation.ts'

/** Known before an operation's code is loaded. */
export type Route = Pick<Operation, 'id' | 'method' | 'path'>

/** Routes are known immediately, code is loaded on first use. */
export interface Registry {
  routes: readonly Route[]
  /** Loaded with the first call, to keep start-up fast. */
  operations(): Promise<readonly Operation[]>
  get(id: string): Promise<Operation | undefined>
}

/** `routes`: from `app/routes.gen.ts`, by id. The method is GET if absent. */
export const createRegistry = (
  routes: Readonly<Record<string, Pick<Route, 'path'> & Partial<Pick<Route, 'method'>>>>,
  load: () => Promise<readonly Operation[]>,
): Registry => {
  let loaded: Promise<ReadonlyMap<string, Operation>> | undefined
  const byId = () => {
    loaded ??= load().then((operations) => new Map(operations.map((operation) => [operation.id, operation])))
    return loaded
  }
  return {
    routes: Object.entries(routes).map(([id, { method = 'GET', path }]) => ({
      id: id as Route['id'],
      method,
      path,
    })),
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
