import { answered, api, type Mode, type Schemas } from '../../api/client.ts'
import type { Behind } from './behind.ts'

type Postflow = Schemas['Postflow']
type Version = Schemas['TemplateVersion']

/** Looks through the versions of a template; undefined where it has none with this id. */
export const versionOf = async (templateId: string, versionId: string): Promise<Version | undefined> => {
  for (let cursor: string | undefined; ; ) {
    const params = { path: { id: templateId }, query: { limit: 200, cursor } }
    const { data, nextCursor } = await answered(api.GET('/v1/templates/{id}/versions', { params }))
    const found = data.find(({ id }) => id === versionId)
    if (found || nextCursor === null) return found
    cursor = nextCursor
  }
}

type Pinned = Pick<Postflow, 'templateId' | 'templateVersionId'>

/** Versions never change, so each is looked up once. */
const known = new Map<string, Promise<Version | undefined>>()

/** The version that a Postflow prints. */
export const knownVersion = ({ templateId, templateVersionId: id }: Pinned): Promise<Version | undefined> => {
  const version = known.get(id) ?? versionOf(templateId, id)
  known.set(id, version)
  version.catch(() => known.delete(id))
  return version
}

/** The number of the version that a Postflow prints. */
export const numberOf = async (postflow: Pinned): Promise<number | undefined> =>
  (await knownVersion(postflow))?.number

/** Every Postflow of both modes that still prints an earlier version of a template. */
export const postflowsBehind = async (
  templateId: string,
  latest: Pick<Version, 'id' | 'number'>,
): Promise<Behind[]> => {
  const asked = (['live', 'test'] as const).map(async (mode) => {
    const query = {
      limit: 200,
      sort: 'name',
      'filter[templateId]': templateId,
      'filter[status][ne]': 'ARCHIVED',
    } as const
    const params = { query, header: { 'X-Mode': mode } }
    const { data } = await answered(api.GET('/v1/postflows', { params }))
    const others = data.filter(({ templateVersionId }) => templateVersionId !== latest.id)
    return Promise.all(
      others.map(async (postflow) => ({ mode, postflow, number: (await numberOf(postflow)) ?? 0 })),
    )
  })
  return (await Promise.all(asked)).flat().filter(({ number }) => number > 0 && number < latest.number)
}

/** The templates that Postflows print which take items, each with `live` where one of them is in live mode. */
export const templatesInUse = async (): Promise<ReadonlyMap<string, Mode>> => {
  const used = new Map<string, Mode>()
  for (const mode of ['test', 'live'] as const) {
    let cursor: string | undefined
    do {
      const query = { limit: 200, 'filter[status][in]': 'ACTIVE,PAUSED', ...(cursor ? { cursor } : {}) }
      const params = { query, header: { 'X-Mode': mode } }
      const page = await answered(api.GET('/v1/postflows', { params }))
      for (const { templateId } of page.data) used.set(templateId, mode)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
  }
  return used
}
