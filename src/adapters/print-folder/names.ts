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
