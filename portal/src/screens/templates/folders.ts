import { allOf } from '../../api/all.ts'
import { answered, api, type Schemas } from '../../api/client.ts'

export const allFolders = (): Promise<Schemas['TemplateFolder'][]> =>
  allOf((page) => {
    const query = { ...page, sort: 'name' } as const
    return answered(api.GET('/v1/template-folders', { params: { query } }))
  })
