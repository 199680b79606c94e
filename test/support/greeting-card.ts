const typography = { font: 'noto-sans', size: 10 }
/** A postcard whose `firstName` is required; the other fields have a fallback. */
export const greetingCard = (text = 'Hi {{firstName}}, {{amount | ""}}{{day | ""}}{{link | ""}}') => ({
  schema: 1,
  trim: { w: 148, h: 105 },
  bleed: 3,
  safe: 5,
  fonts: [{ id: 'noto-sans' }],
  locale: 'en-GB',
  variables: {
    firstName: { maxLength: 20, sample: 'Zoë' },
    amount: { type: 'integer' },
    day: { type: 'date' },
    link: { type: 'url' },
  },
  pages: [
    { side: 'front', elements: [{ type: 'text', ...typography, x: 8, y: 8, w: 100, h: 20, text }] },
    { side: 'back', elements: [{ type: 'address', zone: 'product', ...typography }] },
  ],
})
