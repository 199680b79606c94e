/**
 * Table descriptions: what a feature keeps, said once. The memory store indexes by them, the SQL store
 * builds its statements from them, and a test compares them with the migrated schema of each dialect.
 */
export interface Column<T = unknown> {
  kind: 'text' | 'integer' | 'boolean' | 'json' | 'bytes'
  nullable: boolean
  /** Never set: carries the row's type. */
  readonly type?: T
}

const column = <T>(kind: Column['kind'], nullable: boolean): Column<T> => ({ kind, nullable })

export const text = <T extends string = string>() => column<T>('text', false)
export const textOrNull = <T extends string = string>() => column<T | null>('text', true)
/** Whole numbers up to 2^53: counts, cents, and timestamps in ms. */
export const integer = () => column<number>('integer', false)
export const integerOrNull = () => column<number | null>('integer', true)
export const boolean = () => column<boolean>('boolean', false)
/** Stored as JSON text; not for conditions. */
export const json = <T>() => column<T>('json', false)
export const jsonOrNull = <T>() => column<T | null>('json', true)
export const bytes = () => column<Uint8Array>('bytes', false)
export const bytesOrNull = () => column<Uint8Array | null>('bytes', true)

export interface Table<Row = unknown> {
  name: string
  /** Which columns a scope fixes: `organisationId` and `mode`, `organisationId` alone, or none. */
  scope: 'mode' | 'organisation' | 'none'
  columns: { readonly [Field in keyof Row & string]: Column<Row[Field]> }
  /** Each unique index, as fields in order. The id is unique by itself. A row with a null in it is not compared. */
  unique: readonly (readonly string[])[]
  /** Each index, as fields in order; the id is added behind. */
  indexes: readonly (readonly string[])[]
  /**
   * Indexes of the few rows in which none of the index's nullable fields is null: what most rows lack costs them nothing.
   * They serve conditions that name a value for each such field, or say that it is not null.
   */
  sparse: readonly (readonly string[])[]
  /** Text fields that `contains` may search: the store keeps a folded column beside each. */
  folded: readonly string[]
  /**
   * Fields that may be null and that lists sort by: SQL keeps a NOT NULL shadow column for each, so that a
   * keyset page needs no null arm. An index that names such a field holds the shadow.
   */
  sortable: readonly string[]
}

type RowOfColumns<C> = { [Field in keyof C]: C[Field] extends Column<infer T> ? T : never }

/** The row type of a table description. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never

/** Describes a table. Every table has a text `id`, its primary key. */
export const defineTable = <C extends { id: Column<string> } & Record<string, Column>>(
  name: string,
  scope: Table['scope'],
  columns: C,
  keys: {
    unique?: (keyof C & string)[][]
    indexes?: (keyof C & string)[][]
    sparse?: (keyof C & string)[][]
    folded?: (keyof C & string)[]
    sortable?: (keyof C & string)[]
  } = {},
): Table<RowOfColumns<C>> => {
  // A condition that was parsed is told from columns by it (`Where`).
  if ('op' in columns) throw new TypeError(`${name}: no column may be called op`)
  return {
    name,
    scope,
    columns: columns as never,
    unique: keys.unique ?? [],
    indexes: keys.indexes ?? [],
    sparse: keys.sparse ?? [],
    folded: keys.folded ?? [],
    sortable: keys.sortable ?? [],
  }
}
