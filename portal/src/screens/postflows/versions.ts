import { allOf } from '../../api/all.ts'
import { answered, api, type Mode, type Schemas } from '../../api/client.ts'
import { unprintedFilters } from '../items/unprinted.ts'
import type { OutdatedPostflow, Printing } from './outdated.ts'

type Postflow = Schemas['Postflow']
type Version = Schemas['TemplateVersion']

/** Finds a template's version by id; undefined if there is none. */
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

/** Cached, because versions are immutable. */
const known = new Map<string, Promise<Version | undefined>>()

/** Returns a Postflow's version, cached if it was loaded before. */
export const knownVersion = ({ templateId, templateVersionId: id }: Pinned): Promise<Version | undefined> => {
  const version = known.get(id) ?? versionOf(templateId, id)
  known.set(id, version)
  version.catch(() => known.delete(id))
  return version
}

/** Returns the number of a Postflow's version. */
export const numberOf = async (postflow: Pinned): Promise<number | undefined> =>
  (await knownVersion(postflow))?.number

/** Returns all unarchived Postflows of a template in both modes, with their versions. */
export const postflowsOf = async (templateId: string): Promise<Printing[]> => {
  const requests = (['live', 'test'] as const).map(async (mode) => {
    const of = { sort: 'name', 'filter[templateId]': templateId, 'filter[status][ne]': 'ARCHIVED' } as const
    const postflows = await allOf((page) => {
      const params = { query: { ...page, ...of }, header: { 'X-Mode': mode } }
      return answered(api.GET('/v1/postflows', { params }))
    })
    return Promise.all(
      postflows.map(async (postflow) => ({ mode, postflow, number: (await numberOf(postflow)) ?? 0 })),
    )
  })
  return (await Promise.all(requests)).flat()
}

/** Maximum earlier versions in a filter; with more, counts may be incomplete. */
const maxEarlier = 200

/** Returns Postflows with an earlier version, and counts their unprinted items, which keep it. */
export const outdatedOf = async (
  printing: readonly Printing[],
  templateId: string,
  latest: Pick<Version, 'id' | 'number'>,
): Promise<OutdatedPostflow[]> => {
  const outdated = printing.filter(({ number }) => number > 0 && number < latest.number)
  if (outdated.length === 0) return []
  const versions = await allOf((page) => {
    const params = { path: { id: templateId }, query: { ...page, sort: '-number' } } as const
    return answered(api.GET('/v1/templates/{id}/versions', { params }))
  })
  const earlier = versions.flatMap(({ id, number }) => (number < latest.number ? id : []))
  const versionIds = earlier.slice(0, maxEarlier)
  const filters = unprintedFilters(versionIds)
  return Promise.all(
    outdated.map(async (one) => {
      const query = { 'filter[postflowId]': one.postflow.id, ...filters }
      const params = { query, header: { 'X-Mode': one.mode } }
      const counted = await answered(api.GET('/v1/items/counts', { params }))
      const isCapped = counted.isCapped || earlier.length > maxEarlier
      return { ...one, unprinted: { count: counted.totalCount, isCapped, versionIds } }
    }),
  )
}

/** Returns the ids of templates of active and paused Postflows, with `live` if any of these is live. */
export const templatesInUse = async (): Promise<ReadonlyMap<string, Mode>> => {
  const used = new Map<string, Mode>()
  for (const mode of ['test', 'live'] as const) {
    const postflows = await allOf((page) => {
      const query = { ...page, 'filter[status][in]': 'ACTIVE,PAUSED' }
      return answered(api.GET('/v1/postflows', { params: { query, header: { 'X-Mode': mode } } }))
    })
    for (const { templateId } of postflows) used.set(templateId, mode)
  }
  return used
}
