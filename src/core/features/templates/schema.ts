import * as v from 'valibot'
import { findingSchema } from '../../kernel/finding.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { templateDocument } from '../../template/document.ts'
import { limits } from '../../template/limits.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))

const published = {
  id: v.string(),
  number: integer,
  publishedAt: dateTime,
  publishedByType: named(
    'PublisherType',
    'Who published: a person, an API key, or the program itself.',
    v.picklist(['USER', 'API_KEY', 'SYSTEM']),
  ),
  publishedById: v.string(),
  staticLayerStatus: named(
    'StaticLayerStatus',
    'Of what all pieces of a version have in common: `PENDING`: being drawn; `READY`: drawn; `FAILED`: cannot be drawn.',
    v.picklist(['PENDING', 'READY', 'FAILED']),
  ),
}

const draft = { revision: integer, updatedAt: dateTime, updatedById: v.string() }

export const templateSchema = namedObject(
  'Template',
  'A template in lists and by itself; its document is read as a draft or as a version.',
  {
    id: v.string(),
    name: v.string(),
    folderId: v.nullable(v.string()),
    productId: v.string(),
    productSpecificationId: v.string(),
    draft: namedObject('TemplateDraftInfo', 'When and by whom the draft was saved last.', draft),
    latestVersion: v.pipe(
      v.nullable(namedObject('TemplateLatestVersion', 'The version that was published last.', published)),
      v.description('Null until the template is published for the first time.'),
    ),
    archivedAt: v.nullable(dateTime),
    createdAt: dateTime,
    updatedAt: dateTime,
  },
)
export type TemplateWire = v.InferOutput<typeof templateSchema>

export const templateDraftSchema = namedObject('TemplateDraft', 'The document that is being worked on.', {
  ...draft,
  document: templateDocument,
})

const version = {
  ...published,
  templateId: v.string(),
  productSpecificationId: v.string(),
  /** Warnings of the publication. */
  findings: v.array(findingSchema),
}
export const templateVersionSchema = namedObject(
  'TemplateVersion',
  'A published version, which never changes.',
  version,
)
export const templateVersionDetailSchema = namedObject(
  'TemplateVersionDetail',
  'A published version with its document.',
  { ...version, document: templateDocument },
)
export type TemplateVersionWire = v.InferOutput<typeof templateVersionSchema>

const documentInput = v.pipe(
  templateDocument,
  v.check(
    (document) => JSON.stringify(document).length <= limits.documentBytes,
    `A document has at most ${limits.documentBytes} characters of JSON.`,
  ),
)

export const templateInput = namedStrictObject('TemplateCreate', 'A new template.', {
  name,
  productSpecificationId: id,
  folderId: v.optional(v.nullable(id)),
  /** A blank sheet with the address in its place when absent. */
  document: v.optional(documentInput),
})

export const templatePatch = namedStrictObject(
  'TemplateUpdate',
  'Changes to a template; a field that is not sent stays as it is.',
  {
    name: v.optional(name),
    folderId: v.optional(v.nullable(id)),
  },
)

export const templateDraftInput = namedStrictObject('TemplateDraftUpdate', 'The document to save as draft.', {
  document: documentInput,
})

export const templateDuplicateInput = namedStrictObject('TemplateDuplicate', 'What the copy is called.', {
  name: v.optional(name),
})

export const templateParams = v.strictObject({ id: v.string() })
export const templateVersionParams = v.strictObject({
  id: v.string(),
  number: v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,8}$/, 'A version number is a whole number from 1.'),
    v.toNumber(),
  ),
})

export const folderSchema = namedObject('TemplateFolder', 'A folder of templates.', {
  id: v.string(),
  name: v.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
})
export type FolderWire = v.InferOutput<typeof folderSchema>

export const folderInput = namedStrictObject('TemplateFolderCreate', 'A new folder.', { name })
export const folderPatch = namedStrictObject('TemplateFolderUpdate', 'Changes to a folder.', { name })
export const folderParams = v.strictObject({ id: v.string() })
