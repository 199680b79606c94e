import { defineOperation } from '../../../engine/operation.ts'
import { invalid } from '../../../kernel/errors.ts'
import { intoFolder } from '../folder.ts'
import { newTemplate } from '../new-template.ts'
import { documentOfPdf, readPdf } from '../pdf-background.ts'
import { templateInput, templateSchema } from '../schema.ts'
import { templateInputSentences } from '../sentences.ts'
import { blankDocument, chosenSpecification, oneTemplateToWire } from '../template.ts'

export const createTemplate = defineOperation({
  id: 'templates.create',
  method: 'POST',
  path: '/templates',
  summary: 'Create a template',
  description: 'It begins as a draft; publishing makes versions that Postflows can use.',
  permission: 'templates.write',
  effect: 'write',
  shared: true,
  body: templateInput,
  output: templateSchema,
  status: 201,
  location: '/templates/{id}',
  prepare: async (context, { body }) => {
    if (body.document !== undefined && body.locale !== undefined)
      throw invalid('locale', templateInputSentences.say('invalid.locale'))
    if (body.pdfAssetId === undefined) return undefined
    if (body.document !== undefined) {
      throw invalid('pdfAssetId', templateInputSentences.say('invalid.two_beginnings'))
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
