import * as v from 'valibot'
import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invalid } from '../../../kernel/errors.ts'
import { hasErrors } from '../../../kernel/finding.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { templatesTable } from '../../../model/templates.ts'
import { everyone } from '../../../ports/store.ts'
import { fieldsSchema, fieldsSchemaSchema } from '../fields.ts'
import { documentOfPdf, readPdf } from '../pdf-background.ts'
import { checkDraft } from '../publish.ts'
import {
  draftCheckSchema,
  templateDuplicateInput,
  templateInput,
  templateParams,
  templatePatch,
  templateSchema,
} from '../schema.ts'
import { templateInputSentences } from '../sentences.ts'
import {
  activeTemplate,
  blankDocument,
  chosenSpecification,
  intoFolder,
  newTemplate,
  oneTemplateToWire,
  setTemplateStatus,
  templateById,
  templatesToWire,
} from '../template.ts'

export const listTemplates = defineOperation({
  id: 'templates.list',
  method: 'GET',
  path: '/templates',
  summary: 'List templates',
  permission: 'templates.read',
  effect: 'read',
  list: defineList(templatesTable, {
    sort: { name: 'name', createdAt: 'createdAt', updatedAt: 'updatedAt' },
    defaultSort: '-updatedAt',
    filters: {
      id: idFilter,
      name: { type: 'text', operators: ['eq', 'contains'] },
      folderId: { type: 'text', operators: ['eq', 'in', 'null'] },
      productId: { type: 'text', operators: ['eq', 'in'] },
      createdAt: periodFilter,
      updatedAt: periodFilter,
      status: {
        type: 'enum',
        values: ['ACTIVE', 'ARCHIVED'],
        operators: ['eq', 'ne', 'in'],
        description: 'Whether it is archived.',
      },
    },
  }),
  output: listOf(templateSchema),
  async handler(context, { list }) {
    const page = await context.rows.templates.list(context.shared, list)
    const data = await templatesToWire(context, page.rows)
    return { ...toList(list, page, (row) => row), data }
  },
})

export const getTemplate = defineOperation({
  id: 'templates.get',
  method: 'GET',
  path: '/templates/{id}',
  summary: 'Get a template',
  permission: 'templates.read',
  effect: 'read',
  params: templateParams,
  output: templateSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return oneTemplateToWire(context, await templateById(context, params.id))
  },
})

export const createTemplate = defineOperation({
  id: 'templates.create',
  method: 'POST',
  path: '/templates',
  summary: 'Create a template',
  description: 'It begins as a draft. Publish it to create versions for Postflows.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  body: templateInput,
  output: templateSchema,
  status: 201,
  location: '/templates/{id}',
  prepare: async (context, { body }) => {
    if (body.document !== undefined && body.locale !== undefined)
      throw invalid('locale', templateInputSentences.sentence('invalid.locale'))
    if (body.pdfAssetId === undefined) return undefined
    if (body.document !== undefined) {
      throw invalid('pdfAssetId', templateInputSentences.sentence('invalid.two_beginnings'))
    }
    return readPdf(context, body.pdfAssetId)
  },
  async handler(context, { body }, pdf) {
    await intoFolder(context, body.folderId)
    const specification = await chosenSpecification(context.rows, body.productSpecificationId)
    const template = newTemplate(context, {
      name: body.name,
      folderId: body.folderId ?? null,
      specification,
      document: pdf
        ? documentOfPdf(pdf, specification.sheet, body.locale)
        : (body.document ?? blankDocument(specification.sheet, { locale: body.locale })),
    })
    await context.rows.templates.insert(template)
    return oneTemplateToWire(context, template)
  },
})

export const duplicateTemplate = defineOperation({
  id: 'templates.duplicate',
  method: 'POST',
  path: '/templates/{id}/duplicate',
  summary: 'Duplicate a template',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  body: templateDuplicateInput,
  output: templateSchema,
  status: 201,
  location: '/templates/{id}',
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const original = await templateById(context, params.id)
    const specification = (await context.rows.specifications.get(everyone, original.specificationId))!
    await intoFolder(context, original.folderId)
    const template = newTemplate(context, {
      name: body.name ?? `${original.name.slice(0, 113)} (copy)`,
      folderId: original.folderId,
      specification,
      document: original.draft,
    })
    await context.rows.templates.insert(template)
    return oneTemplateToWire(context, template)
  },
})

export const patchTemplate = defineOperation({
  id: 'templates.patch',
  method: 'PATCH',
  path: '/templates/{id}',
  summary: 'Rename or move a template',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  body: templatePatch,
  output: templateSchema,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params, body }) {
    const template = await activeTemplate(context, params.id)
    await intoFolder(context, body.folderId)
    const patch = { ...body, updatedAt: context.now }
    await context.rows.templates.update(context.shared, template.id, patch)
    return oneTemplateToWire(context, { ...template, ...patch })
  },
})

export const archiveTemplate = defineOperation({
  id: 'templates.archive',
  method: 'POST',
  path: '/templates/{id}/archive',
  summary: 'Archive a template',
  description: 'Postflows that use its versions are unaffected.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  output: templateSchema,
  errors: ['not_found', 'invalid_state'],
  handler: (context, { params }) => setTemplateStatus(context, params.id, 'ARCHIVED'),
})

export const checkTemplateDraft = defineOperation({
  id: 'templates.checkDraft',
  method: 'GET',
  path: '/templates/{id}/draft/check',
  summary: 'Check the draft',
  description:
    'Returns every finding of all pages that `templates.publish` would refuse or keep with the version. Nothing is stored.',
  permission: 'templates.read',
  rateClass: 'paper',
  effect: 'read',
  shared: true,
  params: templateParams,
  output: draftCheckSchema,
  errors: ['not_found', 'invalid_state'],
  /** Draws before the transaction, so that no snapshot stays open while it draws. */
  async prepare({ services, shared }, { params }) {
    const template = await services.store.read((rows) => activeTemplate({ rows, shared }, params.id))
    const { findings } = await checkDraft(services, template)
    const errors = findings.filter((finding) => hasErrors([finding]))
    const warnings = findings.filter((finding) => !hasErrors([finding]))
    return { revision: template.draftRevision, findings: [...errors, ...warnings] }
  },
  async handler(_context, _input, answer) {
    return answer
  },
})

export const unarchiveTemplate = defineOperation({
  id: 'templates.unarchive',
  method: 'POST',
  path: '/templates/{id}/unarchive',
  summary: 'Unarchive a template',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  params: templateParams,
  output: templateSchema,
  errors: ['not_found', 'invalid_state'],
  handler: (context, { params }) => setTemplateStatus(context, params.id, 'ACTIVE'),
})

export const getTemplateFields = defineOperation({
  id: 'templates.fields',
  method: 'GET',
  path: '/templates/{id}/fields',
  summary: 'Get the merge fields of a template as a JSON Schema',
  description: 'Of the latest version, or of the draft with `version=draft` or if nothing is published.',
  permission: 'templates.read',
  effect: 'read',
  params: templateParams,
  query: v.strictObject({
    version: described(
      v.optional(v.picklist(['latest', 'draft'])),
      '`latest`: the latest published version; `draft`: the draft.',
    ),
  }),
  output: fieldsSchemaSchema,
  errors: ['not_found'],
  async handler(context, { params, query }) {
    const template = await templateById(context, params.id)
    const latest =
      query.version === 'draft' || template.latestVersionId === null
        ? undefined
        : await context.rows.templateVersions.get(context.shared, template.latestVersionId)
    return fieldsSchema(latest?.document ?? template.draft)
  },
})
