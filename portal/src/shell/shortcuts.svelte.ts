import { navigate } from './routes.ts'
import { visiblePages } from './visible-navigation.ts'

/** Time for the letter after `g`, in ms. */
const chordMs = 1_500

/** Destinations of `g` and a letter. */
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

/** Global shortcuts. Ignores keys that a screen has handled. */
class Shortcuts {
  /** Whether the command palette and the list of shortcuts are open. */
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
      if (href && visiblePages().some((entry) => entry.href === href)) navigate(href as '/')
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

/** Activates the button or link with this `aria-keyshortcuts`. */
const press = (key: string): void =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${key}"]`)?.click()

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=radio]), select, textarea, dialog, [contenteditable]') !== null

export const shortcuts = new Shortcuts()
