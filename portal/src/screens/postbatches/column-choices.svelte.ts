import { session } from '../../api/session.svelte.ts'

/** Entries with this prefix are removed at sign-out. */
const prefix = 'lettershop.columns '

/** Chosen columns of a list. They survive reloads and a return from the next step, in this tab only. */
export class ColumnChoices {
  presetId = $state('')
  /** Columns by field, where they differ from the suggestion. */
  columns = $state<Record<string, string>>({})
  /** Answers by question key. */
  answers = $state<Record<string, string>>({})
  /** Column with forms of address to put before the name. */
  beforeName = $state('')

  /** `key` identifies the list. Create it during component initialisation. */
  constructor(key: () => string) {
    const id = $derived(`${prefix}${session.current?.user.id} ${key()}`)
    $effect.pre(() => this.#read(id))
    $effect(() => {
      const { presetId, columns, answers, beforeName } = this
      const isEmpty =
        `${presetId}${beforeName}` === '' && Object.keys({ ...columns, ...answers }).length === 0
      if (isEmpty) sessionStorage.removeItem(id)
      else sessionStorage.setItem(id, JSON.stringify({ presetId, columns, answers, beforeName }))
    })
  }

  /** Starts over, with the suggestion or a preset. */
  reset(presetId = ''): void {
    this.presetId = presetId
    this.columns = {}
    this.beforeName = ''
  }

  #read(id: string): void {
    const stored = JSON.parse(sessionStorage.getItem(id) ?? '{}') as Partial<ColumnChoices>
    this.presetId = stored.presetId ?? ''
    this.columns = stored.columns ?? {}
    this.answers = stored.answers ?? {}
    this.beforeName = stored.beforeName ?? ''
  }
}
