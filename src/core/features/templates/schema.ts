import * as v from 'valibot'
import { findingSchema } from '../../kernel/finding.ts'
import {
  dateTime,
  described,
  fields,
  id,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { templateDocument, templateLocale } from '../../template/document.ts'
import { limits } from '../../template/limits.ts'
import { templateInputSentences } from './sentences.ts'

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))

const published = {
  id: described(v.string(), 'Id of the version, `tv_…`.'),
  number: described(integer, 'Number of the version, from 1.'),
  publishedAt: described(dateTime, 'When it was published (RFC 3339, UTC).'),
  publishedByType: described(
    named(
      'PublisherType',
      'Kind of publisher: a user, an API key, or the program itself.',
      v.picklist(['USER', 'API_KEY', 'SYSTEM']),
    ),
    'Kind of caller that published it.',
  ),
  publishedById: described(v.string(), 'Who published it: a user `usr_…` or a key `key_…`.'),
  staticLayerStatus: described(
    named(
      'StaticLayerStatus',
      'Status of the layer shared by all pieces of a version. `PENDING`: being drawn; `READY`: drawn; `FAILED`: it can’t be drawn.',
      v.picklist(['PENDING', 'READY', 'FAILED']),
    ),
    'Whether the shared layer is drawn.',
  ),
}

const draft = {
  revision: described(
    integer,
    'Revision of the draft, incremented with every change; send it as `If-Match`.',
  ),
  updatedAt: described(dateTime, 'When the draft was last saved (RFC 3339, UTC).'),
  updatedById: described(v.string(), 'Who saved it: a user `usr_…` or a key `key_…`.'),
}

export const templateSchema = namedObject(
  'Template',
  'A template without its document, which is read as a draft or as a version.',
  {
    id: described(v.string(), 'Id of the template, `tpl_…`.'),
    name: described(v.string(), 'Display name.'),
    folderId: described(v.nullable(v.string()), 'Its folder, `fld_…`; null if it is in none.'),
    productId: fields.productId,
    productSpecificationId: fields.productSpecificationId,
    draft: described(
      namedObject('TemplateDraftInfo', 'Revision of the draft, and who saved it.', draft),
      'The draft, without its document.',
    ),
    latestVersion: v.pipe(
      v.nullable(namedObject('TemplateLatestVersion', 'The latest published version.', published)),
      v.description('Null until the template is first published.'),
    ),
    archivedAt: described(
      v.nullable(dateTime),
      'When it was archived (RFC 3339, UTC); null while it is active.',
    ),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)
export type TemplateWire = v.InferOutput<typeof templateSchema>

export const templateDraftSchema = namedObject('TemplateDraft', 'The draft of a template.', {
  ...draft,
  document: described(templateDocument, 'The design.'),
})

const version = {
  ...published,
  templateId: described(v.string(), 'Id of the template, `tpl_…`.'),
  productSpecificationId: fields.productSpecificationId,
  findings: described(
    v.array(findingSchema),
    'Warnings from publishing. Templates with errors are not published.',
  ),
}
export const templateVersionSchema = namedObject(
  'TemplateVersion',
  'A published version, which never changes.',
  version,
)
export const draftCheckSchema = namedObject(
  'TemplateDraftCheck',
  'Findings that publishing the draft would return.',
  {
    revision: described(v.number(), 'The revision of the draft that was checked.'),
    findings: described(
      v.array(findingSchema),
      'Errors, which block publishing, then warnings, which would be kept with the version.',
    ),
  },
)
export const templateVersionDetailSchema = namedObject(
  'TemplateVersionDetail',
  'A published version with its document.',
  { ...version, document: described(templateDocument, 'The design as published.') },
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
  name: described(name, 'Display name, 1 to 120 characters.'),
  productSpecificationId: described(id, 'Its specification, `psp_…`, which can’t change.'),
  folderId: described(v.optional(v.nullable(id)), 'Its folder, `fld_…`; null for none.'),
  document: described(
    v.optional(documentInput),
    'The design; if absent, a blank sheet with the address in its zone.',
  ),
  locale: described(
    v.optional(templateLocale),
    'Language of its texts (BCP 47) if there is no `document`, such as `nl-NL`; `en` if absent.',
  ),
  pdfAssetId: described(
    v.optional(id),
    'Alternative to `document`: an uploaded PDF, `ast_…`, whose pages become the backgrounds of the pages, with the address in its zone. It has at most as many pages as the sheet, in the proportions of the sheet with bleed.',
  ),
})

export const templatePatch = namedStrictObject(
  'TemplateUpdate',
  'Changes to a template. Absent fields stay unchanged.',
  {
    name: described(v.optional(name), 'Display name, 1 to 120 characters.'),
    folderId: described(v.optional(v.nullable(id)), 'Its folder, `fld_…`; null for none.'),
  },
)

export const templateDraftInput = namedStrictObject('TemplateDraftUpdate', 'The document to save as draft.', {
  document: described(documentInput, 'The design; replaces the whole draft.'),
})

export const templateDuplicateInput = namedStrictObject(
  'TemplateDuplicate',
  'Options for a copy of a template.',
  {
    name: described(v.optional(name), 'Name of the copy; derived from the current name if absent.'),
  },
)

export const templateParams = v.strictObject({ id: described(v.string(), 'Id of the template, `tpl_…`.') })
export const templateVersionParams = v.strictObject({
  id: described(v.string(), 'Id of the template, `tpl_…`.'),
  number: described(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,8}$/, templateInputSentences.message('invalid_format.version')),
      v.toNumber(),
    ),
    'Number of the version, from 1.',
  ),
})

export const folderSchema = namedObject('TemplateFolder', 'A folder of templates.', {
  id: described(v.string(), 'Id of the folder, `fld_…`.'),
  name: described(v.string(), 'Display name.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export type FolderWire = v.InferOutput<typeof folderSchema>

export const folderInput = namedStrictObject('TemplateFolderCreate', 'A new folder.', {
  name: described(name, 'Display name, 1 to 120 characters.'),
})
export const folderPatch = namedStrictObject('TemplateFolderUpdate', 'Changes to a folder.', {
  name: described(name, 'Display name, 1 to 120 characters.'),
})
export const folderParams = v.strictObject({ id: described(v.string(), 'Id of the folder, `fld_…`.') })
