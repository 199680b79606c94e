import type { Blobs } from '../../../src/core/ports/blobs.ts'
import { type Incarnation, InjectedFault, type Simulation } from '../simulation.ts'

/** One server's view of files: it may crash before and after each write, and the disk may fail. */
export const blobsOf = (simulation: Simulation, incarnation: Incarnation, files: Blobs): Blobs => {
  const step = async (what: string, key: string) => {
    await simulation.yieldPoint(incarnation, what)
    if (simulation.faultOccurs(simulation.profile.blobFaults)) {
      simulation.trace.add(incarnation.name, () => `a file cannot be reached: ${key}`)
      throw new InjectedFault(`The simulated disk fails at ${key}.`)
    }
  }
  return {
    async put(key, bytes) {
      await step('writes a file', key)
      await files.put(key, bytes)
      await step('has written a file', key)
    },
    async create(key) {
      await step('begins a file', key)
      const writer = await files.create(key)
      return {
        write: (chunk) => writer.write(chunk),
        async finish() {
          await step('finishes a file', key)
          await writer.finish()
          await step('has finished a file', key)
        },
        abort: () => writer.abort(),
      }
    },
    async get(key) {
      await step('reads a file', key)
      return files.get(key)
    },
    async stream(key, range) {
      await step('streams a file', key)
      return files.stream(key, range)
    },
    async size(key) {
      await step('looks at a file', key)
      return files.size(key)
    },
    async remove(key) {
      await step('removes a file', key)
      await files.remove(key)
    },
    list: (prefix) => files.list(prefix),
  }
}
