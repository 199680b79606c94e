import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'

/**
 * Virtual list: the visible rows and some around them. `rowHeight` is in CSS pixels. Create it during component
 * initialisation.
 */
export const createWindow = (scroller: () => HTMLElement | null, count: () => number, rowHeight: number) => {
  let start = $state(0)
  let end = $state(0)
  const show = ({ range }: Virtualizer<HTMLElement, Element>) => {
    start = Math.max(0, (range?.startIndex ?? 0) - 10)
    end = Math.min(count(), (range?.endIndex ?? 40) + 11)
  }
  const virtualizer = new Virtualizer<HTMLElement, Element>({
    count: 0,
    getScrollElement: scroller,
    estimateSize: () => rowHeight,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: show,
  })
  $effect(() => virtualizer._didMount())
  $effect(() => {
    virtualizer.setOptions({ ...virtualizer.options, count: count(), getScrollElement: scroller })
    if (!scroller()) return
    virtualizer._willUpdate()
    virtualizer.getVirtualItems()
    show(virtualizer)
  })
  return {
    get start() {
      return start
    },
    get end() {
      return end
    },
    /** Height of rows above and below that aren't rendered. */
    get before() {
      return start * rowHeight
    },
    get after() {
      return Math.max(0, count() - end) * rowHeight
    },
  }
}
