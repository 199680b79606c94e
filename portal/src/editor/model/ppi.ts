import type { ElementOf } from '#lettershop/template'

/** Returns a picture's printed resolution in ppi, along the side that determines its scale. */
export const ppiOf = (
  { w, h, fit }: Pick<ElementOf<'image'>, 'w' | 'h' | 'fit'>,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): number => {
  const sides = [widthPx / (w / 25.4), heightPx / (h / 25.4)] as const
  return Math.floor(fit === 'contain' ? Math.max(...sides) : Math.min(...sides))
}
