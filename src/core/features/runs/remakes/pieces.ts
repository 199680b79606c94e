import type { ProcessContext } from '../../../engine/context.ts'
import { asError, invalid, type ParameterError, validationFailed } from '../../../kernel/errors.ts'
import { shortened } from '../../../kernel/text.ts'
import type { RunRow } from '../../../model/runs.ts'
import { CsvFault } from '../../../ports/csv.ts'
import { fold } from '../../lists/list-column.ts'
import { openList } from '../../lists/open-list.ts'
import { recordsOf } from '../../lists/records.ts'
import { runLimits } from '../limits.ts'
import { itemsAt } from '../printing/report.ts'
import { codeIn, itemsByCode } from '../rendering/codes.ts'
import { runSentences } from '../sentences.ts'
import type { RemakeInput } from './schema.ts'

/** Returns distinct item ids. Throws 422 unless there is one selector. Runs outside transactions. */
export const remadeItems = async (
  context: Pick<ProcessContext, 'services' | 'scope' | 'shared' | 'caller'>,
  run: RunRow,
  input: Pick<RemakeInput, 'ranges' | 'codes' | 'uploadId'>,
): Promise<string[]> => {
  const selectors = [input.ranges, input.codes, input.uploadId].filter((selector) => selector !== undefined)
  if (selectors.length !== 1) throw invalid('ranges', runSentences.sentence('exclusive.remake'))
  const ids = input.ranges
    ? await itemsIn(context, run, input.ranges)
    : input.codes
      ? await itemsScanned(context, run, input.codes)
      : await itemsListed(context, run, input.uploadId!)
  return [...new Set(ids)]
}

const assertFew = (parameter: string, pieces: number): void => {
  const limit = runLimits.remakePieces
  if (pieces > limit)
    throw invalid(parameter, runSentences.sentence('too_many_pieces.remake', { limit, pieces }))
}

const itemsIn = async (
  { services }: Pick<ProcessContext, 'services'>,
  run: RunRow,
  ranges: readonly { from: number; to: number }[],
): Promise<string[]> => {
  const errors = ranges.flatMap(({ from, to }, index): ParameterError[] => {
    if (to < from) return [asError(runSentences.sentence('invalid_value.range'), `ranges[${index}].to`)]
    // Reported once for the span: a sentence for each place could be thousands.
    if (to <= run.itemCount) return []
    return [asError(runSentences.sentence('unknown.piece', { sequence: to }), `ranges[${index}].to`)]
  })
  if (errors.length > 0) throw validationFailed(errors)
  const places = new Set<number>()
  const pieces = ranges.reduce((count, { from, to }) => count + to - from + 1, 0)
  assertFew('ranges', pieces)
  for (const { from, to } of ranges) for (let place = from; place <= to; place++) places.add(place)
  return itemsAt(services, run, [...places], () => 'ranges')
}

const itemsScanned = async (
  { services, scope }: Pick<ProcessContext, 'services' | 'scope'>,
  run: RunRow,
  scanned: readonly string[],
): Promise<string[]> => {
  const codes = scanned.map(codeIn)
  const known = await services.store.read((rows) => itemsByCode(rows, scope, codes, { runId: run.id }))
  const errors = codes.flatMap((code, at) =>
    known.has(code)
      ? []
      : [
          asError(
            runSentences.sentence('unknown.piece_code', { code: shortened(scanned[at]!) }),
            `codes[${at}]`,
          ),
        ],
  )
  if (errors.length > 0) throw validationFailed(errors)
  return codes.map((code) => known.get(code)!.id)
}

/** `row` counts from 1, including headings. */
interface Listed {
  row: number
  value: string
}

const itemsListed = async (
  context: Pick<ProcessContext, 'services' | 'scope' | 'shared' | 'caller'>,
  run: RunRow,
  uploadId: string,
): Promise<string[]> => {
  const { services, scope } = context
  const { listed, isPlaces } = await rowsOfList(context, uploadId)
  const unknown = ({ row, value }: Listed): ParameterError =>
    asError(runSentences.sentence('unknown.remake_row', { row, value: shortened(value) }), 'uploadId')
  const refuse = (rows: readonly Listed[]) => {
    if (rows.length > 0) throw validationFailed(rows.slice(0, runLimits.remakeRows).map(unknown))
  }
  if (!isPlaces) {
    const codes = listed.map(({ value }) => codeIn(value))
    const known = await services.store.read((rows) => itemsByCode(rows, scope, codes, { runId: run.id }))
    refuse(listed.filter((_, at) => !known.has(codes[at]!)))
    return codes.map((code) => known.get(code)!.id)
  }
  refuse(listed.filter(({ value }) => !/^[1-9]\d{0,6}$/.test(value) || Number(value) > run.itemCount))
  return itemsAt(
    services,
    run,
    listed.map(({ value }) => Number(value)),
    () => 'uploadId',
  )
}

const rowsOfList = async (
  context: Pick<ProcessContext, 'services' | 'scope' | 'shared' | 'caller'>,
  uploadId: string,
): Promise<{ listed: Listed[]; isPlaces: boolean }> => {
  const limit = runLimits.remakePieces
  const { file, dialect, heading } = await openList(context, { uploadId })
  const names = heading.map(fold)
  const column = ['code', 'sequence'].map((name) => names.indexOf(name)).find((at) => at >= 0)
  if (column === undefined) throw invalid('uploadId', runSentences.sentence('required.remake_column'))
  const listed: Listed[] = []
  try {
    const chunks = await recordsOf(context.services, { ...file, dialect }, 1, 200)
    for await (const { records, from } of chunks ?? []) {
      for (const [index, record] of records.entries()) {
        const value = (record[column] ?? '').trim()
        if (value !== '') listed.push({ row: from + index + 1, value })
      }
      if (listed.length > limit)
        throw invalid('uploadId', runSentences.sentence('too_many_pieces.list', { limit }))
    }
  } catch (error) {
    if (error instanceof CsvFault) throw invalid('uploadId', error.sentence)
    throw error
  }
  if (listed.length === 0) throw invalid('uploadId', runSentences.sentence('empty.remake'))
  return { listed, isPlaces: names[column] === 'sequence' }
}
