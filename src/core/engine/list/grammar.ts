import type { ParameterError } from '../../kernel/errors.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import {
  type Condition,
  type ConditionOn,
  conditionsOn,
  type ParsedQuery,
  type Scalar,
  type SortBy,
  type SortKey,
} from '../../kernel/query.ts'
import { hasCursorShape, type ListBinding, readCursor, writeCursor } from './cursor.ts'
import { type FilterOperator, type ListLanguage, limits } from './fields.ts'
import { quote, readFilter } from './values.ts'

export type { ListBinding } from './cursor.ts'

/** A list query that can also issue the cursor of the next page. */
export interface BoundListQuery<Row> extends ParsedQuery<Row> {
  cursorAfter(row: Readonly<Record<string, unknown>> & { id: string }): string
}

/**
 * Parses the list parameters (docs/interface.md#lists) from the decoded pairs of a query string. Returns
 * either the query, or an error for each offending parameter, under the name that the caller wrote.
 */
export const parseListQuery = <Row>(
  declaration: ListLanguage & { rows?: unknown },
  pairs: readonly (readonly [string, string])[],
  binding: ListBinding,
): { query?: BoundListQuery<Row>; errors: ParameterError[] } => {
  const reader = new Reader(declaration)
  for (const [name, value] of pairs) {
    if (declaration.rows) reader.takeFilter(name, value)
    else reader.take(name, value)
  }
  return reader.finish(binding)
}

/** Parses filters alone (`filter[field][op]`), for operations without pages. */
export const parseFilters = <Row>(
  filters: ListLanguage['filters'],
  pairs: readonly (readonly [string, string])[],
): { where: readonly ConditionOn<Row>[]; errors: readonly ParameterError[] } => {
  const reader = new Reader({ sort: {}, defaultSort: 'id', filters })
  for (const [name, value] of pairs) reader.takeFilter(name, value)
  return reader.filters()
}

/** Collects the parsed parameters and their errors, in the caller's order. */
class Reader {
  readonly #declaration: ListLanguage & { rows?: unknown }
  readonly #errors: ParameterError[] = []
  readonly #refused = new Set<string>()
  /** Parameters by their meaning: `filter[a]` and `filter[a][eq]` are one. */
  readonly #seen = new Set<string>()
  readonly #where: Condition[] = []
  #sort: SortKey[]
  #limit: number = limits.defaultPageSize
  #total = false
  #cursor: string | undefined

