import * as v from 'valibot'
import type { Services } from '../../engine/services.ts'
import { oneOf } from '../../kernel/query.ts'
import { described, fields, integer, namedObject } from '../../kernel/wire-schema.ts'
import type { Rows, Scope } from '../../ports/store.ts'

/** Names the page that `templates.paper` draws, because pictures are drawn by version number. */
export const firstPage = described(
  v.nullable(
    namedObject('FirstPage', 'A page that `templates.paper` draws.', {
      templateId: fields.templateId,
      version: described(integer, 'Number of the version.'),
    }),
  ),
  'The template version with its first page; null if it no longer exists.',
)
export type FirstPage = NonNullable<v.InferOutput<typeof firstPage>>

/** A version keeps its number, so both are safe to cache. */
const cached = new WeakMap<Services, Map<string, FirstPage>>()
const maxCached = 10_000

/** Returns first pages by id of the template version, with at most one query. */
export const firstPagesOf = async (
  services: Services,
  rows: Pick<Rows, 'templateVersions'>,
  owners: Scope,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, FirstPage>> => {
  const known = cached.get(services) ?? new Map<string, FirstPage>()
  cached.set(services, known)
  const pages = new Map<string, FirstPage>()
  const missing = new Set<string>()
  for (const id of versionIds) {
    const page = known.get(id)
    if (page) pages.set(id, page)
    else missing.add(id)
  }
  if (missing.size === 0) return pages
  const found = await rows.templateVersions.find(owners, { id: oneOf([...missing]) })
  if (known.size + found.length > maxCached) known.clear()
  for (const { id, templateId, number } of found) {
    const page = { templateId, version: number }
    known.set(id, page)
    pages.set(id, page)
  }
  return pages
}
