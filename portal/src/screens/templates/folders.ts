import { answered, api, type Schemas } from '../../api/client.ts'

/** All folders, by name. */
export const allFolders = async (): Promise<Schemas['TemplateFolder'][]> => {
  const folders: Schemas['TemplateFolder'][] = []
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 200, sort: 'name', cursor }
    const page = await answered(api.GET('/v1/template-folders', { params: { query } }))
    folders.push(...page.data)
    if (page.nextCursor === null) return folders
    cursor = page.nextCursor
  }
}
