import { once, type Sample } from './screen.ts'

/** A mailing whose letters start with a salutation. */
export const saluted = once(async ({ call, callLive, validate }: Sample) => {
  const { data } = await call('GET', '/templates?limit=1')
  const typography = { font: 'noto-sans', size: 10 }
  const text = '{{salutation}},\n\nGraag nodigen wij u uit voor de open dag.'
  const document = {
    ...{ schema: 1, trim: { w: 210, h: 297 }, bleed: 3, safe: 5, locale: 'nl-NL', variables: {} },
    fonts: [{ id: 'noto-sans' }],
    pages: [
      {
        side: 'front',
        elements: [
          { type: 'address', zone: 'product', ...typography },
          { type: 'text', ...typography, x: 25, y: 110, w: 160, h: 60, text },
        ],
      },
    ],
  }
  const { productSpecificationId } = data[0]
  const { id: templateId } = await callLive('POST', '/templates', {
    name: 'Open dag',
    productSpecificationId,
    document,
  })
  await callLive('POST', `/templates/${templateId}/publish`)
  const { id } = await call('POST', '/postbatches', { name: 'Open dag', templateId })
  const item = (name: string, houseNumber: number, fields: Record<string, string> = {}) => ({
    recipient: {
      ...{ name, street: 'Nieuwezijds Voorburgwal', houseNumber: `${houseNumber}`, postalCode: '1012 LG' },
      ...{ city: 'Amsterdam', country: 'NL' },
    },
    data: fields,
  })
  await call('POST', `/postbatches/${id}/items`, {
    items: [
      item('J.M. Wielinga-van den Broek', 11, { salutation: 'Mevr.' }),
      item('H. Wielinga-van den Broek', 13, { salutation: 'Mevrouw' }),
      item('P. de Vries', 15, { salutation: 'Baron' }),
      item('A. Jansen', 17, { salutation: 'Dhr.' }),
      item('Anna Smit', 19),
      item('Familie Bakker', 21),
    ],
  })
  await validate(id)
  return id
})
