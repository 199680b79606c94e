import { oneOf } from '../../kernel/query.ts'
import type { RunRow } from '../../model/runs.ts'
import type { Rows } from '../../ports/store.ts'

/** Returns the pages of the longest piece, before rendering by current templates; undefined if unknown. */
export const maxPagesOf = async (
  rows: Rows,
  { organisationId, drawn, mailings }: Pick<RunRow, 'organisationId' | 'drawn' | 'mailings'>,
): Promise<number | undefined> => {
  const own = { organisationId }
  const printed = drawn.length > 0 ? drawn : await mailingsOf(rows, own, mailings ?? [])
  const ids = [...new Set(printed.map(({ templateVersionId }) => templateVersionId))]
  if (ids.length === 0) return undefined
  const versions = await rows.templateVersions.find(own, { id: oneOf(ids) })
  const pages = versions.map(({ document }) => document.pages.length)
  return pages.length === 0 ? undefined : Math.max(...pages)
}

const mailingsOf = async (
  rows: Rows,
  own: { organisationId: string },
  mailings: NonNullable<RunRow['mailings']>,
) => {
  const ids = (field: 'postflowId' | 'postbatchId') => oneOf(mailings.flatMap((one) => one[field] ?? []))
  return [
    ...(await rows.postflows.find(own, { id: ids('postflowId') })),
    ...(await rows.postbatches.find(own, { id: ids('postbatchId') })),
  ]
}

/** Returns the pages of the longest piece by run id. */
export const maxPagesOfEach = async (
  rows: Rows,
  runs: readonly RunRow[],
): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>()
  for (const run of runs) {
    const pages = await maxPagesOf(rows, run)
    if (pages !== undefined) found.set(run.id, pages)
  }
  return found
}
