import { session } from '../../api/session.svelte.ts'

/** Signing out removes what stands under it. */
const prefix = 'lettershop.mended '

/** What is decided about a second row of one person: both letters are sent, or the later row alone. */
export type Repeat = 'ALL' | 'LAST'

/** What a person typed into bad rows, by row. */
export type Edits = Record<number, string[]>

/**
 * What was typed into the bad rows of a list. It outlives a reload, in this tab only. The numbers of rows are
 * those of the file, so it serves the check of a list and the import that follows.
 */
export class Kept {
  edits = $state<Edits>({})
  /** The rows that were found good as they were mended, and are taken in with the others. */
  good = $state<number[]>([])
  /** The cells, as they were shown, of rows that are left out: what was typed into them comes back with them. */
  aside = $state<Edits>({})
  /** The rows whose doubtful values were confirmed as they are. */
  confirmed = $state<number[]>([])
  /** The rows whose form of address is printed before the surname. */
  forms = $state<number[]>([])
  /** What was decided about second rows of one person. */
  repeats = $state<Record<number, Repeat>>({})
  readonly #key: () => string

  /** `key` names the list. Made while a component starts. */
  constructor(key: () => string) {
    const userId = session.current?.user.id
    this.#key = () => `${prefix}${userId} ${key()}`
    $effect.pre(() => this.#read())
  }

  /** The cells of a bad row by now, one for each column. */
  cellsOf({ row, cells }: { row: number; cells: readonly string[] }, columns: number): string[] {
    return this.edits[row] ?? Array.from({ length: columns }, (_, at) => cells[at] ?? '')
  }

  type(row: number, cells: string[]): void {
    this.edits[row] = cells
    this.confirmed = this.confirmed.filter((one) => one !== row)
    this.forms = this.forms.filter((one) => one !== row)
    delete this.repeats[row]
    this.#keep()
  }

  /** Confirms the doubtful values of a row as they are shown. */
  confirm(row: number, shown: readonly string[]): void {
    const { forms } = this
    this.type(row, [...shown])
    this.forms = forms
    this.confirmed = [...this.confirmed, row]
    this.#keep()
  }

  /** Prints the form of address of a row, as it is shown, before the surname. */
  includeForm(row: number, shown: readonly string[]): void {
    this.type(row, [...shown])
    this.forms = [...this.forms, row]
    this.#keep()
  }

  /** Decides about a second row of one person, as it is shown. */
  decide(row: number, shown: readonly string[], repeat: Repeat): void {
    this.type(row, [...shown])
    this.repeats[row] = repeat
    this.#keep()
  }

  /** Leaves a row out, which is sent without any value. */
  leaveOut(row: number, shown: readonly string[]): void {
    this.aside[row] = [...shown]
    this.type(
      row,
      shown.map(() => ''),
    )
  }

  /** Takes a row back as it was shown before it was left out. */
  takeBack(row: number): void {
    const shown = this.aside[row]
    this.forget([row])
    if (shown) this.type(row, [...shown])
  }

  /** These rows are good as they were typed. */
  noteGood(rows: readonly number[]): void {
    this.good = [...new Set([...this.good, ...rows])]
    this.#keep()
  }

  /** Another mapping judges every row anew; what was typed stays, and what was confirmed is asked again. */
  doubt(): void {
    this.good = []
    this.confirmed = []
    this.forms = []
    this.repeats = {}
    this.#keep()
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
    this.#keep()
  }

  #read(): void {
    const kept = sessionStorage.getItem(this.#key())
    const { edits, good, aside, confirmed, forms, repeats } = (kept ? JSON.parse(kept) : {}) as Partial<Kept>
    this.edits = edits ?? {}
    this.good = good ?? []
    this.aside = aside ?? {}
    this.confirmed = confirmed ?? []
    this.forms = forms ?? []
    this.repeats = repeats ?? {}
  }

  #keep(): void {
    const { edits, good, aside, confirmed, forms, repeats } = this
    if (Object.keys(edits).length === 0) sessionStorage.removeItem(this.#key())
    else
      sessionStorage.setItem(this.#key(), JSON.stringify({ edits, good, aside, confirmed, forms, repeats }))
  }
}
