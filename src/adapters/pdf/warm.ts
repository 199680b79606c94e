import type { Piece } from '../../core/ports/renderer.ts'
import type { TemplateDocument } from '../../core/template/document.ts'
import type { Sheet } from '../../core/template/sheet.ts'
import { compileTemplate } from './compile/compile.ts'
import { TemplateCache } from './render/batch.ts'
import { pictureOfPiece } from './render/picture.ts'

const text = { type: 'text', size: 10, lineHeight: 1.25, x: 8, w: 60, color: 'black' } as const
const set = { align: 'start', verticalAlign: 'top', overflow: 'error' } as const
const code = { type: 'qr', size: 24, errorCorrection: 'medium', quietZone: 4, background: 'white' } as const
const address = { type: 'address', font: 'noto-sans', size: 10, minSize: 8, lineHeight: 1.25 } as const

/** A card with what most designs have: static and filled text, a QR code, and an address with a KIX. */
const document: TemplateDocument = {
  ...{ schema: 1, trim: { w: 148, h: 105 }, bleed: 3, safe: 4, locale: 'en' },
  fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-bold' }],
  colors: { accent: { cmyk: [0, 80, 95, 0] } },
  variables: { firstName: { type: 'text', maxLength: 200, sample: 'Alex' } },
  pages: [
    {
      side: 'front',
      elements: [
        { type: 'rect', x: -3, y: -3, w: 154, h: 20, fill: 'accent', strokeWidth: 0.25, radius: 0 },
        { ...text, ...set, font: 'noto-sans-bold', y: 20, h: 10, text: 'Aa Bb Cc Dd Ee 0123456789' },
        {
          ...text,
          ...set,
          font: 'noto-sans',
          y: 32,
          h: 20,
          text: 'Dear {{firstName}}, the quick brown fox jumps.',
        },
        { ...code, x: 8, y: 60, content: '{{trackingUrl}}' },
        { ...address, zone: 'product', mark: 'kix' },
      ],
    },
  ],
}

const sheet: Sheet = {
  ...{ trim: document.trim, bleed: 3, safe: 4, plex: 'simplex', pages: { min: 1, max: 1 } },
  zones: [{ kind: 'address', page: 1, x: 76, y: 46, w: 66, h: 40 }],
  colourProfile: 'sRGB',
}

const piece: Piece = {
  ...{ itemId: 'warm', data: { firstName: 'Zoë' }, addressLines: ['Alex Example', 'Example Street 1'] },
  ...{ trackingUrl: 'https://t.example/q/PREVIEW', optOutUrl: '', carrierCode: '1000AA1' },
}

/** Enough repetitions for the runtime to compile the hot code. */
const TIMES = 2

/** Draws a page and discards it, so that the first preview finds everything loaded. */
export const warmUp = async (): Promise<void> => {
  const { layer } = await compileTemplate({ organisationId: 'warm', document, sheet, assets: [] })
  if (!layer) throw new Error('The warm-up template does not compile')
  const template = { id: 'warm', document, sheet, layer }
  const cache = new TemplateCache()
  for (let n = 0; n < TIMES; n++) await pictureOfPiece(cache, template, { piece, page: 1, dpi: 96 })
}
