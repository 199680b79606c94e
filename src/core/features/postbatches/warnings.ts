import { addressLines, recipientToWire } from '../../address/index.ts'
import type { ReadContext } from '../../engine/context.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import { chunksById, oneOf, type Test } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import { type ItemRow, warningCodes } from '../../model/items.ts'
import { type PostbatchRow, type PostbatchWarnings, warningLimits } from '../../model/postbatches.ts'
import { currentWarnings, mostFrequent } from '../counters/postbatch-totals.ts'
import { itemsPerChunk } from '../items/chunks.ts'
import type { Quote, WarningsOfPostbatch } from './schema.ts'

/** Counted warnings, without the time of their validation. */
type Counted = Omit<PostbatchWarnings, 'validatedAt'>

/**
 * Counts the warnings of items waiting for approval of a Postbatch. Reads all of them in chunks, from their
 * findings: servers of earlier versions store nothing else about warnings.
 */
export const countWarnings = async (
  { services: { store, turns }, extend }: JobContext,
  { id, organisationId, mode }: PostbatchRow,
): Promise<Counted> => {
  let itemCount = 0
  const codes = new Map<string, { code: string; itemCount: number; itemIds: string[] }>()
  const held = (after: Test<string>, limit: number) =>
    store.read((rows) =>
      rows.items.find({ organisationId, mode }, { postbatchId: id, status: 'HELD', id: after }, { limit }),
    )
  for await (const items of chunksById(itemsPerChunk, held, { between: extend })) {
    await turns.rest()
    for (const item of items) {
      const found = warningCodes(item.findings)
      if (found.length > 0) itemCount++
      for (const code of found) {
        const counted = codes.get(code) ?? { code, itemCount: 0, itemIds: [] }
        counted.itemCount++
        if (counted.itemIds.length < warningLimits.samples) counted.itemIds.push(item.id)
        codes.set(code, counted)
      }
    }
  }
  return { itemCount, codes: mostFrequent(codes.values()) }
}

/** Returns the counts for a quote. */
export const warningCountsOf = (postbatch: PostbatchRow): Quote['warnings'] => {
  const warnings = currentWarnings(postbatch)
  return (
    warnings && {
      itemCount: warnings.itemCount,
      codes: warnings.codes.map(({ code, itemCount }) => ({ code, itemCount })),
    }
  )
}

/** Items excluded before the approval are not counted. */
const isCounted = ({ approvedAt }: PostbatchRow, { status }: ItemRow): boolean =>
  approvedAt !== null || status === 'HELD'

/** Returns the warnings of a Postbatch with samples: the recipient as given, and the printed lines. */
export const warningsOf = async (
  { rows, scope, organisation }: Pick<ReadContext, 'rows' | 'scope' | 'organisation'>,
  postbatch: PostbatchRow,
): Promise<WarningsOfPostbatch> => {
  const warnings = currentWarnings(postbatch)
  if (!warnings) return { countedAt: null, itemCount: null, data: [] }
  const ids = [...new Set(warnings.codes.flatMap(({ itemIds }) => itemIds))]
  const items = ids.length === 0 ? [] : await rows.items.find(scope, { id: oneOf(ids) })
  const byId = new Map(items.map((item) => [item.id, item]))
  const sampleOf = (code: string, id: string) => {
    const item = byId.get(id)
    const findings = item?.findings.filter((one) => one.severity === 'warning' && one.code === code) ?? []
    if (!item || findings.length === 0 || !isCounted(postbatch, item)) return []
    const { recipient } = item
    const printedLines = addressLines(recipient, organisation.country)
    return [{ itemId: id, findings, recipient: recipientToWire(recipient), printedLines }]
  }
  return {
    countedAt: toDateTime(warnings.validatedAt),
    itemCount: warnings.itemCount,
    data: warnings.codes.map(({ code, itemCount, itemIds }) => ({
      code,
      itemCount,
      samples: itemIds.flatMap((id) => sampleOf(code, id)),
    })),
  }
}
