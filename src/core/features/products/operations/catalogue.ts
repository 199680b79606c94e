import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { found } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/lifecycle.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { assertProven, proofOf } from '../../people/sessions/sign-in.ts'
import { toFile } from '../catalogue/document.ts'
import { mayWith, presentCatalogue } from '../catalogue/export.ts'
import {
  catalogueAnswer,
  catalogueDraft,
  catalogueFile,
  catalogueImport,
  importAnswer,
  parted,
  reportAnswer,
  samplesAnswer,
} from '../catalogue/file-schema.ts'
import { checkFile, isValid, movesMail, reportToWire, saveWithWork } from '../catalogue/import.ts'
import { catalogueMark, revisionOf } from '../current-catalogue.ts'

export const getCatalogue = defineOperation({
  id: 'catalogue.get',
  method: 'GET',
  path: '/platform/catalogue',
  summary: 'Export the catalogue',
  description:
    'For operators. Returns everything that the instance sells as a file for `catalogue.import`, including archived entries. Printers and printer rules are included for callers with `printers.manage`, without secrets.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: catalogueAnswer,
  prepare: ({ services }) => services.catalogueParts(),
  async handler({ rows, caller }, _input, all) {
    const parts = all.filter(mayWith(caller.scopes))
    const file = toFile(await presentCatalogue(rows, parts), parts)
    return { revision: revisionOf(await catalogueMark(rows)), file: file as never }
  },
})

export const checkCatalogueFile = defineOperation({
  id: 'catalogue.check',
  method: 'POST',
  path: '/platform/catalogue/check',
  summary: 'Check a catalogue',
  description:
    'For operators. Returns every error with its place in the file, and what an import would change: versions of specifications, prices, cutoffs, and entries to be archived because the file does not contain them. Imports nothing.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  body: catalogueDraft,
  output: reportAnswer,
  prepare: ({ services, caller }, { body }) => checkFile(services, body, { may: mayWith(caller.scopes) }),
  async handler(_context, _input, checked) {
    return { revision: checked.revision, valid: isValid(checked), ...reportToWire(checked) }
  },
})

export const importCatalogue = defineOperation({
  id: 'catalogue.import',
  method: 'PUT',
  path: '/platform/catalogue',
  summary: 'Import a catalogue',
  description:
    'For operators. Replaces the catalogue of the instance. Entries that are not in the file are archived. A change to production details creates a new version of the specification; existing items keep their version, price and cutoff, and approved quotes stay valid. Errors: 422 naming every error with its place. From the portal, include the user’s password if printers get another destination or rules change.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: catalogueImport,
  output: importAnswer,
  ifMatch: true,
  errors: ['revision_conflict', 'still_referenced'],
  async prepare(context, { body }) {
    const { services, caller } = context
    const { file, sent } = parted(body)
    const checked = await checkFile(services, file, { may: mayWith(caller.scopes) })
    return { checked, proof: await proofOf(context, sent) }
  },
  async handler(context, { ifMatch }, { checked, proof }) {
    assertRevision(ifMatch, checked.revision, 'catalogue')
    if (proof) await proof.confirm(context.rows)
    else if (isValid(checked) && movesMail(checked)) assertProven(context, proof)
    const revision = await saveWithWork(context, checked)
    return { revision, ...reportToWire(checked) }
  },
})

export const listCatalogueSamples = defineOperation({
  id: 'catalogue.samples',
  method: 'GET',
  path: '/platform/catalogue/samples',
  summary: 'List sample catalogues',
  description: 'For operators. Sample catalogues by country. Their prices are examples.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: samplesAnswer,
  async handler({ services }) {
    return { samples: services.sampleCatalogues.map(({ name, description }) => ({ name, description })) }
  },
})

export const getCatalogueSample = defineOperation({
  id: 'catalogue.sample',
  method: 'GET',
  path: '/platform/catalogue/samples/{name}',
  summary: 'Read a sample catalogue',
  description:
    'For operators. Returns a file for `catalogue.import`. Its prices are examples; `sources` says which rules were checked against their documents.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  params: v.strictObject({ name: described(v.string(), 'Name of the sample, such as `nl`.') }),
  output: catalogueFile,
  errors: ['not_found'],
  /** Loaded before the transaction, so that no snapshot stays open while files are read. */
  prepare: ({ services }, { params }) =>
    found(
      services.sampleCatalogues.find(({ name }) => name === params.name),
      'sample catalogue',
    ).load(),
  async handler(_context, _input, file) {
    return file as never
  },
})
