const together = 64

interface Waiting<T> {
  input: T
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** Requests that arrive while a group is being written form the next one; each gets its own answer. */
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
      // After everything that arrives in this turn of the event loop.
      setImmediate(writeOn)
    })
}