  constructor(declaration: ListLanguage & { rows?: unknown }) {
    this.#declaration = declaration
    this.#sort = declaration.defaultSort.split(',').map((text) => {
      const { name, descending } = sortName(text)
      return { field: declaration.sort[name] ?? name, descending }
    })
  }

  take(name: string, value: string): void {
    if (name === 'limit') this.#once(name, name, () => this.#takeLimit(value))
    else if (name === 'sort' && Object.keys(this.#declaration.sort).length > 0) {
      this.#once(name, name, () => this.#takeSort(value))
    } else if (name === 'include') this.#once(name, name, () => this.#takeInclude(value))
    else if (name === 'cursor') {
      this.#once(name, name, () => {
        this.#cursor = value
      })
    } else this.takeFilter(name, value)
  }

  finish<Row>(binding: ListBinding): { query?: BoundListQuery<Row>; errors: ParameterError[] } {
    const query: ParsedQuery<Row> = {
      where: conditionsOn<Row>(this.#where),
      sort: this.#sort as SortBy<Row>[],
      limit: this.#limit,
      total: this.#total,
    }
    if (this.#cursor !== undefined) this.#useCursor(this.#cursor, query, binding)
    if (this.#errors.length > 0) return { errors: this.#errors }
    const cursorAfter: BoundListQuery<Row>['cursorAfter'] = (row) =>
      writeCursor(binding, query, {
        values: query.sort.map(({ field }) => row[field] as Scalar),
        id: row.id,
      })
    return { query: { ...query, cursorAfter }, errors: [] }
  }

  filters<Row>(): { where: readonly ConditionOn<Row>[]; errors: readonly ParameterError[] } {
    return { where: conditionsOn<Row>(this.#where), errors: this.#errors }
  }

  /** Verifies the cursor where sort and filters are valid; otherwise only its form. */
  #useCursor<Row>(cursor: string, query: ParsedQuery<Row>, binding: ListBinding): void {
    const readable = this.#errors.every(({ parameter }) => parameter === 'limit' || parameter === 'include')
    const after = readable ? readCursor(binding, query, cursor) : undefined
    if (after) query.after = after
    else if (readable || !hasCursorShape(cursor)) {
      this.#refuse(
        'cursor',
        'invalid_cursor',
        'The cursor is not one of this list with this sort and these filters. Begin again without it.',
      )
    }
  }

  #refuse(parameter: string, code: string, message: string): void {
    if (this.#refused.has(parameter)) return
    this.#refused.add(parameter)
    this.#errors.push({ parameter, location: 'query', code, message })
  }

  #once(parameter: string, meaning: string, take: () => void): void {
    if (this.#seen.has(meaning)) {
      this.#refuse(parameter, 'repeated', `${parameter} is given more than once.`)
      return
    }
    this.#seen.add(meaning)
    take()
  }

  #takeLimit(value: string): void {
    const limit = /^[1-9]\d{0,3}$/.test(value) ? Number(value) : 0
    if (limit >= 1 && limit <= limits.pageSize) this.#limit = limit
    else this.#refuse('limit', 'invalid_value', `limit is a whole number from 1 to ${limits.pageSize}.`)
  }

  #takeInclude(value: string): void {
    if (value === 'total') this.#total = true
    else this.#refuse('include', 'invalid_value', 'include takes total, and nothing else.')
  }

  #takeSort(value: string): void {
    const fields = this.#declaration.sort
    const keys: SortKey[] = []
    for (const text of value.split(',')) {
      const { name, descending } = sortName(text)
      if (!Object.hasOwn(fields, name)) {
        const known = Object.keys(fields)
        const none = `${quote(name) || 'An empty name'} is not one of ${known.join(', ')}.`
        this.#refuse('sort', 'invalid_value', none + didYouMean(name, known))
        return
      }
      const field = fields[name]!
      if (keys.some((key) => key.field === field)) {
        this.#refuse('sort', 'repeated', `${name} is given more than once in sort.`)
        return
      }
      keys.push({ field, descending })
    }
    this.#sort = keys
  }

  takeFilter(parameter: string, value: string): void {
    const [, name, written] = /^filter\[([^[\]]+)\](?:\[([^[\]]*)\])?$/.exec(parameter) ?? []
    const { filters } = this.#declaration
    if (name === undefined) {
      this.#refuse(parameter, 'unknown', `There is no parameter ${quote(parameter)}.${this.#hint(parameter)}`)
      return
    }
    const field = Object.hasOwn(filters, name) ? filters[name] : undefined
    if (!field) {
      const known = Object.keys(filters)
      this.#refuse(
        parameter,
        'unknown_field',
        `This list cannot be filtered by ${quote(name)}, but by ${known.join(', ') || 'nothing'}.${didYouMean(name, known)}`,
      )
      return
    }
    const operator = (written ?? 'eq') as FilterOperator
    if (!field.operators.includes(operator)) {
      const known = field.operators.join(', ')
      this.#refuse(parameter, 'unknown_operator', `${name} takes the operators ${known}.`)
      return
    }
    this.#once(parameter, `filter[${name}][${operator}]`, () => {
      const read = readFilter(field, field.column ?? name, operator, value)
      if ('conditions' in read) this.#where.push(...read.conditions)
      else {
        const several = operator === 'eq' && value.includes(',') && field.operators.includes('in')
        const hint = several ? ` Several values go with filter[${name}][in].` : ''
        this.#refuse(parameter, read.refusal.code, `${parameter}: ${read.refusal.message}${hint}`)
      }
    })
  }

  /** A hint for `?status=READY`, as other APIs write filters, and for misspelt names. */
  #hint(parameter: string): string {
    const { filters, sort, rows } = this.#declaration
    if (Object.hasOwn(filters, parameter)) return ` Write filter[${parameter}] to filter by it.`
    const ofPages = ['limit', 'cursor', 'include', ...(Object.keys(sort).length > 0 ? ['sort'] : [])]
    const general = rows ? [] : ofPages
    return didYouMean(parameter, [...general, ...Object.keys(filters).map((name) => `filter[${name}]`)])
  }
}

const sortName = (text: string): { name: string; descending: boolean } =>
  text.startsWith('-') ? { name: text.slice(1), descending: true } : { name: text, descending: false }
