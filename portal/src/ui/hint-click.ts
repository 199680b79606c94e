import type { Attachment } from 'svelte/attachments'

/**
 * Toggles a checkbox when its hint is clicked, as its label does; the hint isn't part of the accessible name.
 * Clicks on links and buttons, and text selection, don't toggle. The keyboard uses the checkbox itself.
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
