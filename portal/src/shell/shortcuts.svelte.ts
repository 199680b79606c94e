import { navigate } from './routes.ts'
import { entriesShown } from './visible-navigation.ts'

/** How long after `g` its letter is waited for, in ms. */
const chordMs = 1_500

/** Where `g` and a letter lead. */
export const letters: Readonly<Record<string, string>> = {
  h: '/',
  d: '/desk',
  i: '/items',
  b: '/postbatches',
  f: '/postflows',
  t: '/templates',
  r: '/runs',
  e: '/events',
  w: '/webhooks',
  m: '/members',
  s: '/support',
}

/** Keys that work on every screen. A key that a screen uses itself reaches it first. */
class Shortcuts {
  /** Whether the list of all places is open, and the list of all keys. */
  isPaletteOpen = $state(false)
  isHelpOpen = $state(false)
  #chordUntil = 0

  press(event: KeyboardEvent): void {
    const { key } = event
    if ((event.metaKey || event.ctrlKey) && key.toLowerCase() === 'k') {
      event.preventDefault()
      this.isPaletteOpen = true
      return
    }
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event)) return
    if (event.timeStamp < this.#chordUntil) {
      this.#chordUntil = 0
      const href = letters[key]
      if (href && entriesShown().some((entry) => entry.href === href)) navigate(href as '/')
    } else if (key === 'g') this.#chordUntil = event.timeStamp + chordMs
    else if (key === '?') this.isHelpOpen = true
    else if (key === '/') this.#search(event)
    else if (key === 'c') press('c')
  }

  #search(event: KeyboardEvent): void {
    event.preventDefault()
    const field = document.querySelector<HTMLElement>('main input[type=search]')
    if (field) field.focus()
    else this.isPaletteOpen = true
  }
}

/** Presses what the screen offers under a key: a button or link with `aria-keyshortcuts`. */
const press = (key: string): void =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${key}"]`)?.click()

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, select, textarea, dialog, [contenteditable]') !== null

export const shortcuts = new Shortcuts()
