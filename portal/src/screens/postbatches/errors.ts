import { answered, api, type Schemas } from '../../api/client.ts'
import { save } from '../../api/files.ts'
import { toCorrect } from './bad-rows.ts'
import { withoutColumn } from './csv-column.ts'
import { m } from './mend-words.ts'
import { modeOf } from './originals.svelte.ts'

/** A column that `errors.csv` has for programs: an address that the rules doubt is vouched for in it. */
const ofPrograms = 'addressOverride'
/** By which spreadsheets know that a file is UTF-8. */
const mark = '\uFEFF'

/**
 * Saves the bad rows of a list with what is wrong, to be corrected in another program: under the name of the
 * list, and without a column that a person would wonder about. Rows whose person is in the mailing already are
 * in the file only where there are no others: in the list of another mailing they would get a second piece.
 */
export const saveErrors = async (list: Schemas['Import']): Promise<void> => {
  const { id, postbatchId, columns, delimiter, fileName } = list
  const params = {
    path: { id: postbatchId, importId: id },
    query: toCorrect(list) > 0 ? { duplicates: false } : {},
    header: { 'X-Mode': modeOf(list) },
  }
  const file = (await answered(
    api.GET('/v1/postbatches/{id}/imports/{importId}/errors.csv', { params, parseAs: 'blob' }),
  )) as unknown as Blob
  const name = m().badRowsFile(fileName.replace(/\.[^.]{1,5}$/, ''))
  if (columns.includes(ofPrograms)) return save(file, name)
  // A browser reads text without the mark.
  const text = withoutColumn(await file.text(), delimiter, ofPrograms)
  save(new Blob([mark, text], { type: file.type }), name)
}
