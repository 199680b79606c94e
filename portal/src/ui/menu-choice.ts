/** An action in a menu. */
export interface MenuChoice {
  word: string
  onclick: () => void
  /** True for an action that can't be undone. */
  isDangerous?: boolean
  disabled?: boolean
}
