import { randomUUID } from 'node:crypto'
import type { HandOver, HandOverResult, PrintPartner } from '../../core/ports/print-partner.ts'
import {
  AnotherAttempt,
  type HandOverEntry,
  type HandOverJournal,
  JournalFailed,
} from '../../core/ports/print-partner.ts'
import { assertRunId, noneStopped, type PackagePlace, PrinterUnusable, SourceFailed } from './place.ts'

export interface PackagePartnerOptions {
  name: string
  journal: HandOverJournal
  /** Connects to a run's printer while `work` runs. Throws `PrinterUnusable` if it can't be reached. */
  at<T>(runId: string, work: (place: PackagePlace) => Promise<T>): Promise<T>
}

/**
 * Creates a printer that accepts whole packages. The journal records an intent before a package is published
 * and the delivery afterwards. Attempts for the same run may overlap, because one may have lost its lease
 * unnoticed. Each has its own place and entry and stops the others, and fails if it finds another's entry, so
 * only one package is published.
 */
export const createPackagePartner = ({ name, journal, at }: PackagePartnerOptions): PrintPartner => ({
  name,
  async handOver(handOver) {
    assertRunId(handOver.runId)
    try {
      return await at(handOver.runId, (place) => deliver(handOver, { journal, place }))
    } catch (error) {
      if (error instanceof PrinterUnusable) return { outcome: 'unavailable', reason: error.message }
      throw error
    }
  },
  async find(runId) {
    assertRunId(runId)
    const noted = await journal.entries(runId)
    if (isDelivered(noted)) return 'delivered'
    try {
      return await at(runId, (place) => find(runId, { journal, place }))
    } catch (error) {
      // Without an entry, no attempt had begun to publish a package. The hand-over itself checks that the
      // printer is there.
      if (error instanceof PrinterUnusable && (await journal.entries(runId)).length === 0) return 'absent'
      throw error
    }
  },
  async discard(runId, { handedOver } = { handedOver: false }) {
    assertRunId(runId)
    const noted = await journal.entries(runId)
    await at(runId, async (place) => {
      // The printer is not needed if no attempt of this run ever began to publish a package.
      if (!handedOver && noted.length === 0 && !(await place.isThere())) return
      // Checks the printer before and after, so that the result certainly concerns the right one.
      await place.assertRight()
      if (!(await place.isThere())) return place.assertRight()
      // Records the delivery before removing the package. Otherwise `find` would report the run as absent and
      // it would be printed again.
      if (!isDelivered(noted)) {
        const attempt = noted[0]?.attempt ?? randomUUID()
        if (noted.length === 0) await journal.intend(runId, attempt)
        await journal.deliver(runId, attempt)
      }
      await place.discard()
      await place.assertRight()
    })
  },
})

interface Around {
  journal: HandOverJournal
  place: PackagePlace
}

const deliver = async (handOver: HandOver, around: Around): Promise<HandOverResult> => {
  const { runId, confirmedAbsent = false } = handOver
  const { place, journal } = around
  const attempt = randomUUID()
  let step: 'looking' | 'writing' | 'intended' = 'looking'
  try {
    // Reads the entries first: an operator's confirmation covers these, not those of later attempts.
    const past = confirmedAbsent ? await journal.entries(runId) : []
    await place.assertRight()
    // An existing package is complete and must not be printed again.
    if (!(await place.isThere())) {
      await place.begin(attempt)
      step = 'writing'
      await stopEarlierAttempts(runId, attempt, past, around)
      const note = await place.write(attempt, handOver)
      // Checks again, before the intent: a package that was begun while the share was unmounted is not on the
      // share.
      await place.assertRight()
      await journal.intend(runId, attempt, note)
      step = 'intended'
      // If another attempt was faster, its package is complete.
      if ((await place.publish(attempt)) === 'taken') await place.remove(attempt).catch(() => {})
    }
  } catch (error) {
    // A share may have renamed and lost the response. Only `find` can then determine the outcome.
    if (step === 'intended' && !place.isRefusal(error)) throw error
    // If this attempt has not begun, there is nothing to roll back.
    const failure = step === 'looking' ? error : await rollBack(runId, attempt, error, around)
    if (failure instanceof SourceFailed) throw failure.cause
    if (failure instanceof AnotherAttempt) throw failure
    return { outcome: 'unavailable', reason: reasonOf(failure, place) }
  }
  // From here on the printer may have the package: a failure no longer means "unavailable", and `find`
  // determines the outcome.
  return confirm(runId, attempt, step, around)
}

