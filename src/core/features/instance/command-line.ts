import { operatorActor } from '../../engine/audit/changes.ts'
import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { retryFailedJobs, retryJob } from '../platform/jobs.ts'
import {
  beginInvoicingHold,
  beginPrintingHold,
  continueInvoicing,
  endPrintingHold,
  holdInput,
  type LastNumbers,
} from './holds.ts'

/* The command line runs each operation in its own transaction. */

export const holdPrintingNow = async (services: Services, input: { reason: string }) => {
  const { reason } = parse(holdInput, input, 'body')
  return transact(services, ({ rows }) => beginPrintingHold(services, rows, reason), operatorActor)
}

export const resumePrintingNow = (services: Services) =>
  transact(services, ({ rows }) => endPrintingHold(rows), operatorActor)

export const holdInvoicingNow = async (services: Services, input: { reason: string }) => {
  const { reason } = parse(holdInput, input, 'body')
  return transact(services, ({ rows }) => beginInvoicingHold(services, rows, reason), operatorActor)
}

export const resumeInvoicingNow = (services: Services, last: LastNumbers) => {
  const flags = { lastInvoice: 'last-invoice', lastCreditNote: 'last-credit-note' }
  return transact(services, ({ rows }) => continueInvoicing(rows, last, flags), operatorActor)
}

export const retryJobNow = (services: Services, id: string) => retryJob(services, id, within(services))

export const retryFailedJobsNow = async (services: Services) =>
  (await retryFailedJobs(services, within(services))).jobs

const within =
  (services: Services) =>
  <T>(body: (transaction: Transaction) => Promise<T>): Promise<T> =>
    transact(services, body, operatorActor)
