import type { Sheet, TemplateDocument, TemplateElement } from '#lettershop/template'
import { onGrid } from './boxes.ts'

/** Initial text box: as wide as a letter's lines and a few lines high, so that typing doesn't overflow. */
const textBoxSize = ({ w, h }: { w: number; h: number }): [w: number, h: number] => [
  onGrid(h >= 200 ? w * 0.75 : Math.min(80, w * 0.5)),
  onGrid(Math.max(Math.min(12, h), h * 0.2)),
]

/** Creates an element with default settings in the middle of the sheet. */
export const newElement = (
  kind: Exclude<TemplateElement['type'], 'image' | 'pdf'>,
  document: TemplateDocument,
  { trim }: Pick<Sheet, 'trim'>,
  words: string,
): TemplateElement => {
  const font = document.fonts[0]?.id ?? 'noto-sans'
  const centred = (w: number, h: number) => ({
    ...{ x: onGrid((trim.w - w) / 2), y: onGrid((trim.h - h) / 2) },
    ...{ w, h },
  })
  const width = onGrid(Math.min(80, trim.w * 0.5))
  switch (kind) {
    case 'text':
      return {
        ...{ type: 'text', ...centred(...textBoxSize(trim)), font, size: 12, lineHeight: 1.25, text: words },
        ...{ color: 'black', align: 'start', verticalAlign: 'top', overflow: 'error' },
      }
    case 'rect':
      return { type: 'rect', ...centred(width, 20), fill: 'black', strokeWidth: 0.25, radius: 0 }
    case 'ellipse':
      return { type: 'ellipse', ...centred(20, 20), fill: 'black', strokeWidth: 0.25 }
    case 'line': {
      const { x, y, w } = centred(width, 0)
      return { type: 'line', x1: x, y1: y, x2: onGrid(x + w), y2: y, stroke: 'black', strokeWidth: 0.25 }
    }
    case 'qr': {
      const { x, y } = centred(22, 22)
      return {
        ...{ type: 'qr', x, y, size: 22, content: '{{trackingUrl}}' },
        ...{ errorCorrection: 'medium', quietZone: 4, background: 'white' },
      }
    }
    case 'address':
      return {
        ...{ type: 'address', zone: 'product', mark: 'none' },
        ...{ font, size: 10, minSize: 8, lineHeight: 1.25 },
      }
  }
}

/** Creates a picture around a point, within the sheet and at most half as wide and high. */
export const newPicture = (
  asset: string,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  { trim }: Pick<Sheet, 'trim'>,
  around = { x: trim.w / 2, y: trim.h / 2 },
): TemplateElement => {
  const within = (middle: number, side: number, whole: number) =>
    onGrid(Math.min(whole - side, Math.max(0, middle - side / 2)))
  const scale = Math.min((trim.w * 0.5) / widthPx, (trim.h * 0.5) / heightPx)
  const [w, h] = [onGrid(widthPx * scale), onGrid(heightPx * scale)]
  return {
    ...{ type: 'image', asset, fit: 'cover' },
    ...{ x: within(around.x, w, trim.w), y: within(around.y, h, trim.h), w, h },
  }
}
