import { words as w } from 'words:postbatches'
import { answered, api, type Schemas } from '../../api/client.ts'
import { save } from '../../api/files.ts'
import { toCorrect } from './bad-rows.ts'
import { withoutColumn, withReasons } from './csv-column.ts'
import { modeOf } from './originals.svelte.ts'
import { reasonInFile } from './row-problems.ts'

/** Column of `errors.csv` for programs, with which they confirm doubtful addresses. */
const ofPrograms = 'addressOverride'
/** Byte order mark, by which spreadsheets recognise UTF-8. */
const mark = '\uFEFF'

/** Maximum pages with translated reasons; further ones are in English. */
const maxPages = 50

/** Returns the translated errors by row number. */
const reasonsOf = async (list: Schemas['Import'], hasLeftOut: boolean): Promise<Map<number, string>> => {
  const reasons = new Map<number, string>()
  const path = { id: list.postbatchId, importId: list.id }
  const header = { 'X-Mode': modeOf(list) }
  const read = async (what: 'bad-rows' | 'left-out-rows') => {
    let cursor: string | undefined
    for (let page = 0; page < maxPages; page++) {
      const params = { path, query: { limit: 200, cursor }, header }
      const { data, nextCursor } = await answered(
        api.GET(`/v1/postbatches/{id}/imports/{importId}/${what}`, { params }),
      )
      for (const row of data) {
        const reason = reasonInFile(row)
        reasons.set(row.row, what === 'bad-rows' ? reason : `${w().rows.leftOutByHand} ${reason}`.trim())
      }
      if (nextCursor === null) return
      cursor = nextCursor
    }
  }
  await read('bad-rows')
  if (hasLeftOut) await read('left-out-rows')
  return reasons
}

/**
 * Saves bad rows with their errors for correction in another program, named after the list and without the
 * column for programs. Duplicates are included only if there are no other rows: in another mailing's list
 * they would get a second piece.
 */
export const saveErrors = (list: Schemas['Import']): Promise<void> =>
  saveRows(list, w().rows.badRowsFile, toCorrect(list) > 0 ? { duplicates: false } : {})

/** Saves all rows that were not imported, including those left out by the user. */
export const saveLeftOut = (list: Schemas['Import']): Promise<void> =>
  saveRows(list, w().rows.leftOutFile, { leftOut: true })

const saveRows = async (
  list: Schemas['Import'],
  nameOf: (values: { list: string }) => string,
  query: { duplicates?: false; leftOut?: true },
): Promise<void> => {
  const { id, postbatchId, columns, delimiter, fileName } = list
  const params = { path: { id: postbatchId, importId: id }, query, header: { 'X-Mode': modeOf(list) } }
  const file = (await answered(
    api.GET('/v1/postbatches/{id}/imports/{importId}/errors.csv', { params, parseAs: 'blob' }),
  )) as unknown as Blob
  // `text()` drops the byte order mark.
  const text = withReasons(await file.text(), delimiter, await reasonsOf(list, query.leftOut ?? false))
  const plain = columns.includes(ofPrograms) ? text : withoutColumn(text, delimiter, ofPrograms)
  save(new Blob([mark, plain], { type: file.type }), nameOf({ list: fileName.replace(/\.[^.]{1,5}$/, '') }))
}