/** Records that the package was published. A failure here doesn't mean that the printer has nothing. */
const confirm = async (
  runId: string,
  attempt: string,
  step: 'looking' | 'writing' | 'intended',
  { place, journal }: Around,
): Promise<HandOverResult> => {
  try {
    const noted = step === 'looking' ? await noteIntent(runId, attempt, journal) : attempt
    await place.keep()
    // If the share has disappeared, the synced folder was not on it, and the package may be lost.
    await place.assertRight()
    await journal.deliver(runId, noted)
    return { outcome: 'delivered', reference: place.reference }
  } catch (error) {
    throw error instanceof PrinterUnusable ? new Error(error.message, { cause: error }) : error
  }
}

/** Returns the recorded attempt of an existing package; records `attempt` as an intent if there is none. */
const noteIntent = async (runId: string, attempt: string, journal: HandOverJournal): Promise<string> => {
  const [known] = await journal.entries(runId)
  if (!known) await journal.intend(runId, attempt)
  return known?.attempt ?? attempt
}

/** Stops earlier attempts and clears entries that an operator has resolved. Throws `AnotherAttempt`. */
const stopEarlierAttempts = async (
  runId: string,
  attempt: string,
  past: readonly HandOverEntry[],
  { journal, place }: Around,
): Promise<void> => {
  const stopped = await place.stop(attempt)
  // Reads entries after stopping: an attempt that could not be stopped has already written its entry.
  const attempts = past.map((entry) => entry.attempt)
  if ((await journal.entries(runId)).some((entry) => !attempts.includes(entry.attempt))) {
    throw new AnotherAttempt()
  }
  // An operator has confirmed that no printer has the run, so earlier entries no longer count.
  await journal.forget(runId, attempts)
  await stopped.remove()
}

/** Removes all traces of an attempt that was certainly not published. Returns the error to report. */
const rollBack = async (
  runId: string,
  attempt: string,
  error: unknown,
  { place, journal }: Around,
): Promise<unknown> => {
  // If the files are gone at the right printer, another attempt has removed them.
  const isOurs = await place.hasBegun(attempt).catch(() => false)
  const isRight = await place.assertRight().then(
    () => true,
    () => false,
  )
  await forget(runId, [attempt], journal, () => place.remove(attempt))
  return isOurs || !isRight || error instanceof SourceFailed ? error : new AnotherAttempt()
}

const find = async (runId: string, { journal, place }: Around): ReturnType<PrintPartner['find']> => {
  const stopped = await place.stop().catch((error: unknown) => {
    // On a read-only share nothing can be stopped, and the outcome of an intent stays unknown.
    if (place.isRefusal(error)) return noneStopped
    throw error
  })
  // Reads entries after stopping: a package that was published anyway was recorded before.
  const noted = await journal.entries(runId)
  if (isDelivered(noted)) return 'delivered'
  const isThere = await place.isThere()
  await place.assertRight()
  if (isThere) return 'delivered'
  for (const entry of noted) {
    if (stopped.has(entry.attempt)) continue
    const outcome = (await place.outcomeOf?.(entry)) ?? 'unknown'
    if (outcome === 'delivered') return 'delivered'
    if (outcome === 'unknown') return 'uncertain'
  }
  const attempts = noted.map(({ attempt }) => attempt)
  await forget(runId, attempts, journal, () => stopped.remove())
  return 'absent'
}

const isDelivered = (entries: readonly HandOverEntry[]): boolean =>
  entries.some(({ state }) => state === 'delivered')

/**
 * Removes the journal's entries, then the leftovers of attempts. A crash in between leaves files of an
 * unpublished attempt (absent), not an intent whose package is gone (uncertain).
 */
const forget = async (
  runId: string,
  attempts: readonly string[],
  journal: HandOverJournal,
  removeLeftovers: () => Promise<void>,
): Promise<void> => {
  try {
    await journal.forget(runId, attempts)
    await removeLeftovers()
  } catch {
    // May fail for the same reason; the next hand-over and `find` clean up again.
  }
}

const reasonOf = (error: unknown, place: PackagePlace): string =>
  error instanceof JournalFailed ? error.message : place.asUnusable(error).message
