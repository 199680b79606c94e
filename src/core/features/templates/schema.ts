import * as v from 'valibot'
import { findingSchema } from '../../kernel/finding.ts'
import { dateTime, fields, id, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { templateDocument, templateLocale } from '../../template/document.ts'
import { limits } from '../../template/limits.ts'
import { templateInputSentences } from './sentences.ts'

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))

const published = {
  id: described(v.string(), 'The version, `tv_…`.'),
  number: described(integer, 'Its number; the first is 1.'),
  publishedAt: described(dateTime, 'When it was published, RFC 3339 in UTC.'),
  publishedByType: described(
    named(
      'PublisherType',
      'Who published: a person, an API key, or the program itself.',
      v.picklist(['USER', 'API_KEY', 'SYSTEM']),
    ),
    'What kind of caller published it.',
  ),
  publishedById: described(v.string(), 'Who published it: a user `usr_…` or a key `key_…`.'),
  staticLayerStatus: described(
    named(
      'StaticLayerStatus',
      'Of what all pieces of a version have in common: `PENDING`: being drawn; `READY`: drawn; `FAILED`: cannot be drawn.',
      v.picklist(['PENDING', 'READY', 'FAILED']),
    ),
    'Whether what all pieces have in common is drawn.',
  ),
}

const draft = {
  revision: described(integer, 'Counts up with every change of the draft; `If-Match` takes it.'),
  updatedAt: described(dateTime, 'When the draft was saved last, RFC 3339 in UTC.'),
  updatedById: described(v.string(), 'Who saved it: a user `usr_…` or a key `key_…`.'),
}

export const templateSchema = namedObject(
  'Template',
  'A template in lists and by itself; its document is read as a draft or as a version.',
  {
    id: described(v.string(), 'The template, `tpl_…`.'),
    name: described(v.string(), 'Name for people.'),
    folderId: described(
      v.nullable(v.string()),
      'The folder that it lies in, `fld_…`; null outside of all folders.',
    ),
    productId: fields.productId,
    productSpecificationId: fields.productSpecificationId,
    draft: described(
      namedObject('TemplateDraftInfo', 'When and by whom the draft was saved last.', draft),
      'The draft, without its document.',
    ),
    latestVersion: v.pipe(
      v.nullable(namedObject('TemplateLatestVersion', 'The version that was published last.', published)),
      v.description('Null until the template is published for the first time.'),
    ),
    archivedAt: described(
      v.nullable(dateTime),
      'When it was archived, RFC 3339 in UTC; null while it is active.',
    ),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)
export type TemplateWire = v.InferOutput<typeof templateSchema>

export const templateDraftSchema = namedObject('TemplateDraft', 'The document that is being worked on.', {
  ...draft,
  document: described(templateDocument, 'The design.'),
})

const version = {
  ...published,
  templateId: described(v.string(), 'The template, `tpl_…`.'),
  productSpecificationId: fields.productSpecificationId,
  findings: described(
    v.array(findingSchema),
    'Warnings of the publication; a template with errors is not published.',
  ),
}
export const templateVersionSchema = namedObject(
  'TemplateVersion',
  'A published version, which never changes.',
  version,
)
export const draftCheckSchema = namedObject('TemplateDraftCheck', 'What publishing the draft would find.', {
  revision: described(v.number(), 'The revision of the draft that was checked.'),
  findings: described(
    v.array(findingSchema),
    'Errors, which keep the draft from being published, then warnings, which would be kept with the version.',
  ),
})
export const templateVersionDetailSchema = namedObject(
  'TemplateVersionDetail',
  'A published version with its document.',
  { ...version, document: described(templateDocument, 'The design as it was published.') },
)
export type TemplateVersionWire = v.InferOutput<typeof templateVersionSchema>

export const documentInput = v.pipe(
  templateDocument,
  v.check(
    (document) => JSON.stringify(document).length <= limits.documentBytes,
    templateInputSentences.message('invalid_value.document', { limit: limits.documentBytes }),
  ),
)

export const templateInput = namedStrictObject('TemplateCreate', 'A new template.', {
  name: described(name, 'Name for people, 1 to 120 characters.'),
  productSpecificationId: described(id, 'What it is printed on, `psp_…`; it stays.'),
  folderId: described(v.optional(v.nullable(id)), 'The folder to put it in, `fld_…`; null for none.'),
  document: described(
    v.optional(documentInput),
    'The design; a blank sheet with the address in its place if absent.',
  ),
  locale: described(
    v.optional(templateLocale),
    'The language of the texts (BCP 47), e.g. `nl-NL`, where there is no `document`; `en` if absent.',
  ),
  pdfAssetId: described(
    v.optional(id),
    'Instead of `document`: an uploaded PDF, `ast_…`, whose pages become the backgrounds of the pages, with the address in its place. It has at most as many pages as the sheet, in its proportions with the bleed.',
  ),
})

export const templatePatch = namedStrictObject(
  'TemplateUpdate',
  'Changes to a template; a field that is not sent stays as it is.',
  {
    name: described(v.optional(name), 'Name for people, 1 to 120 characters.'),
    folderId: described(
      v.optional(v.nullable(id)),
      'The folder to put it in, `fld_…`; null takes it out of its folder.',
    ),
  },
)

export const templateDraftInput = namedStrictObject('TemplateDraftUpdate', 'The document to save as draft.', {
  document: described(documentInput, 'The design; replaces the draft as a whole.'),
})

export const templateDuplicateInput = namedStrictObject('TemplateDuplicate', 'What the copy is called.', {
  name: described(v.optional(name), 'Name of the copy; made from the present name if absent.'),
})

export const templateParams = v.strictObject({ id: described(v.string(), 'The template, `tpl_…`.') })
export const templateVersionParams = v.strictObject({
  id: described(v.string(), 'The template, `tpl_…`.'),
  number: described(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,8}$/, templateInputSentences.message('invalid_format.version')),
      v.toNumber(),
    ),
    'Number of the version; the first is 1.',
  ),
})

export const folderSchema = namedObject('TemplateFolder', 'A folder of templates.', {
  id: described(v.string(), 'The folder, `fld_…`.'),
  name: described(v.string(), 'Name for people.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export type FolderWire = v.InferOutput<typeof folderSchema>

export const folderInput = namedStrictObject('TemplateFolderCreate', 'A new folder.', {
  name: described(name, 'Name for people, 1 to 120 characters.'),
})
export const folderPatch = namedStrictObject('TemplateFolderUpdate', 'Changes to a folder.', {
  name: described(name, 'Name for people, 1 to 120 characters.'),
})
export const folderParams = v.strictObject({ id: described(v.string(), 'The folder, `fld_…`.') })
