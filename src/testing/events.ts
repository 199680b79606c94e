import type { Event } from '../core/engine/events/schema.ts'
import type { EventRow } from '../core/model/events.ts'
import type { Store, WritableRows, Writer } from '../core/ports/store.ts'

/**
 * Returns a proxy with some members replaced. Other methods stay bound to the target, including its private
 * fields.
 */
export const overriding = <T extends object>(target: T, members: Partial<T>): T =>
  new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(members, name)) return members[name as keyof T]
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Wraps a store to record its events, so that a test can read them synchronously. */
export const recordEvents = (store: Store): { store: Store; eventsOf(itemId: string): Event[] } => {
  const events: EventRow[] = []
  return {
    eventsOf: (itemId) =>
      events.filter((event) => event.itemId === itemId).map((event) => JSON.parse(event.body) as Event),
    store: {
      read: (callback) => store.read(callback),
      close: () => store.close(),
      async write(callback) {
        let written: EventRow[] = []
        const result = await store.write((rows) => {
          // The callback may run again; only its last run counts.
          written = []
          return callback(watched(rows, written))
        })
        events.push(...written)
        return result
      },
    },
  }
}

const watched = (rows: WritableRows, written: EventRow[]): WritableRows =>
  overriding(rows, {
    events: overriding<Writer<EventRow>>(rows.events, {
      async insert(row) {
        await rows.events.insert(row)
        written.push(row)
      },
      async insertMany(many) {
        await rows.events.insertMany(many)
        written.push(...many)
      },
    }),
  })
