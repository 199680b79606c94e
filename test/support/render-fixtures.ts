import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as v from 'valibot'
import type { PartPiece, RenderAsset } from '../../src/core/ports/renderer.ts'
import {
  type TemplateDocument,
  type TemplateDocumentInput,
  templateDocument,
} from '../../src/core/template/document.ts'
import type { Sheet } from '../../src/core/template/sheet.ts'

/** An A6 postcard: image on the front; address, postage and sequence number on the back. */
export const postcardSheet: Sheet = {
  trim: { w: 148, h: 105 },
  bleed: 3,
  safe: 4,
  plex: 'duplex',
  pages: { min: 2, max: 2 },
  zones: [
    { kind: 'address', page: 2, x: 76, y: 46, w: 66, h: 40 },
    { kind: 'sender', page: 2, x: 76, y: 41, w: 66, h: 4 },
    { kind: 'postage', page: 2, x: 74, y: 0, w: 74, h: 40 },
    { kind: 'coding', page: 2, x: 74, y: 90, w: 74, h: 15 },
    { kind: 'sequence', page: 2, x: 4, y: 96, w: 30, h: 5 },
  ],
  colourProfile: 'FOGRA39',
}

/** 1800 × 1275 pixels: 297 ppi on 154 × 111 mm. */
export const photo: RenderAsset = {
  id: 'ast_photo',
  format: 'jpeg',
  bytes: readFileSync(new URL('../fixtures/photo.jpg', import.meta.url)),
}

/** Noto Sans Bold Italic as an uploaded font. */
export const brandFont = readFileSync(
  createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf',
  ),
)

const text = { font: 'noto-sans', size: 10, type: 'text' } as const

export const postcardInput: TemplateDocumentInput = {
  schema: 1,
  trim: postcardSheet.trim,
  bleed: 3,
  safe: 4,
  fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-bold' }],
  locale: 'nl-NL',
  colors: { accent: { cmyk: [0, 80, 95, 0] } },
  variables: { firstName: { maxLength: 60, sample: 'Zoë' }, offer: { sample: '10%' } },
  pages: [
    {
      side: 'front',
      elements: [
        { type: 'image', asset: 'ast_photo', x: -3, y: -3, w: 154, h: 111 },
        {
          ...text,
          font: 'noto-sans-bold',
          size: 28,
          color: 'white',
          x: 8,
          y: 8,
          w: 130,
          h: 14,
          text: 'Hallo {{firstName | "daar"}}!',
          overflow: 'shrink',
          minSize: 14,
        },
      ],
    },
    {
      side: 'back',
      elements: [
        {
          ...text,
          x: 6,
          y: 6,
          w: 62,
          h: 42,
          text: 'Beste {{firstName}},\n\nWat fijn dat je bij ons was. Kom je binnenkort weer langs? Dan krijg je {{offer | "een verrassing"}} van ons.\n\nTot snel!',
        },
        {
          ...text,
          font: 'noto-sans-bold',
          size: 9,
          color: 'accent',
          x: 6,
          y: 49.5,
          w: 40,
          h: 5,
          text: 'Bakkerij De Vries',
        },
        { type: 'line', x1: 71, y1: 6, x2: 71, y2: 85 },
        { type: 'qr', x: 6, y: 55, size: 24, content: '{{trackingUrl}}' },
        { type: 'address', zone: 'product', font: 'noto-sans', size: 10, minSize: 8, mark: 'kix' },
      ],
    },
  ],
}

/** Adds defaults to a document. Throws if it is invalid. */
export const documentOf = (input: TemplateDocumentInput): TemplateDocument => v.parse(templateDocument, input)

export const postcard = documentOf(postcardInput)

export const pieceOf = (sequence: number, change: Partial<PartPiece> = {}): PartPiece => ({
  itemId: `itm_${sequence}`,
  templateId: 'tv_postcard',
  sequence,
  data: { firstName: 'Zoë' },
  addressLines: ['Zoë de Vries', 'Prinsengracht 263', '1016 GV  AMSTERDAM'],
  trackingUrl: `HTTPS://T.EXAMPLE/Q/${String(sequence).padStart(8, '0')}`,
  optOutUrl: `HTTPS://T.EXAMPLE/O/${String(sequence).padStart(8, '0')}`,
  returnLine: 'Retour: Bakkerij De Vries, Postbus 1, 1000 AA Amsterdam',
  carrierCode: '1016GV263',
  ...change,
})
