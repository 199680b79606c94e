/** Statements of one turn of the event loop take no longer than this together, whoever runs them. */
const TURN_MS = 12

let startedAt: number | undefined
const forget = () => {
  startedAt = undefined
}
const begin = (): number => {
  if (startedAt === undefined) setImmediate(forget)
  startedAt ??= performance.now()
  return startedAt
}

/**
 * A promise for the next turn of the event loop once the statements of this one have taken long enough; undefined
 * until then. SQLite answers at once, so a body of a thousand statements would otherwise run in one piece.
 */
export const restWhenDue = (): Promise<void> | undefined => {
  if (performance.now() - begin() < TURN_MS) return undefined
  return new Promise((resolve) =>
    setImmediate(() => {
      begin()
      resolve()
    }),
  )
}
