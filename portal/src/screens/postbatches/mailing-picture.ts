import { allOf } from '../../api/all.ts'
import { answered, api, type Schemas } from '../../api/client.ts'
import { session } from '../../api/session.svelte.ts'
import { designPicture, type Picture, thumbnailDpi } from '../../paper/pictures.ts'

type Template = Schemas['Template']
type Design = Pick<Schemas['Postbatch'], 'templateId' | 'templateVersionId'> &
  Partial<Pick<Schemas['Postbatch'], 'firstPage'>>

/** Numbers of template versions, which never change. */
const numbers = new Map<string, number>()

/** Loads the picture of a mailing's first page, with sample values, in the version that it prints. */
export const mailingPicture = async (
  { templateId, templateVersionId, firstPage }: Design,
  dpi = thumbnailDpi,
  known?: Template,
): Promise<Picture> => {
  if (firstPage) return designPicture({ id: firstPage.templateId }, firstPage.version, 1, dpi)
  const path = { id: templateId }
  const template = known ?? (await answered(api.GET('/v1/templates/{id}', { params: { path } })))
  if (template.latestVersion) numbers.set(template.latestVersion.id, template.latestVersion.number)
  if (!numbers.has(templateVersionId)) {
    const versions = await allOf((query) =>
      answered(api.GET('/v1/templates/{id}/versions', { params: { path, query } })),
    )
    for (const { id, number } of versions) numbers.set(id, number)
  }
  return designPicture(template, numbers.get(templateVersionId) ?? 'draft', 1, dpi)
}

/**
 * Returns the picture of a mailing or Postflow for `Thumb`; a white sheet for users who may not see templates.
 * A known template saves a request.
 */
export const designThumb = (mailing: Design, template?: Template) => ({
  key: session.can('templates.read') ? mailing.templateVersionId : undefined,
  load: () => mailingPicture(mailing, thumbnailDpi, template),
})

/** Returns the picture of a mailing, as a pile if it has several pieces. */
export const mailingThumb = (
  mailing: Design & Pick<Schemas['Postbatch'], 'itemCount'>,
  template?: Template,
) => ({ ...designThumb(mailing, template), isPile: mailing.itemCount > 1 })
