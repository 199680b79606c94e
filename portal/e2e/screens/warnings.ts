import { saluted } from './salutations.ts'
import { once, type Sample } from './screen.ts'

/** A mailing with warnings about some letters. */
export const warned = once(async (sample: Sample) => {
  const { call, validate } = sample
  const { templateId } = await call('GET', `/postbatches/${await saluted(sample)}`)
  const { id } = await call('POST', '/postbatches', { name: 'Open dag: alle leden', templateId })
  const item = (name: string, houseNumber: number, city = 'Amsterdam') => ({
    recipient: {
      ...{ name, street: 'Nieuwezijds Voorburgwal', houseNumber: `${houseNumber}`, postalCode: '1012 LG' },
      ...{ city, country: 'NL' },
    },
    data: { letterSalutation: 'Beste leden' },
  })
  await call('POST', `/postbatches/${id}/items`, {
    items: [
      item('Berg, van den', 11),
      item('P. de Vries', 13, '1012 LG Amsterdam'),
      item('A. Jansen', 15),
      item('Anna Smit', 17),
    ],
  })
  await validate(id)
  return id
})
