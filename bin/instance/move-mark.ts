import type { TableName } from '../../src/core/model/index.ts'
import { everyone, type Rows, type Store, type WritableRows } from '../../src/core/ports/store.ts'
import { failure } from '../cli/failure.ts'

/** Recorded in both databases of a move: neither is served before it ends, and only the target afterwards. */
export interface MoveMark {
  /** Equal in source and target. */
  id: string
  role: 'source' | 'target'
  /** `moved`: a source whose target has taken over. A target that has taken over has no mark. */
  state: 'under_way' | 'moved'
  /** Names of the databases, without passwords. */
  from: string
  to: string
  /** The last migration of both databases. */
  schema: string
  begunAt: string
  /** When the target took over; source only. */
  endedAt?: string
  /** The last copied table and row; target only. */
  copied?: { table: TableName; after: string }
}

/** Fact that holds the mark; never copied. */
export const moveFact = 'move'

export const parseMark = (value: string): MoveMark => JSON.parse(value) as MoveMark

export const moveMark = async (rows: Pick<Rows, 'facts'>): Promise<MoveMark | undefined> => {
  const fact = await rows.facts.get(everyone, moveFact)
  return fact && parseMark(fact.value)
}

/** Stores the mark; undefined removes it. */
export const noteMove = async (
  rows: Pick<WritableRows, 'facts'>,
  mark: MoveMark | undefined,
): Promise<void> => {
  await rows.facts.remove(everyone, { id: moveFact })
  if (mark) await rows.facts.insert({ id: moveFact, value: JSON.stringify(mark) })
}

/** Capitalises the first letter, for a sentence that begins with `the database …`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Throws if the rows have been or are being moved: two servers would print and invoice the same work. */
export const assertInForce = async (
  store: Pick<Store, 'read'>,
  reason: 'folderUnusable' | 'databaseUnusable',
): Promise<void> => {
  const mark = await store.read(moveMark)
  if (mark) throw failure(reason, whyNotInForce(mark))
}

export const whyNotInForce = ({ role, state, from, to, begunAt, endedAt }: MoveMark): string => {
  if (role === 'target') {
    return `${capital(to)} is the target of an unfinished move from ${from} (started ${begunAt}). Run the same “lettershop move” again.`
  }
  return state === 'moved'
    ? `The data in ${from} was moved to ${to} (${endedAt}): ${howToUse(to)} “lettershop move --undo” reverts the move.`
    : `A move from ${from} to ${to} is unfinished (started ${begunAt}). Run the same “lettershop move” again, or abandon it with “lettershop move --undo”.`
}

/** True if the place is a file, which is named by its path. */
export const isFile = (place: string): boolean => !place.startsWith('the database ')

/** Explains how to configure servers for the place. */
export const howToUse = (to: string): string =>
  isFile(to)
    ? 'remove --database, LETTERSHOP_DATABASE or “database” from config.json.'
    : 'set it with --database, LETTERSHOP_DATABASE or “database” in config.json.'
