/**
 * The memory store derives its indexes from these descriptions, and the SQL store its statements. A test
 * compares them with the migrated schema of each database.
 */
export interface Column<T = unknown> {
  kind: 'text' | 'integer' | 'boolean' | 'json' | 'bytes'
  nullable: boolean
  /** Never set; carries the value's type. */
  readonly type?: T
}

const column = <T>(kind: Column['kind'], nullable: boolean): Column<T> => ({ kind, nullable })

export const text = <T extends string = string>() => column<T>('text', false)
export const textOrNull = <T extends string = string>() => column<T | null>('text', true)
/** Integers up to 2^53: counts, cents, and timestamps in ms. */
export const integer = () => column<number>('integer', false)
export const integerOrNull = () => column<number | null>('integer', true)
export const boolean = () => column<boolean>('boolean', false)
export const booleanOrNull = () => column<boolean | null>('boolean', true)
/** Stored as JSON text. Conditions cannot use it. */
export const json = <T>() => column<T>('json', false)
export const jsonOrNull = <T>() => column<T | null>('json', true)
export const bytes = () => column<Uint8Array>('bytes', false)
export const bytesOrNull = () => column<Uint8Array | null>('bytes', true)

export interface Table<Row = unknown> {
  name: string
  /** Columns that a scope fixes: `organisationId` and `mode`, `organisationId` only, or none. */
  scope: 'mode' | 'organisation' | 'none'
  columns: { readonly [Field in keyof Row & string]: Column<Row[Field]> }
  /** Fields in order. The id is always unique. Rows with a null in one of the fields are not compared. */
  unique: readonly (readonly string[])[]
  /** Fields in order. The id is appended. */
  indexes: readonly (readonly string[])[]
  /**
   * Partial indexes of the rows in which none of the nullable fields is null. They serve conditions that name
   * a value for each such field, or require that it is not null.
   */
  sparse: readonly (readonly string[])[]
  /** Text fields that `contains` may search. The store keeps a folded column for each. */
  folded: readonly string[]
  /** JSON fields that map names to texts, for `has`. SQL keeps entries in a table maintained by triggers. */
  labelled: readonly string[]
  /**
   * Nullable fields that lists sort by. SQL keeps a NOT NULL shadow column for each, also in indexes, so that
   * keyset paging needs no special case for null.
   */
  sortable: readonly string[]
}

type RowOfColumns<C> = { [Field in keyof C]: C[Field] extends Column<infer T> ? T : never }

export type RowOf<T> = T extends Table<infer Row> ? Row : never

/** Every table has a text `id`, its primary key. */
export const defineTable = <C extends { id: Column<string> } & Record<string, Column>>(
  name: string,
  scope: Table['scope'],
  columns: C,
  keys: {
    unique?: (keyof C & string)[][]
    indexes?: (keyof C & string)[][]
    sparse?: (keyof C & string)[][]
    folded?: (keyof C & string)[]
    labelled?: (keyof C & string)[]
    sortable?: (keyof C & string)[]
  } = {},
): Table<RowOfColumns<C>> => {
  // `Where` recognises parsed conditions by `op`.
  if ('op' in columns) throw new TypeError(`${name}: no column may be called op`)
  return {
    name,
    scope,
    columns: columns as never,
    unique: keys.unique ?? [],
    indexes: keys.indexes ?? [],
    sparse: keys.sparse ?? [],
    folded: keys.folded ?? [],
    labelled: keys.labelled ?? [],
    sortable: keys.sortable ?? [],
  }
}
