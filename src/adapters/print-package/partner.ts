import { randomUUID } from 'node:crypto'
import type { HandOver, HandOverResult, PrintPartner } from '../../core/ports/print-partner.ts'
import {
  AnotherAttempt,
  type HandOverEntry,
  type HandOverJournal,
  JournalFailed,
} from '../../core/ports/print-partner.ts'
import { assertRunId, noneStopped, type PackagePlace, PrinterUnusable, SourceFailed } from './place.ts'

/** How a printer of one kind is reached. */
export interface PackagePartnerOptions {
  name: string
  journal: HandOverJournal
  /**
   * Opens the way to the printer, for one run and as long as the body runs. Throws `PrinterUnusable` where it
   * cannot be reached.
   */
  at<T>(runId: string, body: (place: PackagePlace) => Promise<T>): Promise<T>
}

/**
 * A printer that takes whole packages. The journal records the step before and after a package appears.
 * Attempts for one run may overlap, because one may have lost its lease unnoticed. Each has a place and an
 * entry of its own, and stops those that began before it: only one package of all attempts appears, and an
 * attempt that finds another's entry gives up.
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
      // The journal alone knows of a run that was never about to appear; the hand-over looks itself whether
      // the printer is there.
      if (error instanceof PrinterUnusable && (await journal.entries(runId)).length === 0) return 'absent'
      throw error
    }
  },
  async discard(runId, { handedOver } = { handedOver: false }) {
    assertRunId(runId)
    const noted = await journal.entries(runId)
    await at(runId, async (place) => {
      // The printer is not needed where no package of this run was ever about to appear.
      if (!handedOver && noted.length === 0 && !(await place.isThere())) return
      // Checked before and after the look, so that what was seen was seen at the printer's own place.
      await place.assertRight()
      if (!(await place.isThere())) return place.assertRight()
      // The journal must know before the package goes, or `find` would call the run absent and print it
      // again.
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
    // Read before anything else: an operator's confirmation covers the entries of now, not of later attempts.
    const past = confirmedAbsent ? await journal.entries(runId) : []
    await place.assertRight()
    // An existing package is complete, and a second hand-over must not print it twice.
    if (!(await place.isThere())) {
      await place.begin(attempt)
      step = 'writing'
      await beginAnew(runId, attempt, past, around)
      const note = await place.write(attempt, handOver)
      // Checked again: a package that was begun while the share was unmounted is not on it, and no intent
      // exists yet.
      await place.assertRight()
      await journal.intend(runId, attempt, note)
      step = 'intended'
      // Another attempt may have been faster, and its package is complete too.
      if ((await place.publish(attempt)) === 'taken') await place.remove(attempt).catch(() => {})
    }
  } catch (error) {
    // A share may rename and lose its answer. Only `find` can then tell, from what is left.
    if (step === 'intended' && !place.isRefusal(error)) throw error
    // Where nothing was begun, the entries of the run stay.
    const failure = step === 'looking' ? error : await takeBack(runId, attempt, error, around)
    if (failure instanceof SourceFailed) throw failure.cause
    if (failure instanceof AnotherAttempt) throw failure
    return { outcome: 'unavailable', reason: reasonOf(failure, place) }
  }
  // From here on the printer may have it: a failure no longer means "unavailable", and `find` has to tell.
  return confirm(runId, attempt, step, around)
}

/** Notes that the package has appeared. Nothing that fails here says that the printer has nothing. */
const confirm = async (
  runId: string,
  attempt: string,
  step: 'looking' | 'writing' | 'intended',
  { place, journal }: Around,
): Promise<HandOverResult> => {
  try {
    const noted = step === 'looking' ? await noteIntent(runId, attempt, journal) : attempt
    await place.keep()
    // A share that disappears at this moment may lose the name, and the synced folder was not the share then.
    await place.assertRight()
    await journal.deliver(runId, noted)
    return { outcome: 'delivered', reference: place.reference }
  } catch (error) {
    throw error instanceof PrinterUnusable ? new Error(error.message, { cause: error }) : error
  }
}

/** A package that was there already belongs to the attempt that has an entry, where there is one. */
const noteIntent = async (runId: string, attempt: string, journal: HandOverJournal): Promise<string> => {
  const [known] = await journal.entries(runId)
  if (!known) await journal.intend(runId, attempt)
  return known?.attempt ?? attempt
}

/** From here on no earlier attempt can publish its package. */
const beginAnew = async (
  runId: string,
  attempt: string,
  past: readonly HandOverEntry[],
  { journal, place }: Around,
): Promise<void> => {
  const stopped = await place.stop(attempt)
  // Read only now: a faster attempt has written its entry before it could no longer be stopped.
  const attempts = past.map((entry) => entry.attempt)
  if ((await journal.entries(runId)).some((entry) => !attempts.includes(entry.attempt))) {
    throw new AnotherAttempt()
  }
  // An operator has confirmed that no printer has the run, so entries of earlier hand-overs no longer count.
  await journal.forget(runId, attempts)
  await stopped.remove()
}

/** Removes everything of an attempt whose package certainly has not appeared. Returns the error to report. */
const takeBack = async (
  runId: string,
  attempt: string,
  error: unknown,
  { place, journal }: Around,
): Promise<unknown> => {
  // At the right place only another attempt removes what this attempt has made.
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
    // On a share that became read-only nothing can be stopped, and the outcome of an intent stays unknown.
    if (place.isRefusal(error)) return noneStopped
    throw error
  })
  // Read only now: a package that appeared in spite of that was recorded before it did.
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
 * Removes the journal's entries and the leftovers of attempts. The entries go first: after a crash in
 * between, a leftover that was never published is found (absent), not an intent whose package is gone
 * (uncertain).
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
    // What just failed may fail here too; the next hand-over and `find` clean up again.
  }
}

const reasonOf = (error: unknown, place: PackagePlace): string =>
  error instanceof JournalFailed ? error.message : place.asUnusable(error).message
