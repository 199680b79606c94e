import type { Entry } from './navigation.ts'

/** How much waits behind an entry. */
export interface MenuCount {
  text: string
  /** What is counted, in words. */
  title: string
  /** True if something is wrong. */
  isAlert: boolean
}

const key = 'lettershop.wholeMenu'

/** What the menu shows besides its entries. */
class Menu {
  /** Whether it shows all entries that the user may open, not only those of the user's work. */
  isWhole = $state(localStorage.getItem(key) !== null)

  /** Set by `MenuCounts`, which loads after the first screen. */
  counts = $state.raw<Partial<Record<Entry['word'], MenuCount | undefined>>>({})

  toggle(): void {
    this.isWhole = !this.isWhole
    if (this.isWhole) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
  }
}

export const menu = new Menu()
