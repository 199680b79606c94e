import type { ElementOf } from '../../../../src/core/template/document.ts'

/** Returns a picture's resolution on paper, by its worse side if it fills its box. */
export const ppiOf = (
  { w, h, fit }: Pick<ElementOf<'image'>, 'w' | 'h' | 'fit'>,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): number => {
  const sides = [widthPx / (w / 25.4), heightPx / (h / 25.4)] as const
  return Math.floor(fit === 'contain' ? Math.max(...sides) : Math.min(...sides))
}
