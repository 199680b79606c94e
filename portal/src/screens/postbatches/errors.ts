import { answered, api, type Schemas } from '../../api/client.ts'
import { save } from '../../api/files.ts'
import { toCorrect } from './bad-rows.ts'
import { withoutColumn, withReasons } from './csv-column.ts'
import { m } from './mend-words.ts'
import { modeOf } from './originals.svelte.ts'
import { reasonInFile } from './row-problems.ts'

/** A column that `errors.csv` has for programs: an address that the rules doubt is vouched for in it. */
const ofPrograms = 'addressOverride'
/** By which spreadsheets know that a file is UTF-8. */
const mark = '\uFEFF'

/** Pages of bad rows whose reasons are translated; those of the others stay in English. */
const mostPages = 50

/** What is wrong with the rows of a list in the language of the portal, by number of row. */
const reasonsOf = async (list: Schemas['Import'], hasLeftOut: boolean): Promise<Map<number, string>> => {
  const reasons = new Map<number, string>()
  const path = { id: list.postbatchId, importId: list.id }
  const header = { 'X-Mode': modeOf(list) }
  const read = async (what: 'bad-rows' | 'left-out-rows') => {
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const params = { path, query: { limit: 200, cursor }, header }
      const { data, nextCursor } = await answered(
        api.GET(`/v1/postbatches/{id}/imports/{importId}/${what}`, { params }),
      )
      for (const row of data) {
        const why = reasonInFile(row)
        reasons.set(row.row, what === 'bad-rows' ? why : `${m().leftOutByHand} ${why}`.trim())
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
 * Saves the bad rows of a list with what is wrong, to be corrected in another program: under the name of the
 * list, and without a column that a person would wonder about. Rows whose person is in the mailing already are
 * in the file only where there are no others: in the list of another mailing they would get a second piece.
 */
export const saveErrors = (list: Schemas['Import']): Promise<void> =>
  saveRows(list, m().badRowsFile, toCorrect(list) > 0 ? { duplicates: false } : {})

/** Saves all rows of a list that are not in its mailing, also those that were left out by hand. */
export const saveLeftOut = (list: Schemas['Import']): Promise<void> =>
  saveRows(list, m().leftOutFile, { leftOut: true })

const saveRows = async (
  list: Schemas['Import'],
  nameOf: (list: string) => string,
  query: { duplicates?: false; leftOut?: true },
): Promise<void> => {
  const { id, postbatchId, columns, delimiter, fileName } = list
  const params = { path: { id: postbatchId, importId: id }, query, header: { 'X-Mode': modeOf(list) } }
  const file = (await answered(
    api.GET('/v1/postbatches/{id}/imports/{importId}/errors.csv', { params, parseAs: 'blob' }),
  )) as unknown as Blob
  // A browser reads text without the mark.
  const text = withReasons(await file.text(), delimiter, await reasonsOf(list, query.leftOut ?? false))
  const plain = columns.includes(ofPrograms) ? text : withoutColumn(text, delimiter, ofPrograms)
  save(new Blob([mark, plain], { type: file.type }), nameOf(fileName.replace(/\.[^.]{1,5}$/, '')))
}
