import * as v from 'valibot'
import { notFound } from '../errors.ts'
import type { Recipient } from '../items/address/schema.ts'
import type { OrganisationRow } from '../organisations/store.ts'
import { everyone, type Mode } from '../ports/store.ts'
import type { PostflowRow } from '../postflows/store.ts'
import { sampleIds, sampleSpecifications } from '../products/catalogue.ts'
import type { Services } from '../services.ts'
import { type TemplateDocumentInput, templateDocument } from '../templates/document.ts'
import { newTemplate } from '../templates/new-template.ts'
import { prepareVersion, publish } from '../templates/publish.ts'
import type { TemplateRow } from '../templates/store.ts'
import { transact } from '../transact.ts'
import { energyLetter } from './designs/energy.ts'
import { floristPostcard } from './designs/florist.ts'
import { restaurantPostcard } from './designs/restaurant.ts'

export interface Design {
  /** In the template library. */
  id: string
  description: string
  /** Also the name of the Postflow. */
  name: string
  specificationId: string
  document: TemplateDocumentInput
  advertisingCategory: string
  trackingTargetUrl: string
}

/** What `seed` adds: every template has a tracking QR and the address, and asks for `firstName` only. */
export const designs: readonly Design[] = [
  {
    id: 'florist-postcard',
    description: 'A postcard with a greeting by name and a tracked QR code.',
    name: 'Welcome card',
    specificationId: sampleIds.a6,
    document: floristPostcard,
    advertisingCategory: 'retail',
    trackingTargetUrl: 'https://example.com/flowers',
  },
  {
    id: 'restaurant-postcard',
    description: 'A large postcard that invites to a table, with a tracked QR code.',
    name: 'Dinner invitation',
    specificationId: sampleIds.a5,
    document: restaurantPostcard,
    advertisingCategory: 'food',
    trackingTargetUrl: 'https://example.com/table',
  },
  {
    id: 'energy-letter',
    description: 'A letter for a window envelope, with an offer and a tracked QR code.',
    name: 'Offer letter',
    specificationId: sampleIds.c5,
    document: energyLetter,
    advertisingCategory: 'energy',
    trackingTargetUrl: 'https://example.com/visit',
  },
]

/** What an organisation has been given to begin with, whether just now or before. */
export interface Seeded {
  returnAddressId: string
  templates: { id: string; versionId: string; name: string }[]
  postflows: { id: string; name: string; mode: Mode }[]
}

/**
 * Gives an organisation something to begin with: a return address, published templates, and active Postflows in both
 * modes. What is there already (by name) stays as it is, so that it can be run again. Throws 404 for an unknown
 * organisation. Needs the sample products (`installCatalogue`).
 */
export const seedOrganisation = async (services: Services, organisationId: string): Promise<Seeded> => {
  const organisation = await services.store.read((rows) => rows.organisations.get(everyone, organisationId))
  if (!organisation) throw notFound('organisation')
  const returnAddressId = await seedReturnAddress(services, organisation)
  const seeded: Seeded = { returnAddressId, templates: [], postflows: [] }
  for (const design of designs) {
    const template = await seedTemplate(services, organisation, design)
    seeded.templates.push({ id: template.id, versionId: template.latestVersionId!, name: template.name })
    for (const mode of ['live', 'test'] as const) {
      const id = await seedPostflow(services, { organisation, mode, design, template, returnAddressId })
      seeded.postflows.push({ id, name: design.name, mode })
    }
  }
  return seeded
}

const office: Omit<Recipient, 'companyName'> = {
  street: 'Keizersgracht',
  houseNumber: '123',
  postalCode: '1015 CJ',
  city: 'Amsterdam',
  country: 'NL',
}

const seedReturnAddress = (services: Services, organisation: OrganisationRow): Promise<string> =>
  services.store.write(async (rows) => {
    const scope = { organisationId: organisation.id }
    const [present] = await rows.returnAddresses.find(scope, [{ field: 'isDefault', op: 'eq', value: true }])
    if (present) return present.id
    const id = services.ids.next('ret')
    const now = services.clock.now()
    await rows.returnAddresses.insert({
      id,
      organisationId: organisation.id,
      name: 'Office',
      address: { ...office, companyName: organisation.name },
      isDefault: true,
      createdAt: now,
      updatedAt: now,
    })
    return id
  })

const seedTemplate = async (
  services: Services,
  organisation: OrganisationRow,
  design: Design,
): Promise<TemplateRow> => {
  const shared = { organisationId: organisation.id }
  const specification = sampleSpecifications.find((candidate) => candidate.id === design.specificationId)!
  const caller = { kind: 'operator' as const, id: 'seed', name: 'seed', scopes: [] }
  const now = services.clock.now()
  const found = await services.store.read((rows) =>
    rows.templates.find(shared, [{ field: 'name', op: 'eq', value: design.name }]),
  )
  const present = found.find((template) => template.latestVersionId !== null)
  if (present) return present
  const document = v.parse(templateDocument, design.document)
  const template = newTemplate(
    { services, shared, caller, now },
    { name: design.name, specification, document },
  )
  const prepared = await prepareVersion(services, template)
  return transact(services, async (transaction) => {
    await transaction.rows.templates.insert(template)
    const by = { services, actor: { type: 'SYSTEM' as const, id: 'seed' }, now }
    const version = await publish(transaction, template, prepared, by)
    return { ...template, latestVersionId: version.id, latestVersionNumber: version.number }
  })
}

const seedPostflow = (
  services: Services,
  from: {
    organisation: OrganisationRow
    mode: Mode
    design: Design
    template: TemplateRow
    returnAddressId: string
  },
): Promise<string> =>
  services.store.write(async (rows) => {
    const { organisation, mode, design, template, returnAddressId } = from
    const scope = { organisationId: organisation.id, mode }
    const [present] = await rows.postflows.find(scope, [
      { field: 'templateId', op: 'eq', value: template.id },
      { field: 'status', op: 'ne', value: 'ARCHIVED' },
    ])
    if (present) return present.id
    const now = services.clock.now() + (mode === 'test' ? organisation.testClockOffsetMs : 0)
    const postflow: PostflowRow = {
      id: services.ids.next('pfl'),
      ...scope,
      name: design.name,
      description: null,
      status: 'ACTIVE',
      templateId: template.id,
      templateVersionId: template.latestVersionId!,
      productId: template.productId,
      specificationId: template.specificationId,
      advertisingCategory: design.advertisingCategory,
      approval: 'NONE',
      returnAddressId,
      trackingTargetUrl: design.trackingTargetUrl,
      duplicateWindowDays: 0,
      revision: 1,
      createdAt: now,
      updatedAt: now,
      activatedAt: now,
      archivedAt: null,
    }
    await rows.postflows.insert(postflow)
    return postflow.id
  })
