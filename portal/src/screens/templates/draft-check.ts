import { answered, api, type Schemas } from '../../api/client.ts'

type Template = Pick<Schemas['Template'], 'id' | 'draft'>

/** Returns the cache key of a draft's check, which changes with its revision. */
export const checkKey = ({ id, draft }: Template): string => `templates/${id}/check ${draft.revision}`

/** Loads the findings that publishing the draft would return. */
export const checkOf = (id: string): Promise<Schemas['TemplateDraftCheck']> =>
  answered(api.GET('/v1/templates/{id}/draft/check', { params: { path: { id } } }))
