/**
 * Whoever takes a rendered run and prints it. Handing over is the one step that cannot be undone, so
 * the core commits its intent (HANDING_OVER) first and asks `find` before it ever tries again.
 */
export interface PrintPartner {
  /** `folder`, `simulated`, … : kept on the run. */
  readonly name: string
  /** Delivers the whole package or nothing. `unavailable` means that nothing was delivered: try again later. */
  handOver(handOver: HandOver): Promise<HandOverResult>
  /**
   * After a crash in the middle of `handOver`: `delivered` and `absent` are certain, `uncertain` is not
   * (the package may have been taken away), and then a person must decide. Throws where nobody can look now.
   */
  find(runId: string): Promise<'delivered' | 'absent' | 'uncertain'>
  /**
   * Removes what is still there of a package that was delivered and is done with: somebody in it was erased. It stays
   * delivered. Removing what the printer has taken away is no error; throws where nobody can look now. `handedOver` says
   * that it was, to a partner who may not know any more: its own notes may be older than the run, after a restore.
   */
  discard(runId: string, known?: { handedOver: boolean }): Promise<void>
}

export interface HandOver {
  runId: string
  organisationId: string
  /**
   * A person has said that no printer has it: what is known of earlier hand-overs does not count. Without that word a
   * hand-over that finds another's throws, and `find` tells.
   */
  confirmedAbsent?: boolean
  /** File name within the package → its bytes, in the order they are written. */
  files: AsyncIterable<PackageFile>
}

export interface PackageFile {
  name: string
  content: AsyncIterable<Uint8Array>
}

export type HandOverResult =
  | { outcome: 'delivered'; reference: string }
  | { outcome: 'unavailable'; reason: string }
