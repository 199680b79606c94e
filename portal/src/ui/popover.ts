/** Distance of a popover from its button, and from the edges of the window, in px. */
const gap = 4

/**
 * Sets `--top` and `--left` of an open popover: below its button, aligned at the right, or above it at the bottom
 * of the window. On phones, styles show popovers at the bottom instead.
 */
export const placeBeside = (popover: HTMLElement, button: HTMLElement): void => {
  const { top, bottom, right } = button.getBoundingClientRect()
  const fitsBelow = bottom + gap + popover.offsetHeight <= innerHeight
  const y = fitsBelow ? bottom + gap : Math.max(gap, top - gap - popover.offsetHeight)
  popover.style.setProperty('--top', `${y}px`)
  popover.style.setProperty('--left', `${Math.max(gap, right - popover.offsetWidth)}px`)
}
