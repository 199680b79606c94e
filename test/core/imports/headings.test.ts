import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { suggestMapping } from '../../../src/core/features/lists/mapping/suggest.ts'
import { columnsOfSource } from '../../../src/core/model/mapping.ts'

/**
 * Headings as written by programs and offices, each with the program, the heading and the columns that fill
 * each field. `?` is followed by the columns or addresses that the suggestion asks about.
 */
const headings = readFileSync(join(import.meta.dirname, '../../fixtures/list-headings.txt'), 'utf8')
  .trim()
  .split('\n\n')
  .map((block) => block.split('\n') as [program: string, heading: string, fields: string])

const written = async (heading: string): Promise<string> => {
  const columns = heading.split(heading.includes(';') ? ';' : ',')
  const sample = { heading: columns, rows: [], country: 'NL', variables: [], required: [] }
  const { mapping, questions } = await suggestMapping(sample)
  const fields = Object.entries(mapping?.fields ?? {}).map(
    ([field, source]) => `${field.replace('recipient.', '')}=${columnsOfSource(source).join('+')}`,
  )
  const questioned = questions.map(
    ({ column, choices }) => column ?? choices.map(({ choice }) => choice).join('/'),
  )
  return [fields.sort().join(' '), ...questioned.sort()].join(' ? ')
}
/** Returns the expected fields and questions, sorted. */
const sorted = (heading: string, fields: string): string => {
  const [given = '', questioned = ''] = fields.split(' ? ')
  const columns = heading.split(heading.includes(';') ? ';' : ',')
  const names = given.split(/ (?=\w+=)/).sort()
  const questions = splitQuestioned(questioned, columns)
  return [names.join(' '), ...questions.sort()].join(' ? ')
}
const splitQuestioned = (questioned: string, columns: readonly string[]): string[] => {
  let rest = questioned
  const found: string[] = []
  for (const column of [...columns].sort((one, other) => other.length - one.length)) {
    if (new RegExp(`(?:^|[ /])${column.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:$|[ /])`).test(rest)) {
      found.push(column)
      rest = rest.replace(column, '')
    }
  }
  const kinds = /[a-z]+(?:\/[a-z]+)+/.exec(rest)?.[0]
  return kinds ? [...found, kinds] : found
}

describe('the columns of a list', () => {
  test.each(headings)('%s', async (_program, heading, fields) => {
    expect((await written(heading)).split(/ (?=\w+=)| \? /)).toEqual(
      sorted(heading, fields).split(/ (?=\w+=)| \? /),
    )
  })
})
