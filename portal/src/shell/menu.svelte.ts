const key = 'lettershop.wholeMenu'

/** What the menu shows besides its entries. */
class Menu {
  /** Whether it shows all entries that the user may open, not only those of the user's work. */
  isWhole = $state(localStorage.getItem(key) !== null)

  toggle(): void {
    this.isWhole = !this.isWhole
    if (this.isWhole) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
  }
}

export const menu = new Menu()
