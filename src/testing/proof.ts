import type { Services } from '../core/engine/services.ts'
import { drawRender } from '../core/features/renders/draw.ts'
import { concatenate } from '../core/kernel/bytes.ts'
import type { RenderRow } from '../core/model/renders.ts'
import { everyone } from '../core/ports/store.ts'

/** An item as it would be printed. */
export interface Proof {
  /** Every page with trim and bleed, as a run prints it. */
  pdf: Uint8Array
  /** The first page at 150 dpi. */
  png: Uint8Array
}

/** Renders an item as its run would. Throws if it doesn't exist, or with findings if it can't be printed. */
export const proofOf = async (services: Services, itemId: string): Promise<Proof> => {
  const item = await services.store.read((rows) => rows.items.get(everyone, itemId))
  if (!item) throw new Error(`There is no item ${itemId}.`)
  const { organisationId, mode, templateVersionId } = item
  const render: RenderRow = {
    id: `proof of ${itemId}`,
    organisationId,
    mode,
    status: 'PENDING',
    format: 'pdf',
    page: 1,
    dpi: 150,
    templateVersionId,
    itemId,
    recipient: null,
    addressKey: null,
    addressKeyV2: null,
    data: {},
    findings: [],
    blobKey: null,
    sizeBytes: null,
    createdAt: services.clock.now(),
    completedAt: null,
    expiresAt: services.clock.now(),
  }
  const { content, findings } = await drawRender(services, render)
  if (!content)
    throw new Error(`${itemId} cannot be printed: ${findings.map(({ message }) => message).join(' ')}`)
  const pdf = concatenate(content)
  const { png } = await services.renderer.rasterise(content, {
    organisationId: render.organisationId,
    page: 1,
    dpi: render.dpi,
  })
  return { pdf, png }
}
