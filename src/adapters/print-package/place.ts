import type { HandOver, PackageFile } from '../../core/ports/print-partner.ts'

/** Names that mean the same on every file system a printer may share; no path, nothing hidden. */
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/
const RUN_ID = /^[A-Za-z0-9_-]{1,100}$/

/** Throws when the run id cannot be a folder's name. Ids are made by the program: a wrong one is a bug. */
export const assertRunId = (runId: string): void => {
  if (!RUN_ID.test(runId)) throw new Error(`Not a run id: ${JSON.stringify(runId)}`)
}

/** The file names of one package, each once. */
export class PackageFileNames {
  /** Folded, because some file systems take `a.pdf` and `A.PDF` for one file. */
  readonly #seen = new Set<string>()

  /** Throws when this name cannot be the next file of the package. */
  add(name: string): void {
    if (!FILE_NAME.test(name)) throw new Error(`Not a file name for a package: ${JSON.stringify(name)}`)
    const folded = name.toLowerCase()
    if (this.#seen.has(folded)) throw new Error(`The package has two files called ${name}.`)
    this.#seen.add(folded)
  }
}

/** The printer cannot be used now, and certainly has nothing of this attempt. A sentence for operators. */
export class PrinterUnusable extends Error {}

/** The package's own bytes could not be read, which is no error of the printer. */
export class SourceFailed extends Error {
  constructor(cause: unknown) {
    super('The package could not be read.', { cause })
  }
}

/** What was stopped before it could appear. */
export interface StoppedPackages {
  has(attempt: string): boolean
  remove(): Promise<void>
}

export const noneStopped: StoppedPackages = { has: () => false, remove: async () => {} }

/**
 * Where a printer takes packages of one run from: a folder, a server, a queue. A package is made in a place
 * of its attempt that the printer does not look at, and appears in one step (`publish`).
 */
export interface PackagePlace {
  /** The printer's reference of the whole package. */
  readonly reference: string
  /** Throws `PrinterUnusable` where this is not the printer that was set up. */
  assertRight(): Promise<void>
  /** Whether the whole package has appeared and is still known here. */
  isThere(): Promise<boolean>
  begin(attempt: string): Promise<void>
  /** Whether what this attempt has made is still its own: only another attempt takes it away. */
  hasBegun(attempt: string): Promise<boolean>
  /** Writes all files; throws `SourceFailed` where they cannot be read. Returns what `find` must know. */
  write(attempt: string, handOver: HandOver): Promise<string | undefined>
  /** `taken`: a whole package of the run is there already. */
  publish(attempt: string): Promise<'published' | 'taken'>
  /**
   * Stops every attempt but this, which can succeed only once: either its package has appeared, or it never
   * will. Returns what was stopped, now or earlier and not removed since.
   */
  stop(except?: string): Promise<StoppedPackages>
  /** Removes what an attempt has made and not published. */
  remove(attempt: string): Promise<void>
  /** Makes the published package survive a power cut, where that is a step of its own. */
  keep(): Promise<void>
  /** Removes the whole package. */
  discard(): Promise<void>
  /**
   * What an attempt that noted its intent has come to, where the printer knows better than by the package
   * being there or stopped.
   */
  outcomeOf?(entry: {
    attempt: string
    note?: string | undefined
  }): Promise<'delivered' | 'absent' | 'unknown'>
  /** Whether the error says that the attempted step did not happen. */
  isRefusal(error: unknown): boolean
  /** The printer's error as a sentence; throws any other error. */
  asUnusable(error: unknown): PrinterUnusable
}

/** Marks errors of the source, so that a missing blob is not mistaken for a full disk. */
export async function* fromSource<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const next = () => iterator.next().catch((error: unknown) => Promise.reject(new SourceFailed(error)))
  try {
    for (let result = await next(); !result.done; result = await next()) yield result.value
  } finally {
    await iterator.return?.()
  }
}

/** The files of a package under names that mean the same on every system; errors of reading are marked. */
export async function* namedFiles(files: AsyncIterable<PackageFile>): AsyncGenerator<PackageFile> {
  const names = new PackageFileNames()
  for await (const file of fromSource(files)) {
    try {
      names.add(file.name)
    } catch (error) {
      throw new SourceFailed(error)
    }
    yield { name: file.name, content: fromSource(file.content) }
  }
}
