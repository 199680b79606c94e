import * as v from 'valibot'
import { findingSchema } from '../../kernel/finding.ts'
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
  publishedByType: v.picklist(['USER', 'API_KEY', 'SYSTEM']),
  publishedById: v.string(),
  staticLayerStatus: v.picklist(['PENDING', 'READY', 'FAILED']),
}

const draft = { revision: integer, updatedAt: dateTime, updatedById: v.string() }

/** SPEC "Template (list view)", to the letter. `latestVersion` is null until the first publication. */
export const templateSchema = v.object({
  id: v.string(),
  name: v.string(),
  folderId: v.nullable(v.string()),
  productId: v.string(),
  productSpecificationId: v.string(),
  draft: v.object(draft),
  latestVersion: v.pipe(
    v.nullable(v.object(published)),
    v.description('Null until the template is published for the first time.'),
  ),
  archivedAt: v.nullable(dateTime),
  createdAt: dateTime,
  updatedAt: dateTime,
})
export type TemplateWire = v.InferOutput<typeof templateSchema>

export const templateDraftSchema = v.object({ ...draft, document: templateDocument })

const version = {
  ...published,
  templateId: v.string(),
  productSpecificationId: v.string(),
  /** Warnings of the publication. */
  findings: v.array(findingSchema),
}
export const templateVersionSchema = v.object(version)
export const templateVersionDetailSchema = v.object({ ...version, document: templateDocument })
export type TemplateVersionWire = v.InferOutput<typeof templateVersionSchema>

const documentInput = v.pipe(
  templateDocument,
  v.check(
    (document) => JSON.stringify(document).length <= limits.documentBytes,
    `A document has at most ${limits.documentBytes} characters of JSON.`,
  ),
)

export const templateInput = v.strictObject({
  name,
  productSpecificationId: id,
  folderId: v.optional(v.nullable(id)),
  /** A blank sheet with the address in its place when absent. */
  document: v.optional(documentInput),
})

export const templatePatch = v.strictObject({
  name: v.optional(name),
  folderId: v.optional(v.nullable(id)),
})

export const templateDraftInput = v.strictObject({ document: documentInput })

export const templateDuplicateInput = v.strictObject({ name: v.optional(name) })

export const templateParams = v.strictObject({ id: v.string() })
export const templateVersionParams = v.strictObject({
  id: v.string(),
  number: v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,8}$/, 'A version number is a whole number from 1.'),
    v.toNumber(),
  ),
})

export const folderSchema = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
})
export type FolderWire = v.InferOutput<typeof folderSchema>

export const folderInput = v.strictObject({ name })
export const folderParams = v.strictObject({ id: v.string() })
