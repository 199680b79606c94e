import type { FilterField, FilterOperator, ListDeclaration } from '../../src/core/engine/list/fields.ts'

/** Returns a value that the field accepts with this operator. */
export const goodValue = (field: FilterField, operator: FilterOperator): string => {
  if (operator === 'null') return 'true'
  switch (field.type) {
    case 'enum':
      return field.values[0]!
    case 'integer':
      return '0'
    case 'boolean':
      return 'false'
    case 'date':
    case 'dateTime':
      return '2026-01-31'
    case 'text':
      return 'a'.repeat(operator === 'startsWith' ? (field.prefixLength ?? 1) : 1)
    case 'label':
      return 'a'
    case 'entry':
      return 'a:b'
  }
}

/** Returns values that the field refuses with this operator. */
export const badValues = (field: FilterField, operator: FilterOperator): string[] => {
  if (operator === 'null') return ['', '1', 'TRUE', 'null']
  switch (field.type) {
    case 'enum':
      return ['', 'nothing', '__proto__', 'constructor', 'toString', ` ${field.values[0]}`]
    case 'integer':
      return ['', '1.5', '1e9', 'NaN', '007', '9007199254740992']
    case 'boolean':
      return ['', '1', 'TRUE', 'yes']
    case 'date':
    case 'dateTime':
      return ['', '2026-02-30', '2026-13-01', '2026-01-31T25:00:00Z', '2026-01-31T09:30:00', '1767225600000']
    case 'text': {
      const short =
        operator === 'startsWith' && field.prefixLength ? ['a'.repeat(field.prefixLength - 1)] : []
      return ['', 'a\0', '\ud800', 'x'.repeat((field.maxLength ?? 200) + 1), ...short]
    }
    case 'label':
      return ['', 'a\0', '\ud800', 'x'.repeat(field.maxLength + 1)]
    case 'entry':
      return [
        '',
        'a',
        ':b',
        'a\\b:c',
        'a\0:b',
        `${'x'.repeat(field.nameLength + 1)}:b`,
        `a:${'x'.repeat(field.textLength + 1)}`,
      ]
  }
}

export const pairs = (
  declaration: ListDeclaration,
): { name: string; operator: FilterOperator; field: FilterField }[] =>
  Object.entries(declaration.filters).flatMap(([name, field]) =>
    field.operators.map((operator) => ({ name, operator, field })),
  )

/** Query strings that every list refuses, each with the parameters at fault. */
export const refusedEverywhere: readonly (readonly [query: string, ...parameters: string[]])[] = [
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=1e9', 'limit'],
  ['limit=NaN', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=5&limit=5', 'limit'],
  ['include=items', 'include'],
  ['include=', 'include'],
  ['include=total&include=total', 'include'],
  ['sort=', 'sort'],
  ['sort=nothing', 'sort'],
  ['sort=__proto__', 'sort'],
  ['sort=constructor', 'sort'],
  ['cursor=', 'cursor'],
  ['cursor=c1.e30.x', 'cursor'],
  [`cursor=${'a'.repeat(5000)}`, 'cursor'],
  ['offset=10', 'offset'],
  ['page=2', 'page'],
  ['__proto__=1', '__proto__'],
  ['constructor=1', 'constructor'],
  ['filter=x', 'filter'],
  ['filter[]=x', 'filter[]'],
  ['filter[nothing]=x', 'filter[nothing]'],
  ['filter%5Bnothing%5D=x', 'filter[nothing]'],
  ['filter[__proto__]=x', 'filter[__proto__]'],
  ['filter[constructor][in]=x', 'filter[constructor][in]'],
  [
    'limit=0&filter[nothing]=x&include=y&page=2&cursor=z',
    'limit',
    'filter[nothing]',
    'include',
    'page',
    'cursor',
  ],
]
