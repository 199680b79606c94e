import type { HandOver, PackageFile } from '../../core/ports/print-partner.ts'

/** Names that are valid on every file system; no paths, no hidden files. */
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/
const RUN_ID = /^[A-Za-z0-9_-]{1,100}$/

/** Throws if the run id can't be a folder name, which is a bug: Lettershop generates ids. */
export const assertRunId = (runId: string): void => {
  if (!RUN_ID.test(runId)) throw new Error(`Not a run id: ${JSON.stringify(runId)}`)
}

/** Checks the file names of a package for validity and duplicates. */
export class PackageFileNames {
  /** In lower case, because some file systems ignore case. */
  readonly #seen = new Set<string>()

  /** Throws if the name is invalid or a duplicate. */
  add(name: string): void {
    if (!FILE_NAME.test(name)) throw new Error(`Not a file name for a package: ${JSON.stringify(name)}`)
    const folded = name.toLowerCase()
    if (this.#seen.has(folded)) throw new Error(`The package has two files called ${name}.`)
    this.#seen.add(folded)
  }
}

/** The printer can't be used and certainly has nothing of this attempt. Its message is for operators. */
export class PrinterUnusable extends Error {}

/** The package could not be read, which is not the printer's fault. */
export class SourceFailed extends Error {
  constructor(cause: unknown) {
    super('The package could not be read.', { cause })
  }
}

export interface StoppedPackages {
  has(attempt: string): boolean
  remove(): Promise<void>
}

export const noneStopped: StoppedPackages = { has: () => false, remove: async () => {} }

/**
 * Where a printer accepts the package of a run: a folder, a server or a queue. Each attempt prepares it in a
 * place that the printer ignores, and publishes it in one step (`publish`).
 */
export interface PackagePlace {
  /** The printer's reference for the package. */
  readonly reference: string
  /** Throws `PrinterUnusable` unless this is the printer that was set up. */
  assertRight(): Promise<void>
  /** Whether the package was published and is still known. */
  isThere(): Promise<boolean>
  begin(attempt: string): Promise<void>
  /** Whether the attempt's files still exist. Only another attempt removes them. */
  hasBegun(attempt: string): Promise<boolean>
  /** Throws `SourceFailed` if files can't be read. Returns a note for the journal and `outcomeOf`. */
  write(attempt: string, handOver: HandOver): Promise<string | undefined>
  /** `taken`: a complete package of the run already exists. */
  publish(attempt: string): Promise<'published' | 'taken'>
  /**
   * Stops all other attempts. Stopping and publishing exclude each other, so a package has either been
   * published or never will be. Returns all stopped attempts that are not removed yet.
   */
  stop(except?: string): Promise<StoppedPackages>
  /** Removes the unpublished files of an attempt. */
  remove(attempt: string): Promise<void>
  /** Makes the published package durable, if that is a separate step. */
  keep(): Promise<void>
  discard(): Promise<void>
  /** The outcome of an intended attempt, if the printer reports more than the package's existence. */
  outcomeOf?(entry: {
    attempt: string
    note?: string | undefined
  }): Promise<'delivered' | 'absent' | 'unknown'>
  /** Whether the error proves that the step did not happen. */
  isRefusal(error: unknown): boolean
  /** Converts an error of the printer into a sentence; throws any other error. */
  asUnusable(error: unknown): PrinterUnusable
}

/** Wraps errors of the source in `SourceFailed`, so that a missing blob is not mistaken for a full disk. */
export async function* fromSource<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const next = () => iterator.next().catch((error: unknown) => Promise.reject(new SourceFailed(error)))
  try {
    for (let result = await next(); !result.done; result = await next()) yield result.value
  } finally {
    await iterator.return?.()
  }
}

/** Yields the files of a package with checked names; wraps read errors in `SourceFailed`. */
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
