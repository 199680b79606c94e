import * as v from 'valibot'
import { type ParameterError, validationFailed } from '../../kernel/errors.ts'
import type { ConditionOn } from '../../kernel/query.ts'
import type { ListLanguage } from './fields.ts'
import { parseFilters } from './grammar.ts'

/** Filters of a list in a body: `?filter[status][in]=A,B` is `"filter[status][in]": "A,B"` there. */
export const sentFilters = (most: number) =>
  v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(80)), v.pipe(v.string(), v.maxLength(10_000))),
    v.maxEntries(most),
  )

/**
 * Parses filters of a body by the grammar of lists. Throws a 422 that names them as the caller wrote them:
 * `filters.filter[status][in]`.
 */
export const filtersInBody = <Row>(
  language: ListLanguage['filters'],
  sent: Readonly<Record<string, string>>,
): readonly ConditionOn<Row>[] => {
  const { where, errors } = parseFilters<Row>(language, Object.entries(sent))
  if (errors.length === 0) return where
  throw validationFailed(
    errors.map(
      (error): ParameterError => ({ ...error, parameter: `filters.${error.parameter}`, location: 'body' }),
    ),
  )
}
