/** The machine and program that the core runs in, for operators; absent in a library. */
export interface Machine {
  /** The version of this program. */
  version: string
  /** `Node 24.21.0`, `Bun 1.4.5 (executable)`. */
  runtime: string
  /** `sqlite`, `postgres`, … */
  store: string
  /** The latest migration of its schema. */
  schema: string
  startedAt: number
  /** The free bytes of the file system that holds the data. */
  freeBytes(): Promise<number>
  memoryBytes(): number
}
