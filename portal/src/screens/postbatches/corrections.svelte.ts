import { session } from '../../api/session.svelte.ts'

/** Entries with this prefix are removed at sign-out. */
const prefix = 'lettershop.mended '

/** Decision about a repeated recipient: both letters are sent, or only the later row's. */
export type Repeat = 'ALL' | 'LAST'

/** One value for all rows of a group that aren't loaded. */
export interface Fill {
  code: string
  column: string
  /** Text that the value replaces. */
  current: string
  value: string
  /** True once a dry run has checked it; it is repeated after the list was imported. */
  isChecked: boolean
}
type OfGroup = Pick<Fill, 'code' | 'column'>

/** Edited cells by row. */
export type Edits = Record<number, string[]>

/**
 * Edits of a list's bad rows. They survive reloads, in this tab only. Row numbers are those of the file, so
 * they apply to a dry run and the following import.
 */
export class Corrections {
  edits = $state<Edits>({})
  /** Corrected rows that a dry run found good; they are imported after the list. */
  good = $state<number[]>([])
  /** Cells of left-out rows including edits, for `restore`. */
  aside = $state<Edits>({})
  /** Rows with confirmed doubtful values. */
  confirmed = $state<number[]>([])
  /** Rows whose form of address is printed before the surname. */
  forms = $state<number[]>([])
  /** Decisions about repeated recipients. */
  repeats = $state<Record<number, Repeat>>({})
  fills = $state.raw<Fill[]>([])
  readonly #key: () => string

  /** `key` identifies the list. Create it during component initialisation. */
  constructor(key: () => string) {
    const userId = session.current?.user.id
    this.#key = () => `${prefix}${userId} ${key()}`
    $effect.pre(() => this.#read())
  }

  /** Returns a row's current cells. */
  cellsOf({ row, cells }: { row: number; cells: readonly string[] }, columns: number): string[] {
    return this.edits[row] ?? Array.from({ length: columns }, (_, at) => cells[at] ?? '')
  }

  type(row: number, cells: string[]): void {
    this.edits[row] = cells
    this.confirmed = this.confirmed.filter((one) => one !== row)
    this.forms = this.forms.filter((one) => one !== row)
    delete this.repeats[row]
    this.#store()
  }

  /** Confirms the doubtful values of a row as shown. */
  confirm(row: number, values: readonly string[]): void {
    const { forms } = this
    this.type(row, [...values])
    this.forms = forms
    this.confirmed = [...this.confirmed, row]
    this.#store()
  }

  /** Prints a row's form of address before the surname. */
  includeForm(row: number, values: readonly string[]): void {
    this.type(row, [...values])
    this.forms = [...this.forms, row]
    this.#store()
  }

  /** Records the decision about a repeated recipient. */
  decide(row: number, values: readonly string[], repeat: Repeat): void {
    this.type(row, [...values])
    this.repeats[row] = repeat
    this.#store()
  }

  /** Leaves a row out by sending it without values; `restore` brings them back. */
  leaveOut(row: number, values: readonly string[]): void {
    this.aside[row] = [...values]
    this.type(
      row,
      values.map(() => ''),
    )
  }

  /** Restores a row that was left out. */
  restore(row: number): void {
    const values = this.aside[row]
    this.forget([row])
    if (values) this.type(row, [...values])
  }

  /** Gives a value to the rows of a group that aren't loaded. */
  fill(fill: Omit<Fill, 'isChecked'>): void {
    this.fills = [...this.fills.filter((one) => !isPendingFor(one, fill)), { ...fill, isChecked: false }]
    this.#store()
  }

  /** Returns the value given to the rows of a group that aren't loaded, until it is checked. */
  filled(group: OfGroup): Fill | undefined {
    return this.fills.find((one) => isPendingFor(one, group))
  }

  unfill(group: OfGroup): void {
    this.fills = this.fills.filter((one) => !isPendingFor(one, group))
    this.#store()
  }

  /** Records that a dry run has checked a value. */
  noteChecked(fill: Fill): void {
    this.fills = this.fills.map((one) => (isSame(one, fill) ? { ...one, isChecked: true } : one))
    this.#store()
  }

  /** Forgets a value that was given to the rows of an imported list. */
  forgetFill(fill: Fill): void {
    this.fills = this.fills.filter((one) => !isSame(one, fill))
    this.#store()
  }

  /** Records that these rows are good as edited. */
  noteGood(rows: readonly number[]): void {
    this.good = [...new Set([...this.good, ...rows])]
    this.#store()
  }

  /** Call after a change of the mapping: edits stay to be checked again, confirmations are dropped. */
  doubt(): void {
    this.good = []
    this.fills = this.fills.map((fill) => ({ ...fill, isChecked: false }))
    this.confirmed = []
    this.forms = []
    this.repeats = {}
    this.#store()
  }

  forget(rows: readonly number[]): void {
    for (const row of rows) {
      delete this.edits[row]
      delete this.aside[row]
      delete this.repeats[row]
    }
    this.good = this.good.filter((row) => !rows.includes(row))
    this.confirmed = this.confirmed.filter((row) => !rows.includes(row))
    this.forms = this.forms.filter((row) => !rows.includes(row))
    this.#store()
  }

  #read(): void {
    const stored = sessionStorage.getItem(this.#key())
    const { edits, good, aside, confirmed, forms, repeats, fills } = (
      stored ? JSON.parse(stored) : {}
    ) as Partial<Corrections>
    this.edits = edits ?? {}
    this.good = good ?? []
    this.aside = aside ?? {}
    this.confirmed = confirmed ?? []
    this.forms = forms ?? []
    this.repeats = repeats ?? {}
    this.fills = fills ?? []
  }

  #store(): void {
    const { edits, good, aside, confirmed, forms, repeats, fills } = this
    const stored = { edits, good, aside, confirmed, forms, repeats, fills }
    if (Object.keys(edits).length + fills.length === 0) sessionStorage.removeItem(this.#key())
    else sessionStorage.setItem(this.#key(), JSON.stringify(stored))
  }
}

const isPendingFor = (fill: Fill, { code, column }: OfGroup): boolean =>
  !fill.isChecked && fill.code === code && fill.column === column

/** Compares contents, since the list's storage is read again when the list changes. */
const isSame = (one: Fill, other: Fill): boolean =>
  one.code === other.code &&
  one.column === other.column &&
  one.current === other.current &&
  one.isChecked === other.isChecked
