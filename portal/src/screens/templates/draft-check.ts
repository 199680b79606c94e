import { answered, api, type Schemas } from '../../api/client.ts'

type Template = Pick<Schemas['Template'], 'id' | 'draft'>

/** Cache key of a draft's check, by revision. */
export const checkKey = ({ id, draft }: Template): string => `templates/${id}/check ${draft.revision}`

/** Loads the findings of publishing the draft. */
export const checkOf = (id: string): Promise<Schemas['TemplateDraftCheck']> =>
  answered(api.GET('/v1/templates/{id}/draft/check', { params: { path: { id } } }))
