import type { TableName } from '../../src/core/model/index.ts'
import { everyone, type Rows, type Store, type WritableRows } from '../../src/core/ports/store.ts'
import { failure } from '../cli/failure.ts'

/** What a move notes in both of its databases: neither is served before it ends, and only the target after. */
export interface MoveMark {
  /** The same in the source and in the target. */
  id: string
  role: 'source' | 'target'
  /** `moved`: of a source whose target is in force. A target that is in force has no mark any more. */
  state: 'under_way' | 'moved'
  /** The databases as messages name them, without passwords. */
  from: string
  to: string
  /** The last migration of both. */
  schema: string
  begunAt: string
  /** Of a source that was moved. */
  endedAt?: string
  /** Of a target: the table that was copied last, and its last row. */
  copied?: { table: TableName; after: string }
}

/** Fact with the mark, which is never copied. */
export const moveFact = 'move'

export const parseMark = (value: string): MoveMark => JSON.parse(value) as MoveMark

export const moveMark = async (rows: Pick<Rows, 'facts'>): Promise<MoveMark | undefined> => {
  const fact = await rows.facts.get(everyone, moveFact)
  return fact && parseMark(fact.value)
}

/** Notes the mark, or with undefined removes it. */
export const noteMove = async (
  rows: Pick<WritableRows, 'facts'>,
  mark: MoveMark | undefined,
): Promise<void> => {
  await rows.facts.remove(everyone, { id: moveFact })
  if (mark) await rows.facts.insert({ id: moveFact, value: JSON.stringify(mark) })
}

/** `the database …` at the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Throws where the rows were moved away, or are being moved: two servers would print and invoice the same
 * work.
 */
export const assertInForce = async (
  store: Pick<Store, 'read'>,
  reason: 'folderUnusable' | 'databaseUnusable',
): Promise<void> => {
  const mark = await store.read(moveMark)
  if (mark) throw failure(reason, whyNotInForce(mark))
}

export const whyNotInForce = ({ role, state, from, to, begunAt, endedAt }: MoveMark): string => {
  if (role === 'target') {
    return `${capital(to)} is the target of a move from ${from} that has not ended (begun ${begunAt}): run the same “lettershop move” again.`
  }
  return state === 'moved'
    ? `What is in ${from} was moved to ${to} (${endedAt}): ${howToUse(to)} “lettershop move --undo” takes it back.`
    : `A move from ${from} to ${to} has not ended (begun ${begunAt}): run the same “lettershop move” again, or give it up with “lettershop move --undo”.`
}

/** Only a file is named by its path. */
export const isFile = (place: string): boolean => !place.startsWith('the database ')

/** How servers are told of the place from now on. */
export const howToUse = (to: string): string =>
  isFile(to)
    ? 'take --database, LETTERSHOP_DATABASE or “database” in config.json away.'
    : 'name it with --database, LETTERSHOP_DATABASE or “database” in config.json.'
