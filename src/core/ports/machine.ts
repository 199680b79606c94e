/** What the core may know of where it runs, for those who run it; absent in a library. */
export interface Machine {
  /** Of this program. */
  version: string
  /** `Node 24.21.0`, `Bun 1.4.5 (executable)`. */
  runtime: string
  /** `sqlite`, `postgres`, … */
  store: string
  /** The latest migration of its schema. */
  schema: string
  startedAt: number
  /** Bytes that can still be written where the data is. */
  freeBytes(): Promise<number>
  memoryBytes(): number
}
