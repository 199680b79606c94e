import { answered, api, type Schemas } from '../../api/client.ts'
import { Intention } from '../../api/idempotency-key.ts'

/** The source of a new template. */
export type Beginning = { from: 'library'; design: Schemas['LibraryDesign'] } | { from: 'blank' | 'pdf' }

interface TemplateSettings {
  name: string
  folderId: string | null
  /** Not sent for a library design, which has its own product. */
  productSpecificationId: string
  /** Language of the texts; not sent for a library design, which has its own. */
  locale: string
  pdfAssetId?: string
}

const intention = new Intention()

/** Creates the template with an idempotency key for retries. */
export const makeTemplate = (
  beginning: Beginning,
  { name, folderId, productSpecificationId, locale, pdfAssetId }: TemplateSettings,
): Promise<Schemas['Template']> => {
  if (beginning.from === 'library') {
    const { id } = beginning.design
    const body = { name, folderId }
    return intention.send(`copy ${id} ${JSON.stringify(body)}`, (header) =>
      answered(api.POST('/v1/template-library/{id}/copy', { params: { path: { id }, header }, body })),
    )
  }
  const body = { name, folderId, productSpecificationId, locale, ...(pdfAssetId ? { pdfAssetId } : {}) }
  return intention.send(`template ${JSON.stringify(body)}`, (header) =>
    answered(api.POST('/v1/templates', { params: { header }, body })),
  )
}
