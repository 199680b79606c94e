import type { ParameterError } from '../errors.ts'
import type { Crypto } from '../ports/crypto.ts'
import type { Mode } from '../ports/store.ts'
import type { ListDeclaration } from './fields.ts'
import type { ListQuery } from './query.ts'

/** What a cursor is bound to besides sort and filters: it is of no use anywhere else. */
export interface ListBinding {
  crypto: Crypto
  operation: string
  organisationId: string
  mode: Mode
  /** Path parameters. */
  fixed: Readonly<Record<string, string>>
}

export const parseListQuery = (
  _declaration: ListDeclaration,
  _pairs: readonly (readonly [string, string])[],
  _binding: ListBinding,
): { query?: BoundListQuery; errors: ParameterError[] } => {
  throw new Error('in progress')
}

/** A query that can also make the cursor of the page after it, bound as this page was. */
export interface BoundListQuery extends ListQuery {
  cursorAfter(row: Readonly<Record<string, unknown>> & { id: string }): string
}
