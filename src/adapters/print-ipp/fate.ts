import type { HandOverEntry, HandOverJournal } from '../../core/ports/hand-over-journal.ts'
import type { PackageFate, PrintPartner } from '../../core/ports/print-partner.ts'
import type { PrinterSetUp } from '../../core/ports/printers.ts'
import type { PrinterNetwork } from '../print-package/connect.ts'
import { isGone } from './held.ts'
import { openQueue, type PrintJob } from './queue.ts'

/**
 * What became of the jobs of a package that the queue took. Of a run only the attempt counts that was handed
 * over: the jobs of others were cancelled by ourselves.
 */
export const fateOfIpp =
  (
    printer: Pick<PrinterSetUp, 'settings'>,
    network: PrinterNetwork,
    journal: HandOverJournal,
  ): NonNullable<PrintPartner['fateOf']> =>
  async (runId) => {
    const attempt = attemptOf(await journal.entries(runId))
    if (attempt === undefined) return { state: 'done' }
    const queue = openQueue(printer, network)
    const jobs = (await queue.jobs()).filter(({ name }) => name.startsWith(`${runId}.${attempt}.`))
    return fateOfJobs(queue.host, jobs)
  }

/** The one that was handed over. Where an operator said so of the only one, its entry is still an intent. */
const attemptOf = (entries: readonly HandOverEntry[]): string | undefined => {
  const delivered = entries.find(({ state }) => state === 'delivered')
  return (delivered ?? (entries.length === 1 ? entries[0] : undefined))?.attempt
}

/** Jobs that the queue knows no more say nothing. */
const fateOfJobs = (host: string, jobs: readonly PrintJob[]): PackageFate => {
  const gone = jobs.filter(isGone)
  if (gone.length > 0) {
    return { state: 'given_up', reason: `The printer ${host} did not finish ${gone.map(told).join(', ')}.` }
  }
  return { state: jobs.every(({ state }) => state === 'completed') ? 'done' : 'waiting' }
}

/** What CUPS says of every job that has ended otherwise than it should. */
const saysNothing = ['none', 'processing-to-stop-point']

/** The part, what became of it, and why, as far as the printer says more than that. */
const told = ({ name, state, reasons }: PrintJob): string => {
  const part = name.split('.').slice(2).join('.')
  const why = reasons.filter((reason) => !saysNothing.includes(reason))
  return `${part} (${[state === 'canceled' ? 'cancelled' : state, ...why].join(', ')})`
}
