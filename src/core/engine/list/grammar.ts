import type { ParameterError } from '../../kernel/errors.ts'
import { nearest } from '../../kernel/nearest.ts'
import {
  type Condition,
  type ConditionOn,
  conditionsOn,
  type ParsedQuery,
  type Scalar,
  type SortBy,
  type SortKey,
} from '../../kernel/query.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { shortened } from '../../kernel/text.ts'
import { requestSentences } from '../sentences.ts'
import { validationSentences } from '../validation-sentences.ts'
import { hasCursorShape, type ListBinding, readCursor, writeCursor } from './cursor.ts'
import { type FilterOperator, type ListLanguage, limits } from './fields.ts'
import { listLanguageSentences } from './sentences.ts'
import { quote, readFilter } from './values.ts'

export type { ListBinding } from './cursor.ts'

/** A parsed query that issues the cursor of the page after a row. */
export interface BoundListQuery<Row> extends ParsedQuery<Row> {
  cursorAfter(row: Readonly<Record<string, unknown>> & { id: string }): string
}

/** Parses a list's query. Errors name each offending parameter as sent (docs/api-rules.md#lists). */
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

/** Parses only filters (`filter[field][op]`), for operations without pages. */
export const parseFilters = <Row>(
  filters: ListLanguage['filters'],
  pairs: readonly (readonly [string, string])[],
): { where: readonly ConditionOn<Row>[]; errors: readonly ParameterError[] } => {
  const reader = new Reader({ sort: {}, defaultSort: 'id', filters })
  for (const [name, value] of pairs) reader.takeFilter(name, value)
  return reader.filters()
}

/** Collects parsed parameters and errors in order. */
class Reader {
  readonly #declaration: ListLanguage & { rows?: unknown }
  readonly #errors: ParameterError[] = []
  readonly #refused = new Set<string>()
  /** Canonical form: `filter[a]` and `filter[a][eq]` are the same. */
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

  /** If sort or filters are invalid, checks only the cursor's shape. */
  #useCursor<Row>(cursor: string, query: ParsedQuery<Row>, binding: ListBinding): void {
    const readable = this.#errors.every(({ parameter }) => parameter === 'limit' || parameter === 'include')
    const after = readable ? readCursor(binding, query, cursor) : undefined
    if (after) query.after = after
    else if (readable || !hasCursorShape(cursor)) {
      this.#refuse('cursor', listLanguageSentences.sentence('invalid_cursor'))
    }
  }

  #refuse(written: string, sentence: Sentence): void {
    const parameter = shortened(written)
    if (this.#refused.has(parameter)) return
    this.#refused.add(parameter)
    this.#errors.push({ parameter, location: 'query', ...sentence })
  }

  #once(parameter: string, meaning: string, take: () => void): void {
    if (this.#seen.has(meaning)) {
      this.#refuse(
        parameter,
        requestSentences.sentence('repeated.parameter', { parameter: shortened(parameter) }),
      )
      return
    }
    this.#seen.add(meaning)
    take()
  }

  #takeLimit(value: string): void {
    const limit = /^[1-9]\d{0,3}$/.test(value) ? Number(value) : 0
    if (limit >= 1 && limit <= limits.pageSize) this.#limit = limit
    else
      this.#refuse('limit', listLanguageSentences.sentence('invalid_value.limit', { limit: limits.pageSize }))
  }

  #takeInclude(value: string): void {
    if (value === 'total') this.#total = true
    else this.#refuse('include', listLanguageSentences.sentence('invalid_value.include'))
  }

  #takeSort(value: string): void {
    const fields = this.#declaration.sort
    const keys: SortKey[] = []
    for (const text of value.split(',')) {
      const { name, descending } = sortName(text)
      if (!Object.hasOwn(fields, name)) {
        const names = Object.keys(fields)
        const values = { known: names.join(', '), meant: nearest(name, names) }
        this.#refuse(
          'sort',
          name === ''
            ? listLanguageSentences.sentence('invalid_value.no_sort', values)
            : listLanguageSentences.sentence('invalid_value.sort', { name: quote(name), ...values }),
        )
        return
      }
      const field = fields[name]!
      if (keys.some((key) => key.field === field)) {
        this.#refuse('sort', listLanguageSentences.sentence('repeated.sort', { name }))
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
      this.#refuse(parameter, this.#noSuch(parameter))
      return
    }
    const field = Object.hasOwn(filters, name) ? filters[name] : undefined
    if (!field) {
      const names = Object.keys(filters)
      const values = { name: quote(name), known: names.join(', '), meant: nearest(name, names) }
      this.#refuse(
        parameter,
        names.length > 0
          ? listLanguageSentences.sentence('unknown_field.filter', values)
          : listLanguageSentences.sentence('unknown_field.none', { name: quote(name) }),
      )
      return
    }
    const operator = (written ?? 'eq') as FilterOperator
    if (!field.operators.includes(operator)) {
      this.#refuse(
        parameter,
        listLanguageSentences.sentence('unknown_operator', { name, operators: field.operators.join(', ') }),
      )
      return
    }
    this.#once(parameter, `filter[${name}][${operator}]`, () => {
      const read = readFilter(field, field.column ?? name, operator, value)
      if ('conditions' in read) this.#where.push(...read.conditions)
      else {
        const isList = operator === 'eq' && value.includes(',') && field.operators.includes('in')
        this.#refuse(parameter, read.refusal({ parameter, several: isList ? name : undefined }))
      }
    })
  }

  /** Hints at `?status=READY`, the filter syntax of other APIs, and at misspelt names. */
  #noSuch(parameter: string): Sentence {
    const { filters, sort, rows } = this.#declaration
    const name = quote(parameter)
    if (Object.hasOwn(filters, parameter)) return listLanguageSentences.sentence('unknown.filter', { name })
    const ofPages = ['limit', 'cursor', 'include', ...(Object.keys(sort).length > 0 ? ['sort'] : [])]
    const general = rows ? [] : ofPages
    const known = [...general, ...Object.keys(filters).map((field) => `filter[${field}]`)]
    return validationSentences.sentence('unknown.parameter', { name, meant: nearest(parameter, known) })
  }
}

const sortName = (text: string): { name: string; descending: boolean } =>
  text.startsWith('-') ? { name: text.slice(1), descending: true } : { name: text, descending: false }
