import type * as v from 'valibot'
import { operatorActor } from '../../engine/audit/changes.ts'
import type { Transaction } from '../../engine/context.ts'
import { recurringJobs } from '../../engine/jobs/scheduler.ts'
import { nowIn } from '../../engine/mode-clock.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { problem } from '../../kernel/errors.ts'
import { toDateTime } from '../../kernel/time.ts'
import {
  type OrganisationRow,
  type OrganisationStatus,
  organisationLifecycle,
} from '../../model/organisations.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { attachReadyJob } from '../items/scheduling.ts'
import { currencyOf, emptyAccount } from '../ledger/accounts.ts'
import { sellerOf } from '../ledger/seller.ts'
import { derivedTreatment } from '../ledger/vat.ts'
import { type Organisation, organisationInput, type Suspension, suspensionInput } from './schema.ts'
import { organisationProblems } from './sentences.ts'

/** Defaults: country NL, time zone UTC, prepaid. */
export type NewOrganisation = v.InferInput<typeof organisationInput>

/** Throws 422 for an invalid name, country or time zone. */
export const createOrganisation = async (
  services: Services,
  input: NewOrganisation,
): Promise<OrganisationRow> => {
  const parsed = parse(organisationInput, input, 'body')
  return transact(services, (transaction) => insertOrganisation(services, transaction, parsed), operatorActor)
}

/** Inserts an organisation with its account, and starts recurring jobs. Expects parsed input. */
export const insertOrganisation = async (
  services: Services,
  { rows, work }: Transaction,
  { name, country, timeZone, ownMail = false }: v.InferOutput<typeof organisationInput>,
): Promise<OrganisationRow> => {
  const now = services.clock.now()
  const organisation: OrganisationRow = {
    id: services.ids.next('org'),
    name,
    status: 'ACTIVE',
    suspensionReason: null,
    country,
    timeZone,
    billingMode: ownMail ? 'OWN_MAIL' : 'PREPAID',
    vatTreatment: derivedTreatment(country, null, await sellerOf(rows)),
    testClockOffsetMs: 0,
    rateLimits: {},
    settings: null,
    addressRetentionDays: null,
    pdfRetentionDays: null,
    keepScanAddresses: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    spendingCapCents: null,
    cappedKeys: null,
  }
  await rows.organisations.insert(organisation)
  await rows.accounts.insert(emptyAccount(organisation.id, await currencyOf(rows)))
  // Recurring jobs start with the first organisation: before it, nothing expires or is invoiced.
  for (const job of recurringJobs(now)) work.enqueue(job)
  return organisation
}

export const listOrganisations = (services: Services): Promise<OrganisationRow[]> =>
  services.store.read((rows) => rows.organisations.find(everyone, {}, { order: [{ field: 'createdAt' }] }))

export const getOrganisation = (services: Services, id: string): Promise<OrganisationRow> =>
  services.store.read(async (rows) => (await rows.organisations.get(everyone, id)) ?? unknown(id))

/**
 * Suspends an organisation: its writes are refused, and no items join runs. Members see the reason. Throws
 * 404, 409 if it is already suspended, and 422 if the reason is too long.
 */
export const suspendOrganisation = (
  services: Services,
  id: string,
  suspension: Suspension = {},
): Promise<OrganisationRow> => {
  const { reason = null } = parse(suspensionInput, suspension, 'body')
  return transact(
    services,
    (transaction) => changeStatus(services, transaction, id, 'SUSPENDED', reason),
    operatorActor,
  )
}

/**
 * Ends a suspension and schedules the organisation's READY items. Throws 404, and 409 if it is not suspended.
 */
export const resumeOrganisation = (services: Services, id: string): Promise<OrganisationRow> =>
  transact(services, (transaction) => changeStatus(services, transaction, id, 'ACTIVE'), operatorActor)

/**
 * Changes the status; for `ACTIVE`, schedules READY items. Throws 404 for an unknown id, and 409 if the
 * organisation already has the status.
 */
export const changeStatus = async (
  services: Services,
  { rows, work }: Transaction,
  id: string,
  status: OrganisationStatus,
  suspensionReason: string | null = null,
): Promise<OrganisationRow> => {
  const organisation = (await rows.organisations.get(everyone, id)) ?? unknown(id)
  organisationLifecycle.assert(organisation.status, status)
  if (status === 'ACTIVE') {
    for (const mode of ['live', 'test'] as const) {
      work.enqueue(attachReadyJob(id, mode, nowIn(services, organisation, mode)))
    }
  }
  return patchOrganisation(services, rows, organisation, { status, suspensionReason })
}

/** Updates an organisation and returns the new row. */
export const patchOrganisation = async (
  services: Services,
  rows: Pick<WritableRows, 'organisations'>,
  organisation: OrganisationRow,
  fields: Partial<OrganisationRow>,
): Promise<OrganisationRow> => {
  const patch = { ...fields, revision: organisation.revision + 1, updatedAt: services.clock.now() }
  await rows.organisations.update(everyone, organisation.id, patch)
  return { ...organisation, ...patch }
}

export const unknown = (id: string): never => {
  throw problem(organisationProblems.sentence('not_found.organisation', { id }))
}

export const toWire = (row: OrganisationRow): Organisation => ({
  id: row.id,
  name: row.name,
  status: row.status,
  suspensionReason: row.suspensionReason,
  country: row.country,
  timeZone: row.timeZone,
  billingMode: row.billingMode,
  vatTreatment: row.vatTreatment,
  addressRetentionDays: row.addressRetentionDays,
  pdfRetentionDays: row.pdfRetentionDays,
  keepScanAddresses: row.keepScanAddresses,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})
