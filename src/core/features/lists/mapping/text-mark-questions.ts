import { shownValue } from '../../../address/doubtful-values.ts'
import type { Mapping, Question } from '../../../model/mapping.ts'
import { laterQuestion } from '../questions.ts'
import { questionSentences } from '../sentences.ts'
import { cellOf } from './doubts.ts'
import { fieldsOf, type Variables } from './fields.ts'
import { hasTextMark, isQuoted, mayHaveMark } from './text-marks.ts'

/** Columns with fewer values than these say nothing of all. */
const fewest = 2

/**
 * A question for each column of which every value that is filled begins with the apostrophe with which spreadsheets
 * mark text, and none is in quotation marks. It is decided: the apostrophes are left out.
 */
export const textMarkQuestions = (
  mapping: Mapping | null,
  { heading, variables }: { heading: readonly string[]; variables: Variables },
  rows: readonly (readonly string[])[],
): Question[] => {
  const fields = mapping ? fieldsOf(mapping, { heading, variables }) : []
  return [...new Set(fields.filter(mayHaveMark).flatMap(({ places }) => places))].flatMap((place) => {
    const texts = rows.map((cells) => cellOf(cells, place)).filter((text) => text !== '')
    const marked = texts.filter(hasTextMark)
    const column = heading[place]
    const isOther = (text: string) => !text.startsWith("'") || isQuoted(text)
    if (column === undefined || marked.length < fewest || texts.some(isOther)) return []
    const value = shownValue(marked[0]!)
    const said = questionSentences.say('text_mark.every', { column, value })
    return [{ ...laterQuestion(said, column, [...new Set(marked.map(shownValue))]), suggested: 'remove' }]
  })
}
