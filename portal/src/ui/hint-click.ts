import type { Attachment } from 'svelte/attachments'

/**
 * The words below a box toggle it, as its label does, but are no part of its name. A link within them leads where it
 * leads, and whoever marks words to copy them toggles nothing. Keys have the box itself.
 */
export const toggles =
  (id: string): Attachment<HTMLElement> =>
  (hint) => {
    const onclick = (event: MouseEvent) => {
      if ((event.target as Element).closest('a, button')) return
      if (getSelection()?.isCollapsed === false) return
      const box = document.getElementById(id) as HTMLInputElement
      box.focus()
      box.click()
    }
    hint.addEventListener('click', onclick)
    return () => hint.removeEventListener('click', onclick)
  }
