import * as v from 'valibot'
import { operatorActor } from '../../engine/audit/changes.ts'
import type { Transaction } from '../../engine/context.ts'
import { recurringJobs } from '../../engine/jobs/scheduler.ts'
import { nowIn } from '../../engine/mode-clock.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { problem } from '../../kernel/errors.ts'
import { type RateClass, rateClasses } from '../../kernel/rate-classes.ts'
import { toDateTime } from '../../kernel/time.ts'
import { described, integer, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
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

/** Expects parsed input, within a transaction. */
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
 * Refuses writes and attaches no items to runs. Members see the reason. Throws 409 if it is already
 * suspended, 422 if the reason is too long.
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

/** Schedules its READY items. Throws 409 if it is not suspended. */
export const resumeOrganisation = (services: Services, id: string): Promise<OrganisationRow> =>
  transact(services, (transaction) => changeStatus(services, transaction, id, 'ACTIVE'), operatorActor)

export const rateLimitsInput = v.strictObject(
  v.entriesFromList(
    Object.keys(rateClasses) as RateClass[],
    described(
      v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)))),
      'Requests per minute; null restores the default of the class.',
    ),
  ),
)

export type RateLimits = Partial<Record<RateClass, number | null | undefined>>

/** Requests per minute of the named rate classes; null restores a default. Throws 404. */
export const setRateLimits = async (
  services: Services,
  id: string,
  limits: RateLimits,
): Promise<OrganisationRow> => {
  const named = parse(rateLimitsInput, limits, 'body')
  return transact(services, ({ rows }) => changeRateLimits(services, rows, id, named), operatorActor)
}

export const changeRateLimits = async (
  services: Services,
  rows: WritableRows,
  id: string,
  limits: RateLimits,
): Promise<OrganisationRow> => {
  const organisation = (await rows.organisations.get(everyone, id)) ?? unknown(id)
  const rateLimits = Object.fromEntries(
    Object.entries({ ...organisation.rateLimits, ...limits }).filter(([, limit]) => limit != null),
  ) as Partial<Record<RateClass, number>>
  return patchOrganisation(services, rows, organisation, { rateLimits })
}

/** Throws 404 for an unknown id, 409 if the organisation already has the status. */
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

/** Returns the new row. */
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

const unknown = (id: string): never => {
  throw problem(organisationProblems.sentence('not_found.organisation', { id }))
}

export const limitsSchema = namedObject('RateLimits', 'Requests per minute by rate class.', {
  rateLimits: described(v.record(v.string(), integer), 'Effective requests per minute of every class.'),
  overrides: described(
    v.record(v.string(), integer),
    'Requests per minute of the classes that an operator set; the others have their default.',
  ),
})

export const limitsPatch = namedStrictObject('RateLimitsUpdate', 'Changes to rate limits.', {
  rateLimits: described(
    rateLimitsInput,
    'Requests per minute by class; null restores the default of a class.',
  ),
})

export const limitsToWire = ({ rateLimits }: OrganisationRow) => ({
  rateLimits: { ...rateClasses, ...rateLimits } as Record<RateClass, number>,
  overrides: { ...rateLimits } as Record<string, number>,
})

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
