import type { Attachment } from 'svelte/attachments'

/**
 * Clicking the hint of a checkbox toggles it, as its label does, although it isn't part of its name. Links
 * and text selection don't toggle. The keyboard uses the checkbox itself.
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
