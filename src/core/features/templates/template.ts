import type { Caller } from '../../engine/caller.ts'
import type { ReadContext, WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { found, invalid, problem } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { ActorType, FolderRow, TemplateRow, TemplateVersionRow } from '../../model/templates.ts'
import { everyone, type Rows, UniqueViolation } from '../../ports/store.ts'
import type { TemplateDocument } from '../../template/document.ts'
import type { Sheet } from '../../template/sheet.ts'
import type { FolderWire, TemplateVersionWire, TemplateWire } from './schema.ts'
import { templateInputSentences, templateProblems } from './sentences.ts'

type Shared = Pick<ReadContext, 'rows' | 'shared'>

export const templateById = async ({ rows, shared }: Shared, id: string): Promise<TemplateRow> =>
  found(await rows.templates.get(shared, id), 'template')

/** Throws 404 if there is no such template, 409 if it is archived. */
export const activeTemplate = async (context: Shared, id: string): Promise<TemplateRow> => {
  const template = await templateById(context, id)
  if (template.status === 'ARCHIVED') {
    throw problem(templateProblems.sentence('invalid_state.archived_template'))
  }
  return template
}

/** Throws 404 if there is no such template, 409 if it has that status already. */
export const setTemplateStatus = async (
  context: Pick<WriteContext, 'rows' | 'shared' | 'now'>,
  id: string,
  status: TemplateRow['status'],
): Promise<TemplateWire> => {
  const { rows, shared, now } = context
  const template = await templateById(context, id)
  if (template.status === status)
    throw problem(templateProblems.sentence('invalid_state.same_status', { status }))
  const patch = { status, archivedAt: status === 'ARCHIVED' ? now : null, updatedAt: now }
  await rows.templates.update(shared, template.id, patch)
  return oneTemplateToWire(context, { ...template, ...patch })
}

/** Preserves order and includes each template's latest version. */
export const templatesToWire = async (
  { rows, shared }: Shared,
  templates: readonly TemplateRow[],
): Promise<TemplateWire[]> => {
  const ids = templates.flatMap((template) => template.latestVersionId ?? [])
  const versions = ids.length === 0 ? [] : await rows.templateVersions.find(shared, { id: oneOf(ids) })
  const byId = new Map(versions.map((version) => [version.id, version]))
  return templates.map((template) => templateToWire(template, byId.get(template.latestVersionId ?? '')))
}

const templateToWire = (template: TemplateRow, latest: TemplateVersionRow | undefined): TemplateWire => ({
  id: template.id,
  name: template.name,
  folderId: template.folderId,
  productId: template.productId,
  productSpecificationId: template.specificationId,
  draft: {
    revision: template.draftRevision,
    updatedAt: toDateTime(template.draftUpdatedAt),
    updatedById: template.draftUpdatedById,
  },
  latestVersion: latest ? publishedToWire(latest) : null,
  archivedAt: toDateTimeOrNull(template.archivedAt),
  createdAt: toDateTime(template.createdAt),
  updatedAt: toDateTime(template.updatedAt),
})

export const oneTemplateToWire = async (context: Shared, template: TemplateRow): Promise<TemplateWire> =>
  (await templatesToWire(context, [template]))[0]!

export const draftToWire = (template: TemplateRow) => ({
  revision: template.draftRevision,
  updatedAt: toDateTime(template.draftUpdatedAt),
  updatedById: template.draftUpdatedById,
  document: template.draft,
})

const publishedToWire = (version: TemplateVersionRow) => ({
  id: version.id,
  number: version.number,
  publishedAt: toDateTime(version.publishedAt),
  publishedByType: version.publishedByType,
  publishedById: version.publishedById,
  staticLayerStatus: version.staticLayerStatus,
})

export const versionToWire = (version: TemplateVersionRow): TemplateVersionWire => ({
  ...publishedToWire(version),
  templateId: version.templateId,
  productSpecificationId: version.specificationId,
  findings: version.findings,
})

export const actorOf = (caller: Caller): { type: ActorType; id: string } => ({
  type: caller.kind === 'key' ? 'API_KEY' : caller.kind === 'user' ? 'USER' : 'SYSTEM',
  id: caller.id,
})

/** Throws 422 if the specification does not exist or is not active. */
export const chosenSpecification = async (rows: Rows, id: string): Promise<SpecificationRow> => {
  const specification = await rows.specifications.get(everyone, id)
  if (!specification?.active) {
    throw unknownId('productSpecificationId', 'psp', id)
  }
  return specification
}

/** Returns a document with `pageCount` pages and the address in its zone. */
export const blankDocument = (
  sheet: Sheet,
  { locale = 'en', pageCount = sheet.pages.min }: { locale?: string | undefined; pageCount?: number } = {},
): TemplateDocument => ({
  schema: 1,
  trim: { w: sheet.trim.w, h: sheet.trim.h },
  bleed: sheet.bleed,
  safe: sheet.safe,
  fonts: [{ id: 'noto-sans' }],
  locale,
  colors: {},
  variables: {},
  pages: Array.from({ length: pageCount }, (_, index) => ({
    side: index % 2 === 0 ? ('front' as const) : ('back' as const),
    elements: sheet.zones.some((zone) => zone.kind === 'address' && zone.page === index + 1)
      ? [
          {
            type: 'address' as const,
            zone: 'product' as const,
            mark: 'none' as const,
            font: 'noto-sans',
            size: 10,
            minSize: 8,
            lineHeight: 1.25,
          },
        ]
      : [],
  })),
})

export const newTemplate = (
  { services, shared, caller, now }: Pick<WriteContext, 'services' | 'shared' | 'caller' | 'now'>,
  input: {
    name: string
    folderId?: string | null
    specification: SpecificationRow
    document: TemplateDocument
  },
): TemplateRow => ({
  id: services.ids.next('tpl'),
  organisationId: shared.organisationId,
  name: input.name,
  folderId: input.folderId ?? null,
  productId: input.specification.productId,
  specificationId: input.specification.id,
  status: 'ACTIVE',
  draft: input.document,
  draftRevision: 1,
  draftUpdatedAt: now,
  draftUpdatedById: actorOf(caller).id,
  latestVersionId: null,
  latestVersionNumber: 0,
  archivedAt: null,
  createdAt: now,
  updatedAt: now,
})

export const folderToWire = (row: FolderRow): FolderWire => ({
  id: row.id,
  name: row.name,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

export const folderById = async (
  { rows, shared }: Pick<ReadContext, 'rows' | 'shared'>,
  id: string,
): Promise<FolderRow> => found(await rows.templateFolders.get(shared, id), 'folder')

/** Returns a key that is equal for names that differ only in case. */
export const folderNameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Turns a unique violation into a 422: another folder has the name. */
export const uniquelyNamed = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw invalid('name', templateInputSentences.sentence('taken.folder'))
    throw error
  }
}

/** Writes to the folder, so that a concurrent deletion waits. Throws 422 for an unknown folder. */
export const intoFolder = async (
  { rows, shared, now }: Pick<WriteContext, 'rows' | 'shared' | 'now'>,
  folderId: string | null | undefined,
): Promise<void> => {
  if (folderId == null) return
  if (await rows.templateFolders.update(shared, folderId, { updatedAt: now })) return
  throw unknownId('folderId', 'fld', folderId)
}
