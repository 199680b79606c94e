import { answered, api, type Schemas } from '../../api/client.ts'

type Template = Pick<Schemas['Template'], 'id' | 'draft'>

/** Under what the check of a draft is kept; another revision is another draft. */
export const checkKey = ({ id, draft }: Template): string => `templates/${id}/check ${draft.revision}`

/** What publishing the draft would find, on all of its pages. */
export const checkOf = (id: string): Promise<Schemas['TemplateDraftCheck']> =>
  answered(api.GET('/v1/templates/{id}/draft/check', { params: { path: { id } } }))
