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
