import { AsyncLocalStorage } from 'node:async_hooks'
import type { Core } from '../../src/core/app/index.ts'
import type { Operation } from '../../src/core/engine/operation.ts'
import type { Rows, Store } from '../../src/core/ports/store.ts'

/** The current call, with its undeclared reads of items. */
interface WatchedCall {
  operation: Operation
  undeclared: string[]
}

const current = new AsyncLocalStorage<WatchedCall>()

const reads = new Set(['get', 'find', 'list', 'count', 'tally', 'bundles', 'sums'])

const mayReadItems = ({ permission, readsItems }: Operation): boolean =>
  permission === 'items.read' || readsItems !== undefined

/**
 * Makes a store record the undeclared reads of items of each call, for `failsOnUndeclaredReads`. Tests may
 * still spy on the store.
 */
export const noteItemReads = (store: Store): Store => {
  const [read, write] = [store.read.bind(store), store.write.bind(store)]
  const watched = <R extends Rows, T>(body: (rows: R) => Promise<T>): typeof body => {
    const call = current.getStore()
    return !call || mayReadItems(call.operation) ? body : (rows) => body(watchedRows(rows, call))
  }
  store.read = (body) => read(watched(body))
  store.write = (body, options) => write(watched(body), options)
  return store
}

const watchedRows = <R extends Rows>(rows: R, call: WatchedCall): R => {
  const items = new Proxy(rows.items, {
    get(inner, name) {
      if (reads.has(String(name))) call.undeclared.push(`items.${String(name)}`)
      return memberOf(inner, name)
    },
  })
  return new Proxy(rows, { get: (inner, name) => (name === 'items' ? items : memberOf(inner, name)) })
}

const memberOf = (target: object, name: string | symbol): unknown => {
  const member = Reflect.get(target, name, target)
  return typeof member === 'function' ? member.bind(target) : member
}

/**
 * Returns a core whose calls fail if an operation reads the items table although neither its permission nor
 * its declaration says so: otherwise a key without `items.read` might be shown letters.
 */
export const failsOnUndeclaredReads = (core: Core): Core => ({
  ...core,
  async call(request) {
    const call: WatchedCall = { operation: request.operation, undeclared: [] }
    const response = await current.run(call, () => core.call(request))
    if (call.undeclared.length === 0) return response
    const { id, permission } = call.operation
    throw new Error(
      `${id} needs ${permission} and reads ${call.undeclared[0]}: require items.read, or declare readsItems.`,
    )
  },
})
