import type { Finding } from '../kernel/finding.ts'
import { defineTable, integer, integerOrNull, json, type RowOf, text, textOrNull } from '../kernel/table.ts'
import type { TemplateDocument } from '../template/document.ts'

export type StaticLayerStatus = 'PENDING' | 'READY' | 'FAILED'
/** A portal user, a program with a key, or Lettershop itself. */
export type ActorType = 'USER' | 'API_KEY' | 'SYSTEM'

export const templatesTable = defineTable(
  'templates',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    name: text(),
    folderId: textOrNull(),
    productId: text(),
    specificationId: text(),
    status: text<'ACTIVE' | 'ARCHIVED'>(),
    draft: json<TemplateDocument>(),
    draftRevision: integer(),
    draftUpdatedAt: integer(),
    draftUpdatedById: text(),
    latestVersionId: textOrNull(),
    latestVersionNumber: integer(),
    archivedAt: integerOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  {
    indexes: [
      ['organisationId', 'createdAt'],
      ['organisationId', 'updatedAt'],
      ['organisationId', 'name'],
      ['organisationId', 'folderId', 'updatedAt'],
    ],
    folded: ['name'],
  },
)
export type TemplateRow = RowOf<typeof templatesTable>

/** Folders can't be nested; `nameKey` prevents names that differ in case only. */
export const templateFoldersTable = defineTable(
  'template_folders',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    name: text(),
    nameKey: text(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  {
    unique: [['organisationId', 'nameKey']],
    indexes: [
      ['organisationId', 'name'],
      ['organisationId', 'createdAt'],
    ],
    folded: ['name'],
  },
)
export type FolderRow = RowOf<typeof templateFoldersTable>

/** Immutable except for the state of their static layer. */
export const templateVersionsTable = defineTable(
  'template_versions',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    templateId: text(),
    number: integer(),
    specificationId: text(),
    document: json<TemplateDocument>(),
    publishedAt: integer(),
    publishedByType: text<ActorType>(),
    publishedById: text(),
    staticLayerStatus: text<StaticLayerStatus>(),
    /** Blob of the static layer, and the renderer that created it. */
    layerKey: textOrNull(),
    engine: textOrNull(),
    findings: json<Finding[]>(),
    /** Version used to check and render it; null is 1. */
    specificationVersion: integerOrNull(),
  },
  { unique: [['templateId', 'number']] },
)
export type TemplateVersionRow = RowOf<typeof templateVersionsTable>
