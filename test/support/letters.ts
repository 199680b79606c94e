import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'

const typography = { font: 'noto-sans', size: 10 }

/** Returns a window letter with the first name on each page and the address on the first. */
export const letterOf = (pages: number) => ({
  schema: 1,
  trim: { w: 210, h: 297 },
  bleed: 3,
  safe: 5,
  fonts: [{ id: 'noto-sans' }],
  locale: 'en-GB',
  variables: { firstName: { maxLength: 60, sample: 'Zoë' } },
  pages: Array.from({ length: pages }, (_, index) => ({
    side: index % 2 === 0 ? 'front' : 'back',
    elements: [
      {
        type: 'text',
        ...typography,
        x: 30,
        y: 120,
        w: 150,
        h: 10,
        text: `Page ${index + 1} of {{firstName}}`,
      },
      ...(index === 0 ? [{ type: 'address', zone: 'product', ...typography }] : []),
    ],
  })),
})

export const letterTemplate = (pages: number) => ({
  name: `Letter of ${pages}`,
  productSpecificationId: sampleIds.c5,
  document: letterOf(pages),
})
