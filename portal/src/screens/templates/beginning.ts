import { answered, api, type Schemas } from '../../api/client.ts'
import { Intention } from '../../api/idempotency-key.ts'
import type { Specification } from '../../api/specifications.ts'

/** What a new template begins with. */
export type Beginning =
  | { from: 'library'; design: Schemas['LibraryDesign'] }
  | { from: 'blank'; specification: Specification }
  | { from: 'pdf' }

interface Wanted {
  name: string
  folderId: string | null
  /** Where there is no sheet of its own to begin with. */
  productSpecificationId: string
  /** The language of its texts, where they are not written yet. */
  locale: string
  pdfAssetId?: string
}

const intention = new Intention()

/** Makes the template, once also where it is asked for again after no answer came. */
export const makeTemplate = (
  beginning: Beginning,
  { name, folderId, productSpecificationId, locale, pdfAssetId }: Wanted,
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
