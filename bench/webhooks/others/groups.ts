const together = 64

interface Waiting<T> {
  input: T
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/**
 * Returns a function that writes requests in groups: those that arrive during a write form the next group, of
 * at most `together`. Each request gets its own answer.
 */
export const inGroups = <T>(writeAll: (inputs: readonly T[]) => Promise<readonly unknown[]>) => {
  let waiting: Waiting<T>[] = []
  let writing = false
  const writeOn = async () => {
    if (writing) return
    writing = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, together)
      waiting = waiting.slice(together)
      try {
        const answers = await writeAll(group.map(({ input }) => input))
        for (const [index, { resolve }] of group.entries()) resolve(answers[index])
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    writing = false
  }
  return (input: T): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      // Wait for the other requests of this event-loop turn.
      setImmediate(writeOn)
    })
}
