import type { WriteContext } from '../../engine/context.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { TemplateRow } from '../../model/templates.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { actorOf } from './template.ts'

/** The row of a template that begins with this draft. */
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
