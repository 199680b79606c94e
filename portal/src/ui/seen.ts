/** Calls `act` once the element comes near what is in sight: for pictures and pages that are loaded late. */
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
