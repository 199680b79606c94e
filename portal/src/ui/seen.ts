import { onceRested } from './rest.ts'

/** Calls `act` each time the element comes near the viewport, for lazy loading. */
export const whenSeen =
  (act: () => void) =>
  (element: Element): (() => void) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) act()
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }

/**
 * Calls `act` once the element comes near the viewport and stays in the document until scrolling rests, so that
 * a list that is scrolled quickly loads nothing for the rows that pass.
 */
export const whenRested =
  (act: () => void) =>
  (element: Element): (() => void) => {
    let cancel: (() => void) | undefined
    const stop = whenSeen(() => {
      cancel?.()
      cancel = onceRested(act)
    })(element)
    return () => {
      stop()
      cancel?.()
    }
  }
