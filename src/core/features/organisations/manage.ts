import * as v from 'valibot'
import { operatorActor } from '../../engine/audit/changes.ts'
import type { Transaction } from '../../engine/context.ts'
import { nowIn } from '../../engine/jobs/clock.ts'
import { recurringJobs } from '../../engine/jobs/recurring.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { problem } from '../../kernel/errors.ts'
import { type RateClass, rateClasses } from '../../kernel/rate-classes.ts'
import { described } from '../../kernel/wire-schema.ts'
import type { OrganisationRow, OrganisationStatus } from '../../model/organisations.ts'
import { organisationLifecycle } from '../../model/organisations-lifecycle.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import { emptyAccount } from '../accounts/accounts.ts'
import { derivedTreatment } from '../accounts/vat.ts'
import { attachReadyJob } from '../items/scheduling.ts'
import { organisationInput } from './schema.ts'

/** What an operator says of a new organisation; `country` is NL and `timeZone` UTC unless given, and it prepays. */
export type NewOrganisation = v.InferInput<typeof organisationInput>

/** Makes an organisation with its account. Throws 422 for what it cannot be called or where it cannot be. */
export const createOrganisation = async (
  services: Services,
  input: NewOrganisation,
): Promise<OrganisationRow> => {
  const parsed = parse(organisationInput, input, 'body')
  return transact(services, (transaction) => insertOrganisation(services, transaction, parsed), operatorActor)
}

/** The same as part of a transaction, of what was parsed already. */
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
    country,
    timeZone,
    billingMode: ownMail ? 'OWN_MAIL' : 'PREPAID',
    vatTreatment: derivedTreatment(country, null),
    testClockOffsetMs: 0,
    rateLimits: {},
    settings: null,
    addressRetentionDays: null,
    pdfRetentionDays: null,
    keepScanAddresses: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await rows.organisations.insert(organisation)
  await rows.accounts.insert(emptyAccount(organisation.id))
  // Nothing expires or is invoiced before the first organisation.
  for (const job of recurringJobs(now)) work.enqueue(job)
  return organisation
}

/** Oldest first. */
export const listOrganisations = (services: Services): Promise<OrganisationRow[]> =>
  services.store.read((rows) => rows.organisations.find(everyone, {}, { order: [{ field: 'createdAt' }] }))

/** Throws 404 for an unknown id. */
export const getOrganisation = (services: Services, id: string): Promise<OrganisationRow> =>
  services.store.read(async (rows) => (await rows.organisations.get(everyone, id)) ?? unknown(id))

/**
 * From now on only reads work, and its items are attached to no run. Throws 409 where it is suspended
 * already.
 */
export const suspendOrganisation = (services: Services, id: string): Promise<OrganisationRow> =>
  transact(services, (transaction) => changeStatus(services, transaction, id, 'SUSPENDED'), operatorActor)

/** What waited READY meanwhile finds its runs. Throws 409 where it is not suspended. */
export const resumeOrganisation = (services: Services, id: string): Promise<OrganisationRow> =>
  transact(services, (transaction) => changeStatus(services, transaction, id, 'ACTIVE'), operatorActor)

export const rateLimitsInput = v.strictObject(
  v.entriesFromList(
    Object.keys(rateClasses) as RateClass[],
    described(
      v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)))),
      'Requests a minute; null gives the class its default back.',
    ),
  ),
)

export type RateLimits = Partial<Record<RateClass, number | null | undefined>>

/** Requests a minute for the classes that are named; null gives a class its default back. */
export const setRateLimits = async (
  services: Services,
  id: string,
  limits: RateLimits,
): Promise<OrganisationRow> => {
  const named = parse(rateLimitsInput, limits, 'body')
  return transact(services, ({ rows }) => changeRateLimits(services, rows, id, named), operatorActor)
}

/** The same as part of a transaction. */
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

/** Suspends or resumes. Throws 404 for an unknown id, 409 where it is so already. */
export const changeStatus = async (
  services: Services,
  { rows, work }: Transaction,
  id: string,
  status: OrganisationStatus,
): Promise<OrganisationRow> => {
  const organisation = (await rows.organisations.get(everyone, id)) ?? unknown(id)
  organisationLifecycle.assert(organisation.status, status)
  if (status === 'ACTIVE') {
    for (const mode of ['live', 'test'] as const) {
      work.enqueue(attachReadyJob(id, mode, nowIn(services, organisation, mode)))
    }
  }
  return patchOrganisation(services, rows, organisation, { status })
}

/** Writes fields of an organisation together with its revision; returns the row as it is now. */
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
  throw problem('not_found', `There is no organisation ${id}.`)
}
